// The fast board: two words, from the mover's point of view.
#pragma once

#include <cstdint>
#include <utility>

#include "sowfish/board/rules.hpp"

namespace sowfish {

//     byte   7      6     5     4     3     2     1     0
//     mine   -    store  pit5  pit4  pit3  pit2  pit1  pit0        (6 pits a side)
//     theirs -    store  pit5  pit4  pit3  pit2  pit1  pit0
//
// Pit 0 is farthest from its own store, so stones move towards higher bytes. No count exceeds 255, so adding
// never carries into the next byte.
struct Board {
    std::uint64_t mine = 0;
    std::uint64_t theirs = 0;

    friend constexpr bool operator==(const Board&, const Board&) = default;
};

constexpr Board turned(const Board& board) { return {board.theirs, board.mine}; }

constexpr int byte_at(std::uint64_t word, int place) { return static_cast<int>((word >> (8 * place)) & 0xff); }

// Sum of the bytes of a word, which must not exceed 255.
constexpr int sum_of_bytes(std::uint64_t word) { return static_cast<int>((word * 0x0101010101010101ULL) >> 56); }

// Bit i is set if byte i is not zero, for the seven low bytes.
constexpr unsigned nonzero_bytes(std::uint64_t word) {
    constexpr std::uint64_t low7 = 0x7f7f7f7f7f7f7f7fULL;
    const std::uint64_t marks = ((((word & low7) + low7) | word) & ~low7) >> 7;
    return static_cast<unsigned>((marks * 0x0102040810204080ULL) >> 56);
}

}  // namespace sowfish
