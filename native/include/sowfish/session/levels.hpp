// Playing levels: a shallower look-ahead that makes plausible mistakes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sowfish/board/chance.hpp"

namespace sowfish {

struct Level {
    int depth;            // search depth, in moves
    std::uint64_t nodes;  // node limit
    double carelessness;  // stones; a move that loses this many is drawn 1/e times as often as the best
    double overlooked;    // stones; a move that loses more is never drawn
};

// Levels 1 to 9; level 10 is the engine itself.
inline constexpr std::array<Level, 9> kLevels{{
    {1, 1'000, 4.0, 99.0},
    {1, 1'000, 2.2, 8.0},
    {2, 2'000, 1.5, 5.0},
    {3, 5'000, 1.1, 4.0},
    {4, 10'000, 0.9, 3.5},
    {6, 20'000, 0.65, 2.5},
    {8, 50'000, 0.45, 2.0},
    {10, 100'000, 0.35, 1.5},
    {13, 250'000, 0.12, 0.75},
}};

// The node limit of a level: boards without a specialised kernel are ten times slower.
constexpr std::uint64_t nodes_of(const Level& level, bool is_fast) {
    return is_fast ? level.nodes : level.nodes / 10;
}

// The index of the move that a level plays, given its estimate of each move, in stones.
std::size_t drawn_move(const Level& level, const std::vector<double>& values, Chance& chance);

}  // namespace sowfish
