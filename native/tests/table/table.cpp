// Endgame tables: every value is derived again from the values of the boards that follow, by the wide kernel.
#include "sowfish/table/table.hpp"

#include <array>
#include <cstring>
#ifndef __wasm__
#include <thread>
#endif
#include <vector>

#include "tests/boards.hpp"
#include "tests/check.hpp"
#include "tests/minimax.hpp"
#include "tests/team.hpp"

using namespace sowfish;

namespace {

#ifdef NDEBUG
constexpr std::array kStonesByPits = {100, 40, 18, 13, 10, 9, 8};
#else  // slower under the sanitizers
constexpr std::array kStonesByPits = {60, 16, 9, 7, 6, 5, 4};
#endif

void build(Table& table, int threads) {
    TableBuilder builder(table);
    team::run(threads, [&] { builder.work(); });
    CHECK_EQUAL(builder.layers_done(), table.capacity() + 1);
    CHECK_EQUAL(table.stones(), table.capacity());
}

// Counts the boards whose value is not what the boards that follow it say.
std::uint64_t wrong_values(const Table& table) {
    const Ranking& ranks = table.ranking();
    const WideKernel kernel(table.rules());
    const int pits = table.rules().pits;
    auto value_of = [&](const WideBoard& wide) {
        Board board;
        for (int pit = 0; pit < pits; ++pit) {
            board.mine |= std::uint64_t{wide.cells[static_cast<std::size_t>(pit)]} << (8 * pit);
            board.theirs |= std::uint64_t{wide.cells[static_cast<std::size_t>(pits + 1 + pit)]} << (8 * pit);
        }
        return table.at(ranks.index(board));
    };
    std::uint64_t wrong = 0;
    std::uint64_t index = 0;
    for (int stones = 0; stones <= table.stones(); ++stones) {
        for (int mine = 0; mine <= stones; ++mine) {
            for (std::uint64_t own = 0; own < ranks.rows(mine); ++own) {
                const std::uint64_t own_word = ranks.unrank(mine, own);
                for (std::uint64_t other = 0; other < ranks.rows(stones - mine); ++other, ++index) {
                    const Board board{own_word, ranks.unrank(stones - mine, other)};
                    const WideBoard wide = minimax::wide_of(board, pits);
                    wrong += table.at(index) != minimax::value(kernel, wide, value_of);
                }
            }
        }
    }
    CHECK_EQUAL(index, table.size());
    return wrong;
}

bool same(const Table& one, const Table& other, int stones) {
    return std::memcmp(one.address(0), other.address(0), one.ranking().layer(stones + 1)) == 0;
}

void check_profile(const Switches& switches) {
    for (int pits = 1; pits <= kMaxFastPits; ++pits) {
        Table table({pits, switches}, kStonesByPits[static_cast<std::size_t>(pits - 1)]);
        build(table, 1);
        CHECK_EQUAL(wrong_values(table), 0u);
    }
}

}  // namespace

TEST(every_value_of_a_kalah_table_follows_from_others) { check_profile(kKalah); }
TEST(every_value_of_a_table_with_empty_capture_follows_from_others) { check_profile(kKalahEmptyCapture); }
TEST(every_value_of_a_lazy_kalah_table_follows_from_others) { check_profile(kKalahLazy); }
TEST(every_value_of_an_avalanche_table_follows_from_others) { check_profile(kAvalanche); }
TEST(every_value_of_an_avalanche_table_with_sweep_follows_from_others) { check_profile(kAvalancheSweep); }
TEST(every_value_of_an_events_table_follows_from_others) { check_profile(kEvents); }

TEST(a_table_is_the_same_however_it_is_built) {
    for (const Switches& switches : boards::kProfiles) {
        for (const int pits : {1, 3, 6}) {
            const int stones = kStonesByPits[static_cast<std::size_t>(pits - 1)];
            Table whole({pits, switches}, stones);
            build(whole, 1);
            for (const int threads : {2, 3}) {
                Table shared({pits, switches}, stones);
                build(shared, threads);
                CHECK(same(shared, whole, stones));
            }
            for (const int first : {0, 1, stones / 2, stones}) {
                Table begun({pits, switches}, first);
                build(begun, 1);
                Table extended({pits, switches}, stones);
                extended.copy_layers(begun);
                CHECK_EQUAL(extended.stones(), first);
                build(extended, 2);
                CHECK(same(extended, whole, stones));
            }
            Table part({pits, switches}, stones / 2);
            part.copy_layers(whole);
            CHECK_EQUAL(part.stones(), stones / 2);
            CHECK(same(part, whole, stones / 2));
        }
    }
}

#ifndef __wasm__  // needs threads
TEST(a_table_that_is_stopped_keeps_its_finished_layers_and_goes_on) {
    for (const Switches& switches : boards::kProfiles) {
        const Rules rules{6, switches};
        Table whole(rules, 9);
        build(whole, 2);
        Table table(rules, 9);
        for (int wait = 0; table.stones() < 9; wait = wait * 2 + 50) {
            TableBuilder builder(table);
            if (wait == 0) builder.stop();
            std::thread one([&] { builder.work(); });
            std::thread two([&] { builder.work(); });
            std::this_thread::sleep_for(std::chrono::microseconds(wait));
            builder.stop();
            one.join();
            two.join();
            CHECK_EQUAL(builder.layers_done(), table.stones() + 1);
            if (wait == 0) CHECK(table.stones() < 0);
            CHECK(table.stones() < 0 || same(table, whole, table.stones()));
        }
        CHECK(same(table, whole, 9));
    }
}
#endif

TEST(values_stay_within_the_stones_in_play) {
    for (const Switches& switches : boards::kProfiles) {
        Table table({5, switches}, 8);
        build(table, 1);
        for (int stones = 0; stones <= 8; ++stones) {
            for (std::uint64_t i = table.ranking().layer(stones); i < table.ranking().layer(stones + 1); ++i) {
                CHECK(table.at(i) >= -stones && table.at(i) <= stones);
                if (switches.rest == Rest::owner) CHECK_EQUAL((table.at(i) + stones) % 2, 0);
            }
        }
    }
}
