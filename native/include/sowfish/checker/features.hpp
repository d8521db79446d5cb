// Counters along a game: events, moves, turns, steals and so on, step by step.
#pragma once

#include <cstdint>

namespace sowfish {

// A step is a move with all that follows from it, or a pass.
struct Step {
    int pit = 0;  // kPass for a pass
    int laps = 0;
    int drops = 0;
    int captured = 0;  // the capturing stone included
    int banked = 0;    // growth of the mover's store by sowing and capture
    int swept = 0;
    int mine = 0;    // growth of the mover's store, sweep included
    int theirs = 0;  // growth of the other's store
    bool north = false;
    bool turn_over = false;
    bool free_move = false;
    bool over = false;

    static constexpr int kPass = -1;
    bool is_pass() const { return pit == kPass; }
};

// In the order of COUNTERS in src/sowfish/checker/words.py.
enum class Counter : std::uint8_t {
    events,
    drops,
    moves,
    turns,
    passes,
    laps,
    relays,
    captures,
    steals,
    free_moves,
    captured,
    banked,
    swept,
    stones,
    margin,  // the mover's gain over the other; may be negative
};
inline constexpr int kCounters = 15;

// Whose steps count.
enum class Who : std::uint8_t { either, south, north };

// How much a step adds to a counter. Only a margin counts the steps of both sides.
constexpr int amount(const Step& step, Counter counter, Who who) {
    if (counter == Counter::margin && who != Who::either) {
        const int gain = step.mine - step.theirs;
        return step.north == (who == Who::north) ? gain : -gain;
    }
    if (counter == Counter::stones && who != Who::either)
        return step.north == (who == Who::north) ? step.mine : step.theirs;
    if (who != Who::either && step.north != (who == Who::north)) return 0;
    switch (counter) {
        case Counter::events:
            return step.is_pass() ? 1 : step.laps + step.drops;
        case Counter::drops:
            return step.drops;
        case Counter::moves:
            return step.is_pass() ? 0 : 1;
        case Counter::turns:
            return step.turn_over ? 1 : 0;
        case Counter::passes:
            return step.is_pass() ? 1 : 0;
        case Counter::laps:
            return step.laps;
        case Counter::relays:
            return step.is_pass() ? 0 : step.laps - 1;
        case Counter::captures:
            return step.captured > 0 ? 1 : 0;
        case Counter::steals:
            return step.captured > 1 ? 1 : 0;
        case Counter::free_moves:
            return step.free_move ? 1 : 0;
        case Counter::captured:
            return step.captured;
        case Counter::banked:
            return step.banked;
        case Counter::swept:
            return step.swept;
        case Counter::stones:
            return step.mine;
        case Counter::margin:
            return step.mine - step.theirs;
    }
    return 0;
}

}  // namespace sowfish
