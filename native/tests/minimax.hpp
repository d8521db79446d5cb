// Future margins the plain way: recursion on the wide kernel, remembering every board.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>

#include "sowfish/board/board.hpp"
#include "sowfish/board/wide_kernel.hpp"
#include "tests/boards.hpp"

namespace minimax {

// A fast board, which has up to seven pits, as a wide one.
inline sowfish::WideBoard wide_of(const sowfish::Board& board, int pits) {
    sowfish::WideBoard wide;
    for (int cell = 0; cell <= pits; ++cell) {
        wide.cells[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(sowfish::byte_at(board.mine, cell));
        wide.cells[static_cast<std::size_t>(pits + 1 + cell)] =
            static_cast<std::uint8_t>(sowfish::byte_at(board.theirs, cell));
    }
    return wide;
}

// What the side to move gains by playing a pit and, with `value_of` for the board that follows, by what comes
// after.
template <class ValueOf>
int move_value(const sowfish::WideKernel& kernel, const sowfish::WideBoard& board, int pit, ValueOf&& value_of) {
    sowfish::WideBoard after = kernel.without_stores(board);
    const sowfish::Next next = kernel.play(after, pit);
    const int gain = kernel.margin(after);
    after = kernel.without_stores(after);
    if (next == sowfish::Next::over) return gain;
    return next == sowfish::Next::again ? gain + value_of(after) : gain - value_of(kernel.turned(after));
}

// The future margin of a board without stores, from the values of the boards that follow.
template <class ValueOf>
int value(const sowfish::WideKernel& kernel, const sowfish::WideBoard& board, ValueOf&& value_of) {
    if (kernel.is_over(board, sowfish::Next::again)) {
        sowfish::WideBoard swept = board;
        kernel.sweep(swept);
        return kernel.margin(swept);
    }
    if (kernel.filled(board) == 0) return -value_of(kernel.turned(board));
    int best = -sowfish::kMaxStones;
    for (int pit = 0; pit < kernel.pits(); ++pit)
        if (kernel.stones(board, pit) > 0) best = std::max(best, move_value(kernel, board, pit, value_of));
    return best;
}

class Minimax {
   public:
    explicit Minimax(const sowfish::Rules& rules) : kernel_(rules) {}

    const sowfish::WideKernel& kernel() const { return kernel_; }

    // The future margin of a board, whatever is in its stores.
    int operator()(const sowfish::WideBoard& given) {
        const sowfish::WideBoard board = kernel_.without_stores(given);
        const auto known = known_.find(board.cells);
        if (known != known_.end()) return known->second;
        const int found =
            value(kernel_, board, [this](const sowfish::WideBoard& after) { return (*this)(after); });
        known_[board.cells] = found;
        return found;
    }

    // The final margin of a position, for the side to move.
    int margin_of(const sowfish::Position& position) {
        const sowfish::WideBoard board = sowfish::board_of(kernel_, position);
        return kernel_.margin(board) + (*this)(board);
    }

    std::size_t size() const { return known_.size(); }

   private:
    sowfish::WideKernel kernel_;
    std::map<std::array<std::uint8_t, 2 * sowfish::kMaxPits + 2>, int> known_;
};

// A position with this many stones in its pits, thrown in one by one, and some in the stores.
inline sowfish::Position thrown(sowfish::Random& random, const sowfish::Rules& rules, int stones) {
    sowfish::Position position{rules, {}, boards::pick(random, 0, 1) == 1};
    for (int stone = 0; stone < stones; ++stone) {
        const int pit = boards::pick(random, 0, 2 * rules.pits - 1);
        ++position.ring[static_cast<std::size_t>(pit < rules.pits ? pit : pit + 1)];
    }
    position.ring[static_cast<std::size_t>(rules.pits)] = static_cast<std::uint8_t>(boards::pick(random, 0, 20));
    position.ring[static_cast<std::size_t>(2 * rules.pits + 1)] =
        static_cast<std::uint8_t>(boards::pick(random, 0, 20));
    return position;
}

}  // namespace minimax
