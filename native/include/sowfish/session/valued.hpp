// Values with their certainty, and judgements of turns by the stones they give away.
#pragma once

#include <cstdint>

#include "sowfish/search/engine.hpp"

namespace sowfish {

// How certain a value is. A bound is an estimate with proven bounds tighter than the stones in play imply.
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

// The same, narrowed by further proven bounds.
Valued within(const Valued& known, int low, int high);

// Improves the value of a position by that of a position one turn later; both are for the side that moves.
Valued at_least(const Valued& before, const Valued& after);

// The stones a turn gives away, at least 0, given its mover's values before and after it.
Valued lost(const Valued& before, const Valued& after);

// What a turn that reaches a value costs compared with the best, either proven or an estimate.
Valued cost(const Valued& best, const Valued& reached);

// How bad a turn was.
enum class Mark : std::uint8_t { none, inaccuracy, mistake, blunder };

// Given its mover's margins before and after it, on a board of `total` stones.
Mark mark_of(int before, int after, int total);

// Whether the proven bounds alone imply the mark.
bool is_mark_proven(const Valued& before, const Valued& after, int total);

// The accuracy of a turn that lost `lost` stones, from 0 to 100: every eighth of all stones halves it.
double accuracy(int lost, int total);

}  // namespace sowfish
