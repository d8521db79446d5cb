// Alpha-beta with iterative deepening over a fixed evaluation of who is winning, from 0 to 1.
#pragma once

#include <cstdint>
#include <vector>

#include "sowfish/board/position.hpp"
#include "sowfish/system/control.hpp"

namespace sowfish {

// Values are integers in hundred-millionths: 0 is lost, kSure / 2 a tie, kSure won.
inline constexpr std::int32_t kSure = 100'000'000;

// The evaluation for the side to move:
//
//     93 %   store difference: (1 + (own store - other's) / all stones) / 2
//      7 %   share of the stones in pits that lie on the own side
//
// but 1 or 0 once a store holds more than half of all stones, and the actual result if the game is over. The value
// for the other side is kSure minus this one.
std::int32_t evaluate(const Position& position);

struct MinimaxResult {
    int pit = 0;
    std::int32_t value = 0;  // for the side to move
    int depth = 0;           // moves looked ahead
    std::uint64_t nodes = 0;
    std::vector<int> line;  // best play to the depth searched or to the end; begins with `pit`
    bool sees_end = false;  // whether the value depends on no static evaluation
};

// Deepens until it reaches `max_depth`, searches the game to its end or is stopped by the control, but always
// searches one move deep. A finished depth gives the value of plain minimax at that depth. Among equal moves it
// plays the one found first at the smallest depth; in a lost game, the move of the last depth that did not see the
// loss. The position must have a legal move. `expected_nodes` sizes the hash table.
MinimaxResult minimax(const Position& position, int max_depth, std::uint64_t expected_nodes, Control& control);

}  // namespace sowfish
