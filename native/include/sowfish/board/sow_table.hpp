// What sowing n stones from a cell adds to the two words of a board, computed once per board size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sowfish/board/rules.hpp"

namespace sowfish {

// Cells are numbered in the mover's sowing order:
//
//     0 .. n-1    own pits
//     n           own store
//     n+1 .. 2n   the other's pits 0 .. n-1
//     2n+1        the other's store, only if the rules sow into it
struct alignas(32) SowEntry {
    std::uint64_t mine;    // added to the mover's word; includes emptying the start pit
    std::uint64_t theirs;  // added to the other's word
    std::uint8_t last;     // the cell of the last stone
    std::uint8_t shift;    // bit offset of that cell in its word
    bool on_their_side;    // whether that cell is in `theirs`
};

class SowTable {
   public:
    SowTable(int pits, bool both_stores);

    // The entry for sowing from a cell is entries()[place(cell, stones)].
    const SowEntry* entries() const { return entries_.data(); }
    static int place(int cell, int stones) { return (cell << 8) | stones; }
    const SowEntry& at(int cell, int stones) const {
        return entries_[static_cast<std::size_t>(place(cell, stones))];
    }
    int pits() const { return pits_; }

   private:
    int pits_;
    std::vector<SowEntry> entries_;
};

// The table for a board of 1..7 pits; built on first use, then constant.
const SowTable& sow_table(int pits, bool both_stores);

}  // namespace sowfish
