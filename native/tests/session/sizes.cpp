#include "sowfish/session/sizes.hpp"

#include <algorithm>

#include "sowfish/board/profiles.hpp"
#include "sowfish/table/ranking.hpp"
#include "sowfish/table/table.hpp"
#include "tests/boards.hpp"
#include "tests/check.hpp"

using namespace sowfish;

namespace {

constexpr double kGibibyte = 1 << 30;

double positions(int pits, int stones) { return static_cast<double>(ranking(pits).layer(stones + 1)); }

}  // namespace

TEST(the_largest_table_is_the_last_that_fits) {
    for (const int pits : {1, 4, 6, 7}) {
        const Rules rules{pits, kKalah};
        for (const double room : {1.0, 1e3, 1e6, 1e9}) {
            const int stones = largest_table(rules, room);
            CHECK(stones == 0 || positions(pits, stones) <= room);
            CHECK(stones == Table::kMaxTableStones - 1 || positions(pits, stones + 1) > room);
        }
    }
}

TEST(everything_together_keeps_to_the_memory) {
    for (const Switches& switches : boards::kProfiles) {
        for (const int rest : {0, 1, 10, 48, 96}) {
            for (const double memory : {double{1 << 20}, double{200 << 20}, kGibibyte}) {
                const Rules rules{6, switches};
                const Sizes sizes = sizes_for(rules, {.rest = rest, .memory = memory});
                const double table = positions(6, sizes.max_table_stones);
                CHECK(look_bytes(memory) + table + sizes.hash_bytes <= memory + 2);
                CHECK(sizes.table_stones <= sizes.max_table_stones);
                CHECK(sizes.max_table_stones < std::max(rest, 1));  // the position itself is not looked up
            }
        }
    }
}

TEST(little_time_makes_small_tables) {
    const Rules rules{6, kKalah};
    const SizeQuestion whole{.rest = 48, .memory = kGibibyte};
    SizeQuestion quick = whole;
    quick.seconds = 0.01;
    CHECK(sizes_for(rules, quick).table_stones < sizes_for(rules, whole).table_stones);
    CHECK(sizes_for(rules, quick).hash_bytes <= 1e6);
    SizeQuestion team = quick;
    team.threads = 64;
    CHECK(sizes_for(rules, team).table_stones > sizes_for(rules, quick).table_stones);
    const Rules relay{6, kAvalanche};
    CHECK(sizes_for(relay, quick).table_stones <= sizes_for(rules, quick).table_stones);
}

TEST(boards_without_a_kernel_of_their_own_have_a_hash_alone) {
    const Sizes sizes = sizes_for({12, kKalah}, {.rest = 96, .memory = kGibibyte});
    CHECK_EQUAL(sizes.table_stones, -1);
    CHECK_EQUAL(sizes.max_table_stones, -1);
    CHECK(sizes.hash_bytes > 0.7 * kGibibyte);
    CHECK(sizes.hash_bytes + look_bytes(kGibibyte) <= kGibibyte);
}

TEST(a_table_may_be_limited_by_its_positions) {
    const Sizes sizes = sizes_for({6, kKalah}, {.rest = 48, .memory = kGibibyte, .most_positions = 1e4});
    CHECK(positions(6, sizes.max_table_stones) <= 1e4);
    CHECK(positions(6, sizes.max_table_stones + 1) > 1e4);
}
