#include <cstdio>
#include <memory>
#include <vector>

#include "sowfish/board/profiles.hpp"
#include "sowfish/system/file_mapping.hpp"
#include "sowfish/table/table.hpp"
#include "tests/check.hpp"

using namespace sowfish;

namespace {

constexpr int kFileStones = 6;

}  // namespace

TEST(a_table_in_a_file_has_the_values_that_were_written) {
    Table table({4, kAvalanche}, kFileStones);
    TableBuilder(table).work();
    std::FILE* file = std::tmpfile();
    CHECK(file != nullptr);
    const std::vector<char> head(100);
    std::fwrite(head.data(), 1, head.size(), file);
    std::fwrite(table.address(0), 1, table.size(), file);
    std::fflush(file);
    const auto bytes = std::make_shared<FileMapping>(fileno(file), head.size() + table.size());
    const Table mapped({4, kAvalanche}, kFileStones, bytes, head.size());
    std::fclose(file);
    CHECK_EQUAL(mapped.stones(), kFileStones);
    bool same = true;
    for (std::uint64_t i = 0; i < table.size(); ++i) same = same && mapped.at(i) == table.at(i);
    CHECK(same);
    Table copied({4, kAvalanche}, kFileStones + 1);
    copied.copy_layers(mapped);
    CHECK_EQUAL(copied.stones(), kFileStones);
    CHECK_EQUAL(copied.at(table.size() - 1), table.at(table.size() - 1));
}
