// Files that are damaged or cut short while they are mapped.
#include "sowfish/system/file_mapping.hpp"

#include <chrono>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

#ifdef _WIN32
#include <io.h>
#define ftruncate _chsize
#else
#include <unistd.h>
#endif

#include "sowfish/board/profiles.hpp"
#include "sowfish/table/table.hpp"
#include "tests/check.hpp"

using namespace sowfish;

namespace {

// A file without a name, with so many bytes of the value 7.
class Scratch {
   public:
    explicit Scratch(std::size_t bytes) : stream_(std::tmpfile()) {
        const std::vector<char> sevens(bytes, 7);
        std::fwrite(sevens.data(), 1, bytes, stream_);
        std::fflush(stream_);
    }
    ~Scratch() { std::fclose(stream_); }
    int file() const { return fileno(stream_); }

   private:
    std::FILE* stream_;
};

constexpr std::size_t kBytes = 1 << 20;

}  // namespace

TEST(a_mapped_file_is_intact_until_somebody_writes_to_it) {
    const Scratch scratch(kBytes);
    FileMapping mapping(scratch.file(), kBytes);
    CHECK(mapping.is_intact());
    CHECK_EQUAL(static_cast<const char*>(mapping.data())[kBytes - 1], 7);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // times of files are only so fine
    CHECK_EQUAL(write_at(scratch.file(), "xy", 2, kBytes - 2), 0);
    CHECK_EQUAL(static_cast<const char*>(mapping.data())[kBytes - 1], 'y');
    CHECK(!mapping.is_intact());
    mapping.confirm();
    CHECK(mapping.is_intact());
}

#ifdef _WIN32
TEST(a_mapped_file_cannot_be_cut_short) {
    const Scratch scratch(kBytes);
    const FileMapping mapping(scratch.file(), kBytes);
    CHECK(ftruncate(scratch.file(), 4096) != 0);
    CHECK_EQUAL(static_cast<const char*>(mapping.data())[kBytes - 1], 7);
    CHECK(mapping.is_intact());
}
#else
TEST(reading_a_file_that_was_cut_short_gives_zeros_and_says_so) {
    const Scratch scratch(kBytes);
    FileMapping mapping(scratch.file(), kBytes);
    FileMapping other(scratch.file(), kBytes);
    CHECK_EQUAL(ftruncate(scratch.file(), 4096), 0);
    mapping.confirm();  // as if nobody had looked at the times
    const char* bytes = static_cast<const char*>(mapping.data());
    CHECK_EQUAL(bytes[0], 7);
    CHECK_EQUAL(bytes[kBytes / 2], 0);
    CHECK(!mapping.is_intact());
    mapping.confirm();
    CHECK(!mapping.is_intact());  // zeros stay zeros
    CHECK_EQUAL(static_cast<const char*>(other.data())[kBytes - 1], 0);
}
#endif

TEST(a_part_of_a_table_has_its_first_layers) {
    const Rules rules{4, kKalah};
    const auto whole = std::make_shared<Table>(rules, 6);
    TableBuilder(*whole).work();
    const Table part(whole, 4);
    CHECK_EQUAL(part.stones(), 4);
    CHECK_EQUAL(part.address(5), whole->address(5));
    CHECK_EQUAL(Table(whole, 9).stones(), 6);
    CHECK(part.is_intact());
}
