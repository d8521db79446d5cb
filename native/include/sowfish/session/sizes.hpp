// Table sizes of an engine for a position: as large as pays off within the memory and time limits.
#pragma once

#include <cstdint>
#include <limits>

#include "sowfish/board/rules.hpp"

namespace sowfish {

struct SizeQuestion {
    int rest = 0;        // stones in play
    double memory = 0;   // bytes
    double seconds = 0;  // 0 means unlimited
    int threads = 1;
    bool every_move = false;
    int stored_stones =
        -1;  // of a table on disk, which may be larger: checking one costs a fraction of building it
    double most_positions = std::numeric_limits<double>::infinity();  // of the endgame table
};

struct Sizes {
    int table_stones = -1;      // initial size of the endgame table; -1 for none
    int max_table_stones = -1;  // size it may grow to
    double hash_bytes = 1;      // of the proof's hash table
};

// The endgame table starts small and grows during the search.
Sizes sizes_for(const Rules& rules, const SizeQuestion& question);

// The bytes of the look-ahead's transposition table.
double look_bytes(double memory);

// The largest number of stones for which a table has at most `positions` positions.
int largest_table(const Rules& rules, double positions);

}  // namespace sowfish
