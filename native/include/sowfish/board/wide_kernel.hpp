// Any valid rules on a board of any size, sown one stone at a time: general and slow.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sowfish/board/rules.hpp"

namespace sowfish {

// Cells in the mover's sowing order: own pits, own store, the other's pits, the other's store.
struct WideBoard {
    std::array<std::uint8_t, 2 * kMaxPits + 2> cells{};

    friend bool operator==(const WideBoard&, const WideBoard&) = default;
};

// What the sowing of one move did, beyond the board it left.
struct MoveRecord {
    int laps = 0;
    int captured = 0;
    int banked = 0;
    int swept = 0;                   // set by the caller that applies the end-of-game rule, like the next line
    Next next = Next::again;         // who moves now
    std::vector<std::uint8_t> path;  // per lap: the cell lifted, the number of stones, then each stone's cell
};

class WideKernel {
   public:
    using Board = WideBoard;

    explicit WideKernel(const Rules& rules) : switches_(rules.switches), pits_(rules.pits) {}

    int pits() const { return pits_; }
    int stones(const Board& board, int pit) const { return board.cells[at(pit)]; }
    int store(const Board& board) const { return board.cells[at(pits_)]; }
    int margin(const Board& board) const { return store(board) - board.cells[at(2 * pits_ + 1)]; }
    int own_rest(const Board& board) const { return rest_of(board, 0); }
    int rest(const Board& board) const { return rest_of(board, 0) + rest_of(board, pits_ + 1); }
    unsigned filled(const Board& board) const;
    Board turned(const Board& board) const;
    Board without_stores(Board board) const;
    int ready(const Board& board) const;
    int beyond(const Board& board) const;

    // As in Kernel; `record`, if given, receives the laps, the stones and their path.
    Next sow(Board& board, int pit, MoveRecord* record = nullptr) const;
    Next play(Board& board, int pit) const;
    // Lifts a cell and sows it, without a capture. Returns the cell of the last stone.
    int lap(Board& board, int cell, MoveRecord* record = nullptr) const;
    bool is_over(const Board& board, Next next) const;
    void sweep(Board& board) const;

   private:
    static std::size_t at(int cell) { return static_cast<std::size_t>(cell); }
    int rest_of(const Board& board, int first) const;
    bool relays(const Board& board, int last) const;
    int capture(Board& board, int last) const;

    Switches switches_;
    int pits_;
};

}  // namespace sowfish
