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

// Plays uniformly random moves to the end; returns the margin for the side to move, adds the moves to `moves`.
template <class Kernel>
int playout(const Kernel& kernel, typename Kernel::Board board, Random& random, std::uint64_t& moves) {
    bool turned = false;
    if (kernel.is_over(board, Next::again)) {
        kernel.sweep(board);
        return kernel.margin(board);
    }
    for (;;) {
        const unsigned choices = kernel.filled(board);
        Next next = Next::other;  // with nothing to sow the side passes
        if (choices != 0) {
            next = kernel.play(board, member_of(choices, random.below(count_of(choices))));
            ++moves;
        }
        if (next == Next::over) {
            const int margin = kernel.margin(board);
            return turned ? -margin : margin;
        }
        if (next == Next::other) {
            board = kernel.turned(board);
            turned = !turned;
        }
    }
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
