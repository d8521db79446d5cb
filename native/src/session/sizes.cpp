#include "sowfish/session/sizes.hpp"

#include <algorithm>
#include <cmath>

#include "sowfish/board/profiles.hpp"
#include "sowfish/table/ranking.hpp"
#include "sowfish/table/table.hpp"

namespace sowfish {

namespace {

constexpr double kLeastLog = 20;       // log2 of the positions built in hundredths of a second
constexpr double kTableMemory = 0.62;  // of the memory, at most, for an endgame table
constexpr double kTableShare = 0.2;    // of the time, for building the first endgame table
constexpr double kTableRate = 60e6;    // positions per second, one thread
constexpr double kRelayTableRate = 30e6;
constexpr double kStoredGain = 16;       // how many times larger a table may be if it is already on disk
constexpr double kLookBytes = 64 << 20;  // for the look-ahead, at most
constexpr double kLookShare = 4;         // and this part of the memory

double positions_of(const Rules& rules, int stones) {
    return static_cast<double>(ranking(rules.pits).layer(stones + 1));
}

// log2 of the table positions that positions of 24 to 60 stones need in any case.
double first_log(const Rules& rules, const SizeQuestion& question) {
    const double rest = question.rest;
    return rules.switches.relay ? 10.4 + 0.2 * rest : 10.7 + 0.37 * rest + 1.5 * question.every_move;
}

}  // namespace

double look_bytes(double memory) { return std::max(1.0, std::min(kLookBytes, std::floor(memory / kLookShare))); }

int largest_table(const Rules& rules, double positions) {
    int stones = 0;
    while (stones < Table::kMaxTableStones - 1 && positions_of(rules, stones + 1) <= positions) ++stones;
    return stones;
}

Sizes sizes_for(const Rules& rules, const SizeQuestion& question) {
    const double memory = question.memory - look_bytes(question.memory);
    const bool has_tables = is_fast(rules);
    double hash_bytes = std::exp2(
        std::min(62.0, std::max(24.0, 0.75 * question.rest + question.every_move - (has_tables ? 11 : 8))));
    if (question.seconds > 0)
        hash_bytes = std::min(hash_bytes, question.seconds * 1e8);  // a search cannot fill more
    Sizes sizes;
    if (!has_tables) {
        sizes.hash_bytes = std::floor(std::max(std::min(hash_bytes, memory), 1.0));
        return sizes;
    }
    const double room = std::min(kTableMemory * memory, question.most_positions);
    const double first = std::exp2(std::max(kLeastLog, first_log(rules, question)));
    double positions = std::min(first, room);
    if (question.seconds > 0) {
        const double rate = rules.switches.relay ? kRelayTableRate : kTableRate;
        positions = std::min(positions, kTableShare * question.seconds * rate * question.threads);
    }
    const int below = std::max(question.rest - 1, 0);
    sizes.table_stones = std::min(largest_table(rules, positions), below);
    sizes.max_table_stones = std::max(sizes.table_stones, std::min(largest_table(rules, room), below));
    const double left = memory - positions_of(rules, sizes.max_table_stones);
    sizes.hash_bytes = std::floor(std::max(std::min(hash_bytes, left), 1.0));
    if (question.stored_stones >= sizes.table_stones) {  // its memory is the page cache
        const int worth = largest_table(rules, std::floor(kStoredGain * std::min(4 * first, room)));
        sizes.table_stones = std::max(sizes.table_stones, std::min({question.stored_stones, worth, below}));
        sizes.max_table_stones = std::max(sizes.table_stones, sizes.max_table_stones);
    }
    return sizes;
}

}  // namespace sowfish
