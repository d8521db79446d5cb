// A turn that is best under two rules for leftovers. Its caller analyses positions; this decides which.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <vector>

#include "sowfish/board/position.hpp"

namespace sowfish {

// A depth-first search for a turn of which every move keeps the value of its position under both rules. Both have
// the same moves. Each position is analysed once.
class CommonTurn {
   public:
    // `best`: the pits that keep the value of the position under both rules, as bits.
    CommonTurn(const Position& position, unsigned best);

    // Advances to the next position to analyse; false once the search is over. Unless `may_ask`, it only tries
    // moves that end the turn.
    bool next(bool may_ask);

    // The best pits of the position that next() has advanced to.
    void tell(unsigned best) { open_.back().best = best; }

    // The moves that lead to that position. Once the search is over, the turn found; empty if there is none.
    const std::vector<int>& pits() const { return pits_; }

    // The position that next() has advanced to; null once the search is over.
    const Position* position() const { return open_.empty() ? nullptr : &open_.back().position; }

   private:
    struct Open {
        Position position;
        unsigned best;  // not tried yet
    };

    std::vector<Open> open_;  // the start and the positions after each of `pits_`
    std::vector<int> pits_;
    std::set<decltype(Position::ring)> seen_;
};

}  // namespace sowfish
