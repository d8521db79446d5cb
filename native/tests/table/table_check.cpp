// The check of a table finds every value that does not follow from the others.
#include "sowfish/table/table_check.hpp"

#include <cstdio>
#include <vector>

#include "tests/boards.hpp"
#include "tests/check.hpp"
#include "tests/team.hpp"

using namespace sowfish;

namespace {

constexpr int kCheckedStones = 6;

void run(TableCheck& check, int threads) {
    team::run(threads, [&] { check.work(); });
}

}  // namespace

TEST(a_sound_table_passes_the_check_in_every_profile) {
    for (const Switches& switches : boards::kProfiles) {
        for (int pits = 1; pits <= kMaxFastPits; ++pits) {
            Table table({pits, switches}, kCheckedStones);
            TableBuilder(table).work();
            TableCheck all(table, 0, 0);
            run(all, 2);
            CHECK(!all.fault());
            CHECK_EQUAL(all.checked(), table.size());
            TableCheck some(table, 5'000, 3);
            run(some, 1);
            CHECK(!some.fault());
            CHECK_EQUAL(some.checked(), 5'000u);
        }
    }
}

TEST(any_wrong_value_is_found_when_all_are_checked) {
    for (const Switches& switches : boards::kProfiles) {
        Table table({3, switches}, kCheckedStones);
        TableBuilder(table).work();
        Random random(5);
        for (int trial = 0; trial < 40; ++trial) {
            const std::uint64_t index = random.next() % table.size();
            table.values()[index] = static_cast<std::int8_t>(table.values()[index] + 1);
            TableCheck check(table, 0, 0);
            run(check, 1 + trial % 2);
            CHECK(check.fault().has_value());
            if (check.fault()) CHECK(check.fault()->stored != check.fault()->derived);
            table.values()[index] = static_cast<std::int8_t>(table.values()[index] - 1);
        }
    }
}

TEST(samples_find_a_table_full_of_wrong_values) {
    Table table({6, kKalah}, kCheckedStones);
    TableBuilder(table).work();
    for (std::uint64_t i = 0; i < table.size(); i += 50)
        table.values()[i] = static_cast<std::int8_t>(table.values()[i] + 2);
    TableCheck check(table, 10'000, 1);
    run(check, 2);
    CHECK(check.fault().has_value());
}
