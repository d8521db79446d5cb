// A dense numbering of rows and positions: every position has its own index, without gaps.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "sowfish/board/board.hpp"
#include "sowfish/board/rules.hpp"

namespace sowfish {

// A row is the pits of one side. Rows with the same number of stones are ranked lexicographically, pit 0 most
// significant, so sowing that stays on its own side always lowers the rank. Positions are indexed by
//
//     stones in play  >  stones of the mover  >  rank of the mover's row  >  rank of the other's row
//
// With r[i] the stones in pits i and later, the rows above a row of r[0] stones number the sum over i >= 1 of
// binomial(r[i] + pits - i - 1, pits - i): one look-up per pit.
class Ranking {
   public:
    explicit Ranking(int pits);

    int pits() const { return pits_; }

    // The maximum stones in play for which every index fits in 63 bits.
    int max_stones() const { return max_stones_; }

    // Number of rows with this many stones.
    std::uint64_t rows(int stones) const { return rows_[static_cast<std::size_t>(stones)]; }

    // Index of the first position with this many stones in play.
    std::uint64_t layer(int stones) const { return layer_[static_cast<std::size_t>(stones)]; }

    // Index of the first position in which the mover has `mine` and the other `theirs` stones.
    std::uint64_t block(int mine, int theirs) const {
        return block_[static_cast<std::size_t>(mine + theirs)][static_cast<std::size_t>(mine)];
    }

    struct Row {
        int stones;
        std::uint64_t rank;
    };

    // A row from the pits of a word; other bytes of the word must be zero.
    [[gnu::always_inline]] Row row(std::uint64_t pits) const {
        // Byte k becomes the number of stones in the last k + 1 pits.
        std::uint64_t sums = reversed(pits << shift_) * 0x0101010101010101ULL;
        std::uint64_t above = 0;  // missing pits add nothing
        for (int k = 0; k + 1 < kMaxFastPits; ++k)
            above += above_[static_cast<std::size_t>(k)][sums >> (8 * k) & 0xff];
        const int stones = byte_at(sums, pits_ - 1);
        return {stones, rows(stones) - 1 - above};
    }

    // The word of a row.
    std::uint64_t unrank(int stones, std::uint64_t rank) const;

    // Index of a board without stores that has at most max_stones() in play.
    std::uint64_t index(const Board& board) const {
        const Row mine = row(board.mine);
        const Row theirs = row(board.theirs);
        return block(mine.stones, theirs.stones) + mine.rank * rows(theirs.stones) + theirs.rank;
    }

   private:
    static std::uint64_t reversed(std::uint64_t word) { return __builtin_bswap64(word); }

    int pits_;
    int shift_;
    int max_stones_ = 0;
    std::array<std::array<std::uint64_t, kMaxStones + 1>, kMaxFastPits> above_{};
    std::array<std::uint64_t, kMaxStones + 1> rows_{};
    std::array<std::uint64_t, kMaxStones + 2> layer_{};
    std::array<std::array<std::uint64_t, kMaxStones + 1>, kMaxStones + 1> block_{};
};

// The ranking for boards of 1..7 pits a side; built on first use, then constant.
const Ranking& ranking(int pits);

}  // namespace sowfish
