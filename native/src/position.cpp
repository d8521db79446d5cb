#include "sowfish/position.hpp"

namespace sowfish {

namespace {

// Finished games keep the turn as the last move left it, so a free move that ends the game keeps it too.
template <class Kernel, class Play>
Position played(const Kernel& kernel, const Position& position, const Play& play) {
    Position result = position;
    auto board = board_of(kernel, position);
    const bool keeps_turn = play(board);
    put_board(kernel, board, result);
    result.north_to_move = keeps_turn == position.north_to_move;
    return result;
}

}  // namespace

WideBoard board_of(const WideKernel& kernel, const Position& position) {
    WideBoard board{position.ring};
    return position.north_to_move ? kernel.turned(board) : board;
}

void put_board(const WideKernel& kernel, const WideBoard& board, Position& position) {
    position.ring = (position.north_to_move ? kernel.turned(board) : board).cells;
}

bool is_fast(const Rules& rules) {
    struct {
        template <Switches S>
        bool operator()(const Kernel<S>&) const { return true; }
        bool operator()(const WideKernel&) const { return false; }
    } visitor;
    return with_kernel(rules, visitor);
}

bool is_over(const Position& position) {
    return with_kernel(position.rules, [&](const auto& kernel) {
        return kernel.is_over(board_of(kernel, position), Next::again);
    });
}

unsigned legal_pits(const Position& position) {
    return with_kernel(position.rules, [&](const auto& kernel) {
        const auto board = board_of(kernel, position);
        return kernel.is_over(board, Next::again) ? 0u : kernel.filled(board);
    });
}

}  // namespace sowfish
