// The rows of a table, and what their moves do as far as one row determines it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sowfish/board/profiles.hpp"
#include "sowfish/table/ranking.hpp"

namespace sowfish::row_moves {

constexpr std::uint8_t kAlways = 0xff;

// The effect of a move as far as the mover's own row determines it. Moves that stay are stored separately.
enum class Kind : std::uint8_t {
    none,      // empty, or stays whatever the other row is
    again,     // ends in the store
    crosses,   // sows the first `place` pits of the other side and ends there: the turn passes
    captures,  // ends in an own empty pit, facing `place` of the other side
    relays,    // goes on with `place` stones on the other side
    longer,    // played on the board
};

struct Step {
    Kind kind = Kind::none;
    std::uint8_t place = 0;
    std::uint8_t stones = 0;  // left in the own row
    std::uint32_t row = 0;    // rank of the own row
};

struct Stay {
    std::uint32_t row;    // rank of the own row after it
    std::uint8_t facing;  // stays only if this pit of the other side is empty, or kAlways
};

// The effect of sowing some stones along a whole side on its row, including further laps on that side.
struct Crossing {
    std::uint32_t row = 0;    // rank of the row
    std::uint8_t stones = 0;  // in the row
    std::uint8_t left = 0;    // go beyond the side; 0: the last stone fell into an empty pit of it
};

// All rows with one number of stones.
struct Rows {
    std::span<const Stay> stays_of(std::uint64_t row) const {
        return {stays.data() + first_stay[row], stays.data() + first_stay[row + 1]};
    }

    std::vector<std::uint64_t> words;
    std::vector<Step> steps;                          // [row * pits + pit]
    std::vector<Stay> stays;                          // of row r: from first_stay[r] to first_stay[r + 1]
    std::vector<std::uint32_t> first_stay;            //
    std::vector<std::vector<std::uint8_t>> count;     // count[pit][row]: stones in the pit
    std::vector<std::vector<std::uint32_t>> plus;     // plus[k][row]: rank with a stone more in the first k pits
    std::vector<std::vector<std::uint32_t>> without;  // without[pit][row]: rank with the pit emptied
};

template <class Kernel>
class RowMoves {
   public:
    RowMoves(const Kernel& kernel, const Ranking& ranking)
        : kernel_(kernel), ranking_(ranking), pits_(kernel.pits()) {}

    // Computes the rows with up to this many stones.
    void prepare(int stones) {
        while (static_cast<int>(rows_.size()) <= stones)
            rows_.push_back(make_rows(static_cast<int>(rows_.size())));
        if constexpr (Kernel::kRelays) {
            crossings_.resize(place_of(stones + 1, 0));
            for (int own = 0; own <= stones; ++own) prepare_crossings(own, stones - own);
        }
    }

    const Rows& rows(int stones) const { return rows_[static_cast<std::size_t>(stones)]; }
    const Crossing* crossings(int stones, int sown) const { return crossings_[place_of(stones, sown)].data(); }

   private:
    static constexpr std::size_t kSown = 128;  // more stones are never sown
    static std::size_t place_of(int stones, int sown) {
        return static_cast<std::size_t>(stones) * kSown + static_cast<std::size_t>(sown);
    }

    Rows make_rows(int stones) const {
        Rows rows;
        const auto pits = static_cast<std::size_t>(pits_);
        rows.count.resize(pits);
        rows.without.resize(pits);
        rows.plus.resize(pits + 1);
        rows.first_stay.push_back(0);
        for (std::uint64_t row = 0; row < ranking_.rows(stones); ++row) {
            const std::uint64_t word = ranking_.unrank(stones, row);
            rows.words.push_back(word);
            std::uint64_t ones = 0;
            for (auto& plus : rows.plus) {
                plus.push_back(rank(word + ones));
                ones = ones << 8 | 1;
            }
            for (std::size_t pit = 0; pit < pits; ++pit) {
                const int place = static_cast<int>(pit);
                rows.count[pit].push_back(static_cast<std::uint8_t>(byte_at(word, place)));
                rows.without[pit].push_back(rank(word & ~(std::uint64_t{0xff} << (8 * pit))));
                rows.steps.push_back(make_step(word, place, rows.stays));
            }
            rows.first_stay.push_back(static_cast<std::uint32_t>(rows.stays.size()));
        }
        return rows;
    }

    // Computes the crossings of rows with this many stones, for up to `most` stones sown.
    void prepare_crossings(int stones, int most) {
        for (int sown = 0; sown <= most; ++sown) {
            std::vector<Crossing>& made = crossings_[place_of(stones, sown)];
            if (!made.empty()) continue;
            made.reserve(rows(stones).words.size());
            for (const std::uint64_t word : rows(stones).words) made.push_back(crossing(word, sown));
        }
    }

    Crossing crossing(std::uint64_t row, int sown) const {
        int last = -1;
        for (int lifted = sown; lifted > 0;) {
            const int end = last + lifted;
            while (++last <= std::min(end, pits_ - 1)) row += std::uint64_t{1} << (8 * last);
            if (end >= pits_) return crossed(row, end - pits_ + 1);
            last = end;
            lifted = byte_at(row, last);
            if (lifted == 1) break;
            row &= ~(std::uint64_t{0xff} << (8 * last));
        }
        return crossed(row, 0);
    }

    Crossing crossed(std::uint64_t row, int left) const {
        return {rank(row), static_cast<std::uint8_t>(sum_of_bytes(row)), static_cast<std::uint8_t>(left)};
    }

    std::uint32_t rank(std::uint64_t word) const { return static_cast<std::uint32_t>(ranking_.row(word).rank); }

    Step make_step(std::uint64_t word, int pit, std::vector<Stay>& stays) const {
        std::uint64_t row = word;
        int last = pit;
        int lifted = byte_at(word, pit);
        if (lifted == 0) return {};
        do {
            row &= ~(std::uint64_t{0xff} << (8 * last));
            const int end = last + lifted;
            while (++last <= std::min(end, pits_ - 1)) row += std::uint64_t{1} << (8 * last);
            if (end >= pits_) return leaving_step(row, end - pits_);
            last = end;
            lifted = byte_at(row, last);
        } while (Kernel::kRelays && lifted > 1);
        const bool may_capture = kernel_.switches().capture != Capture::none && lifted == 1;
        const auto facing = static_cast<std::uint8_t>(pits_ - 1 - last);
        if (!may_capture || kernel_.switches().capture == Capture::opposite)
            stays.push_back({rank(row), may_capture ? facing : kAlways});
        if (!may_capture) return {};
        return step(Kind::captures, facing, row - (std::uint64_t{1} << (8 * last)));
    }

    // A move that reaches the store; `crossing` stones go beyond it.
    Step leaving_step(std::uint64_t row, int crossing) const {
        if (crossing == 0) return step(Kind::again, 0, row);
        if (Kernel::kRelays) return step(Kind::relays, static_cast<std::uint8_t>(crossing), row);
        if (crossing > pits_) return step(Kind::longer, 0, row);
        return step(Kind::crosses, static_cast<std::uint8_t>(crossing), row);
    }

    Step step(Kind kind, std::uint8_t place, std::uint64_t row) const {
        return {kind, place, static_cast<std::uint8_t>(sum_of_bytes(row)), rank(row)};
    }

    Kernel kernel_;
    const Ranking& ranking_;
    int pits_;
    std::vector<Rows> rows_;
    std::vector<std::vector<Crossing>> crossings_;  // [place_of(stones of the row, stones sown)][row], with relay
};

}  // namespace sowfish::row_moves
