// Alpha-beta with iterative deepening over a fixed evaluation: who is winning, from 0 to 1.
#pragma once

#include <cstdint>
#include <vector>

#include "sowfish/board/position.hpp"
#include "sowfish/search/control.hpp"

namespace sowfish {

// A value is a whole number of hundred-millionths: 0 is lost, kSure won, the half of it a tie.
inline constexpr std::int32_t kSure = 100'000'000;

// The evaluation for the side to move:
//
//     93 %   store difference: (1 + (own store - other's) / all stones) / 2
//      7 %   share of the stones in pits that lie on the own side
//
// but 1 or 0 once a store holds more than half of all stones, and what the game ended with if it is over. The
// value for the other side is kSure minus it.
std::int32_t evaluate(const Position& position);

struct MinimaxResult {
    int pit = 0;
    std::int32_t value = 0;  // for the side to move
    int depth = 0;           // moves looked ahead
    std::uint64_t nodes = 0;
    std::vector<int> line;  // best play as far as it was looked ahead, or to the end; beginning with the pit
    bool sees_end = false;  // whether no evaluation of an undecided game went into the value
};

// Deepens move by move until `max_depth` is reached, the game is seen to its end or the control stops it; one move
// deep it always looks. A depth finished gives the value of a plain minimax of that depth. Of equal moves the one
// found first at the smallest depth is played; in a lost game the move of the last depth that did not see it lost.
// The position must have a legal move. `expected_nodes` sizes the hash table.
MinimaxResult minimax(const Position& position, int max_depth, std::uint64_t expected_nodes, Control& control);

}  // namespace sowfish
