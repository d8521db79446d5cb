#include "sowfish/board/position.hpp"

namespace sowfish {

namespace {

// The position after the side to move has sown. A finished game keeps the side to move of its last move.
template <class Kernel>
Position finished(const Kernel& kernel, const Position& position, typename Kernel::Board& board, Next next) {
    if (kernel.is_over(board, next)) kernel.sweep(board);
    Position result = position;
    put_board(kernel, board, result);
    result.north_to_move = position.north_to_move == (next == Next::again);
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
    const Switches& switches = rules.switches;
    return rules.pits <= kMaxFastPits &&
           (switches == kKalah || switches == kKalahEmptyCapture || switches == kKalahLazy ||
            switches == kAvalanche || switches == kAvalancheSweep || switches == kEvents);
}

int rest_of(const Position& position) {
    const int side = position.rules.pits + 1;
    int rest = 0;
    for (int cell = 0; cell < 2 * side; ++cell)
        if (cell % side != position.rules.pits) rest += position.ring[static_cast<std::size_t>(cell)];
    return rest;
}

int banked_margin(const Position& position) {
    const auto south_store = static_cast<std::size_t>(position.rules.pits);
    const int lead = position.ring[south_store] - position.ring[2 * south_store + 1];
    return position.north_to_move ? -lead : lead;
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

Position after(const Position& position, int pit) {
    return with_kernel(position.rules, [&](const auto& kernel) {
        auto board = board_of(kernel, position);
        const Next next = kernel.sow(board, pit);
        return finished(kernel, position, board, next);
    });
}

Position after(const Position& position, int pit, MoveRecord& record) {
    const WideKernel kernel(position.rules);
    WideBoard board = board_of(kernel, position);
    const Next next = kernel.sow(board, pit, &record);
    const int rest = kernel.rest(board);
    const Position result = finished(kernel, position, board, next);
    record.swept = rest - kernel.rest(board);
    record.next = is_over(result) ? Next::over : next;
    return result;
}

Position swept(const Position& position) {
    const WideKernel kernel(position.rules);
    Position result = position;
    WideBoard board = board_of(kernel, position);
    kernel.sweep(board);
    put_board(kernel, board, result);
    return result;
}

Perft perft(const Position& position, int depth) {
    return with_kernel(position.rules,
                       [&](const auto& kernel) { return perft(kernel, board_of(kernel, position), depth); });
}

Tally playouts(const Position& position, std::uint64_t seed, std::uint64_t first, std::uint64_t games) {
    return with_kernel(position.rules, [&](const auto& kernel) {
        return playouts(kernel, board_of(kernel, position), seed, first, games);
    });
}

}  // namespace sowfish
