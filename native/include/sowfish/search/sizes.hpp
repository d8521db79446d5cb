// How large the tables of an engine are for a position: what pays, within the memory and the time.
#pragma once

#include <cstdint>
#include <limits>

#include "sowfish/board/rules.hpp"

namespace sowfish {

struct SizeQuestion {
    int rest = 0;        // stones in play
    double memory = 0;   // bytes
    double seconds = 0;  // 0: as long as it takes
    int threads = 1;
    bool every_move = false;
    double most_positions = std::numeric_limits<double>::infinity();  // of the endgame table
};

struct Sizes {
    int table_stones = -1;       // of the endgame table at first; -1 for none
    int max_table_stones = -1;   // to which it may grow
    double hash_bytes = 1;       // of the proof's hash table
    double first_positions = 0;  // of a table that surely pays, whatever the memory and the time
    double room_positions = 0;   // that the memory allows
};

// The endgame table starts small, and grows while the search lasts.
Sizes sizes_for(const Rules& rules, const SizeQuestion& question);

// The bytes of the look-ahead's transposition table.
double look_bytes(double memory);

// The most stones for which a table has no more than so many positions.
int largest_table(const Rules& rules, double positions);

}  // namespace sowfish
