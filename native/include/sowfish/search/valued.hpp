// Numbers of stones that are known more or less well: what a value is worth saying, and what a turn gave away.
#pragma once

#include <cstdint>

#include "sowfish/search/engine.hpp"

namespace sowfish {

// How sure a number is. A bound is an estimate between proven bounds that say more than the stones in play.
enum class Certainty : std::uint8_t { proven, bound, estimate };

struct Valued {
    int value = 0;
    int low = 0;
    int high = 0;
    Certainty kind = Certainty::estimate;

    Valued negated() const { return {-value, -high, -low, kind}; }
    friend bool operator==(const Valued&, const Valued&) = default;
};

// What an engine knows, rounded to stones.
Valued valued(const Known& known);

// The same when it is proven to lie between these bounds as well.
Valued within(const Valued& known, int low, int high);

// What is known of a position from which a turn leads to one with the value `after`, both for the side that moves.
Valued at_least(const Valued& before, const Valued& after);

// The stones that a turn gives away, never fewer than none, by its mover's values before and after it.
Valued lost(const Valued& before, const Valued& after);

// What a turn that reaches a value costs compared with the best; proven or an estimate.
Valued cost(const Valued& best, const Valued& reached);

// How bad a turn was.
enum class Mark : std::uint8_t { none, inaccuracy, mistake, blunder };

// By its mover's margins before and after it, on a board with so many stones.
Mark mark_of(int before, int after, int total);

// Whether the proven bounds alone give the mark that the values give.
bool is_mark_proven(const Valued& before, const Valued& after, int total);

// How good a turn was that lost so many stones, from 0 to 100: every eighth of all stones halves it.
double accuracy(int lost, int total);

}  // namespace sowfish
