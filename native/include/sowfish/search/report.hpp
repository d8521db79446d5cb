// What an engine knows about a position and its moves, and what it can be told. Margins are for the side to move,
// stores included.
#pragma once

#include <vector>

#include "sowfish/search/bounds.hpp"

namespace sowfish {

inline constexpr int kPartsOfStone = 8;  // the unit of estimates

// Bounds proven earlier or elsewhere. They are believed for the question they come with, and leave nothing in the
// hash.
struct Fact {
    int pit = kNoPit;  // kNoPit: the position itself
    int low = 0;
    int high = 0;
    std::vector<int> line{};  // best play, if known to the end; of a position, from the best move on
};

struct BestLine {
    std::vector<int> pits;  // passes are left out
    bool is_whole = false;  // whether it reaches the end of the game
};

// What a look-ahead has found; estimates are in parts of a stone, stores left out.
struct LookResult {
    struct Move {
        int pit = kNoPit;       // kNoPit: a pass
        int value = 0;          // at the last depth, if every move was requested
        std::vector<int> line;  // best play as far as the hash table has it, at least to the end of the turn
    };

    int value = 0;
    int depth = 0;            // moves looked ahead; 0 before the first depth is finished
    bool sees_end = false;    // whether the value is exact
    std::vector<int> line;    // of the best move, without passes
    std::vector<Move> moves;  // by pit
};

struct Known {
    int pit = kNoPit;  // kNoPit: the position itself
    int low = 0;       // proven bounds
    int high = 0;
    bool is_narrowed = false;  // whether the bounds are tighter than the stones in play imply
    int estimate = 0;          // in parts of a stone, between the bounds
    std::vector<int> line;     // best play as far as known, without passes

    bool is_proven() const { return low == high; }
};

struct Report {
    Known position;
    std::vector<Known> moves;  // by pit, if every move was requested
    int depth = 0;             // moves looked ahead
    int table_stones = -1;     // of the endgame table, -1 without one
    bool is_done = false;      // everything requested is proven, including lines
};

}  // namespace sowfish
