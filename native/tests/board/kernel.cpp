// The fast kernels against the wide one, which is held against the Python reference elsewhere.
#include "sowfish/board/kernel.hpp"

#include <cstdint>

#include "sowfish/board/wide_kernel.hpp"
#include "tests/boards.hpp"
#include "tests/check.hpp"

using namespace sowfish;

namespace {

// Whether both boards, each in its kernel's form and the mover's view, are the same position.
template <bool relays>
bool same(const Kernel<relays>& fast, const Board& board, const WideKernel& wide, const WideBoard& wide_board) {
    Position one{{fast.pits(), fast.switches()}, {}, false};
    Position other = one;
    put_board(fast, board, one);
    put_board(wide, wide_board, other);
    return one == other;
}

template <bool relays>
void check_views(const Kernel<relays>& fast, const Board& board, const WideKernel& wide,
                 const WideBoard& wide_board) {
    CHECK(same(fast, board, wide, wide_board));
    CHECK_EQUAL(fast.filled(board), wide.filled(wide_board));
    CHECK_EQUAL(fast.store(board), wide.store(wide_board));
    CHECK_EQUAL(fast.margin(board), wide.margin(wide_board));
    CHECK_EQUAL(fast.own_rest(board), wide.own_rest(wide_board));
    CHECK_EQUAL(fast.rest(board), wide.rest(wide_board));
    CHECK_EQUAL(fast.ready(board), wide.ready(wide_board));
    CHECK_EQUAL(fast.beyond(board), wide.beyond(wide_board));
    CHECK(same(fast, fast.turned(board), wide, wide.turned(wide_board)));
    CHECK(same(fast, fast.without_stores(board), wide, wide.without_stores(wide_board)));
    for (const Next next : {Next::again, Next::other}) {
        CHECK_EQUAL(fast.is_over(board, next), wide.is_over(wide_board, next));
    }
    for (int pit = 0; pit < fast.pits(); ++pit) {
        CHECK_EQUAL(fast.stones(board, pit), wide.stones(wide_board, pit));
    }
}

// Plays a random game in both kernels; returns the number of moves.
template <bool relays>
int check_game(const Position& start, Random& random) {
    const Kernel<relays> fast(start.rules.pits, start.rules.switches);
    const WideKernel wide(start.rules);
    Board board = board_of(fast, start);
    WideBoard wide_board = board_of(wide, start);
    int moves = 0;
    Next next = fast.is_over(board, Next::again) ? Next::over : Next::again;
    while (next != Next::over) {
        check_views(fast, board, wide, wide_board);
        const unsigned choices = fast.filled(board);
        next = Next::other;
        if (choices != 0) {
            const int pit = member_of(choices, random.below(count_of(choices)));
            next = fast.play(board, pit);
            CHECK_EQUAL(next, wide.play(wide_board, pit));
            ++moves;
        }
        if (next == Next::other) {
            board = fast.turned(board);
            wide_board = wide.turned(wide_board);
        }
    }
    check_views(fast, board, wide, wide_board);
    return moves;
}

void check_profile(const Switches& switches) {
    Random random(11);
    for (int pits = 1; pits <= kMaxFastPits; ++pits) {
        int moves = 0;
        for (int game = 0; game < 150; ++game) {
            const Position start = boards::random_position(random, {pits, switches});
            moves += switches.relay ? check_game<true>(start, random) : check_game<false>(start, random);
        }
        CHECK(moves > 300);
    }
}

// Plays ready pits, the nearest to the store first, and then the best of one that passes the store and, if wanted,
// one that captures without leaving its side; returns what that banks.
template <bool relays>
int banked_surely(const Kernel<relays>& kernel, Board board, bool captures) {
    const int before = kernel.store(board);
    for (int pit = kernel.pits() - 1; pit >= 0; --pit) {
        if (kernel.stones(board, pit) != kernel.pits() - pit) continue;
        CHECK(kernel.sow(board, pit) == Next::again);
        pit = kernel.pits();
    }
    int most = 0;
    for (int pit = 0; pit < kernel.pits(); ++pit) {
        const int beyond = kernel.stones(board, pit) - (kernel.pits() - pit);
        if (kernel.stones(board, pit) == 0) continue;
        Board after = board;
        Sown sown;
        kernel.sow(after, pit, sown);
        if (beyond > 0) {
            CHECK(kernel.store(after) > kernel.store(board));
            most = std::max(most, 1);
        } else if (captures && sown.captured > 1) {
            most = std::max(most, sown.captured);
        }
    }
    return kernel.store(board) - before + most;
}

template <bool relays>
int check_sure_gain(const Switches& switches) {
    constexpr int kNever = 1000;
    Random random(12);
    int sure = 0;
    for (int pits = 1; pits <= kMaxFastPits; ++pits) {
        const Kernel<relays> kernel(pits, switches);
        for (int i = 0; i < 500; ++i) {
            const Board board = board_of(kernel, boards::random_position(random, {pits, switches}));
            const int plain = banked_surely(kernel, board, false);
            const int most = banked_surely(kernel, board, !relays);
            CHECK_EQUAL(kernel.sure_gain(board, plain), plain);
            CHECK_EQUAL(kernel.sure_gain(board, kNever), most);
            sure += most;
        }
    }
    return sure;
}

}  // namespace

TEST(what_is_sure_can_be_banked_by_playing_it) {
    CHECK(check_sure_gain<true>(kAvalanche) > 1000);
    CHECK(check_sure_gain<true>(kAvalancheSweep) > 1000);
    CHECK(check_sure_gain<false>(kKalah) > 1000);
    CHECK(check_sure_gain<false>(kKalahEmptyCapture) > 1000);
    CHECK(check_sure_gain<false>(kKalahLazy) > 1000);
    CHECK(check_sure_gain<false>(kEvents) > 1000);
}

TEST(fast_kalah_is_wide_kalah) { check_profile(kKalah); }
TEST(fast_kalah_with_empty_capture_is_the_wide_one) { check_profile(kKalahEmptyCapture); }
TEST(fast_lazy_kalah_is_the_wide_one) { check_profile(kKalahLazy); }
TEST(fast_avalanche_is_wide_avalanche) { check_profile(kAvalanche); }
TEST(fast_avalanche_with_sweep_is_the_wide_one) { check_profile(kAvalancheSweep); }
TEST(the_fast_event_game_is_the_wide_one) { check_profile(kEvents); }

TEST(profiles_have_fast_kernels_up_to_seven_pits_and_nothing_else_has) {
    for (int pits = 1; pits <= kMaxPits; ++pits) {
        for (const Switches& switches : boards::kProfiles) CHECK_EQUAL(is_fast({pits, switches}), pits <= 7);
        CHECK(!is_fast({pits, {.relay = true}}));
        CHECK(!is_fast({pits, {.both_stores = true}}));
        CHECK(!is_fast({pits, {.rest = Rest::nobody}}));
    }
}
