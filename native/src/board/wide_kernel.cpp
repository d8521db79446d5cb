#include "sowfish/board/wide_kernel.hpp"

#include <algorithm>

namespace sowfish {

unsigned WideKernel::filled(const Board& board) const {
    unsigned mask = 0;
    for (int pit = 0; pit < pits_; ++pit) mask |= (board.cells[at(pit)] ? 1u : 0u) << pit;
    return mask;
}

WideBoard WideKernel::turned(const Board& board) const {
    Board other = board;
    const auto half = other.cells.begin() + pits_ + 1;
    std::swap_ranges(other.cells.begin(), half, half);
    return other;
}

WideBoard WideKernel::without_stores(Board board) const {
    board.cells[at(pits_)] = 0;
    board.cells[at(2 * pits_ + 1)] = 0;
    return board;
}

int WideKernel::ready(const Board& board) const {
    int count = 0;
    for (int pit = 0; pit < pits_; ++pit) count += board.cells[at(pit)] == pits_ - pit;
    return count;
}

int WideKernel::beyond(const Board& board) const {
    int count = 0;
    for (int pit = 0; pit < pits_; ++pit) count += board.cells[at(pit)] > pits_ - pit;
    return count;
}

Next WideKernel::sow(Board& board, int pit, MoveRecord* record) const {
    const int store_before = store(board);
    int last = lap(board, pit, record);
    int laps = 1;
    for (; relays(board, last); ++laps) last = lap(board, last, record);
    const int captured = capture(board, last);
    if (record) {
        record->laps = laps;
        record->captured = captured;
        record->banked = store(board) - store_before;
    }
    return last == pits_ ? Next::again : Next::other;
}

Next WideKernel::play(Board& board, int pit) const {
    const Next next = sow(board, pit);
    if (!is_over(board, next)) return next;
    sweep(board);
    return Next::over;
}

bool WideKernel::is_over(const Board& board, Next next) const {
    const bool mine_empty = rest_of(board, 0) == 0;
    const bool theirs_empty = rest_of(board, pits_ + 1) == 0;
    switch (switches_.ends) {
        case Ending::either_empty:
            return mine_empty || theirs_empty;
        case Ending::mover_empty:
            return next == Next::again ? mine_empty : theirs_empty;
        case Ending::all_empty:
            break;
    }
    return mine_empty && theirs_empty;
}

void WideKernel::sweep(Board& board) const {
    if (switches_.rest == Rest::nobody) return;
    for (const int first : {0, pits_ + 1}) {
        const int rest = rest_of(board, first);
        for (int pit = 0; pit < pits_; ++pit) board.cells[at(first + pit)] = 0;
        board.cells[at(first + pits_)] = static_cast<std::uint8_t>(board.cells[at(first + pits_)] + rest);
    }
}

int WideKernel::rest_of(const Board& board, int first) const {
    int sum = 0;
    for (int pit = 0; pit < pits_; ++pit) sum += board.cells[at(first + pit)];
    return sum;
}

int WideKernel::lap(Board& board, int cell, MoveRecord* record) const {
    const int ring = 2 * pits_ + (switches_.both_stores ? 2 : 1);  // without the last cell, the other's store
    const int stones = board.cells[at(cell)];
    board.cells[at(cell)] = 0;
    if (record) {
        record->path.push_back(static_cast<std::uint8_t>(cell));
        record->path.push_back(static_cast<std::uint8_t>(stones));
    }
    for (int left = stones; left > 0; --left) {
        cell = (cell + 1) % ring;
        ++board.cells[at(cell)];
        if (record) record->path.push_back(static_cast<std::uint8_t>(cell));
    }
    return cell;
}

bool WideKernel::relays(const Board& board, int last) const {
    const bool in_store = last == pits_ || last == 2 * pits_ + 1;
    return switches_.relay && !in_store && board.cells[at(last)] > 1;
}

int WideKernel::capture(Board& board, int last) const {
    if (switches_.capture == Capture::none || last >= pits_ || board.cells[at(last)] != 1) return 0;
    const std::size_t facing = at(2 * pits_ - last);
    if (switches_.capture == Capture::opposite && board.cells[facing] == 0) return 0;
    const int captured = board.cells[facing] + 1;
    board.cells[facing] = 0;
    board.cells[at(last)] = 0;
    board.cells[at(pits_)] = static_cast<std::uint8_t>(board.cells[at(pits_)] + captured);
    return captured;
}

}  // namespace sowfish
