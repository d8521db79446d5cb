// Random games to the end.
#pragma once

#include <cstdint>

#include "sowfish/board/pit_set.hpp"
#include "sowfish/board/random.hpp"
#include "sowfish/board/rules.hpp"

namespace sowfish {

// Results of many games, for the side to move at the start.
struct Tally {
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;
    std::uint64_t ties = 0;
    std::int64_t margins = 0;  // sum over the games
    std::uint64_t moves = 0;   // played in all the games

    void add(int margin) {
        margins += margin;
        if (margin > 0) ++wins;
        if (margin < 0) ++losses;
        if (margin == 0) ++ties;
    }
};

struct AnyPit {
    template <class Kernel>
    int operator()(const Kernel&, const typename Kernel::Board&, unsigned pits, Random& random) const {
        return member_of(pits, random.below(count_of(pits)));
    }
};

// Plays an unfinished game to its end, or until stop_when(board) after a move or a pass; returns the margin for
// the side to move.
template <class Kernel, class PickPit, class Stop>
[[gnu::always_inline]] inline int play_out(const Kernel& kernel, typename Kernel::Board board, const PickPit& pick,
                                           Random& random, const Stop& stop_when) {
    for (bool turned = false;;) {
        const unsigned pits = kernel.filled(board);  // with nothing to sow the side passes
        const Next next = pits == 0 ? Next::other : kernel.play(board, pick(kernel, board, pits, random));
        if (next == Next::over || stop_when(board)) return turned ? -kernel.margin(board) : kernel.margin(board);
        if (next == Next::other) {
            board = kernel.turned(board);
            turned = !turned;
        }
    }
}

// Plays uniformly random moves to the end; returns the margin for the side to move, adds the moves to `moves`.
template <class Kernel>
int playout(const Kernel& kernel, typename Kernel::Board board, Random& random, std::uint64_t& moves) {
    if (kernel.is_over(board, Next::again)) {
        kernel.sweep(board);
        return kernel.margin(board);
    }
    const auto pick = [&](const Kernel&, const auto&, unsigned pits, Random&) {
        ++moves;
        return member_of(pits, random.below(count_of(pits)));
    };
    return play_out(kernel, board, pick, random, [](const auto&) { return false; });
}

// Plays games number first .. first + games - 1 of the run with this seed.
template <class Kernel>
Tally playouts(const Kernel& kernel, const typename Kernel::Board& board, std::uint64_t seed, std::uint64_t first,
               std::uint64_t games) {
    Tally tally;
    for (std::uint64_t game = 0; game < games; ++game) {
        Random random(seed, first + game);
        tally.add(playout(kernel, board, random, tally.moves));
    }
    return tally;
}

}  // namespace sowfish
