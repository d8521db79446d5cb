// Counting move sequences: the usual way to compare and to time move generators.
#pragma once

#include <cstdint>

#include "sowfish/board/rules.hpp"

namespace sowfish {

struct Perft {
    std::uint64_t sequences = 0;
    // Sum of the margins reached, each for the side that moved last, modulo 2^64: a signature of the boards.
    std::uint64_t margins = 0;
};

// Adds the last ply of a board using only copies that stay in registers; most of the time is spent here.
template <class Kernel>
bool add_last_ply(Kernel kernel, typename Kernel::Board board, Perft& total) {
    Perft sum;
    for (int pit = 0; pit < kernel.pits(); ++pit) {
        if (kernel.stones(board, pit) == 0) continue;
        auto child = board;
        kernel.play(child, pit);
        ++sum.sequences;
        sum.margins += static_cast<std::uint64_t>(kernel.margin(child));
    }
    total.sequences += sum.sequences;
    total.margins += sum.margins;
    return sum.sequences != 0;
}

// Adds the sequences of `depth` plies. A free move and a pass each count as a ply; a game that ends earlier counts
// once. Every move is made on a board, including the last ply.
template <class Kernel>
void add_perft(const Kernel& kernel, const typename Kernel::Board& board, int depth, Perft& sum) {
    bool moved = depth == 1 && add_last_ply(kernel, board, sum);
    for (int pit = 0; pit < kernel.pits() && depth > 1; ++pit) {
        if (kernel.stones(board, pit) == 0) continue;
        moved = true;
        auto child = board;
        const Next next = kernel.play(child, pit);
        if (next == Next::over) {
            ++sum.sequences;
            sum.margins += static_cast<std::uint64_t>(kernel.margin(child));
        } else {
            add_perft(kernel, next == Next::again ? child : kernel.turned(child), depth - 1, sum);
        }
    }
    if (moved) return;
    if (depth == 1) {
        ++sum.sequences;
        sum.margins += static_cast<std::uint64_t>(kernel.margin(board));
        return;
    }
    add_perft(kernel, kernel.turned(board), depth - 1, sum);  // a pass: the other side has stones
}

template <class Kernel>
Perft perft(const Kernel& kernel, const typename Kernel::Board& board, int depth) {
    Perft sum;
    // At the root, the side to move is treated like a mover who has just earned a free move.
    if (depth == 0 || kernel.is_over(board, Next::again)) {
        sum.sequences = 1;
        sum.margins = static_cast<std::uint64_t>(kernel.margin(board));
    } else {
        add_perft(kernel, board, depth, sum);
    }
    return sum;
}

}  // namespace sowfish
