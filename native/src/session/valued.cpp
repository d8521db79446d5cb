#include "sowfish/session/valued.hpp"

#include <algorithm>
#include <cmath>

namespace sowfish {

namespace {

// A turn is marked when it gives away at least this fraction of all stones: a 24th, an eighth, a quarter.
constexpr int kInaccuracy = 24;
constexpr int kMistake = 8;
constexpr int kBlunder = 4;
constexpr double kHalving = 8;  // accuracy halves with every eighth of all stones lost

Valued proven(int value) { return {value, value, value, Certainty::proven}; }

}  // namespace

Valued valued(const Known& known) {
    const double stones = static_cast<double>(known.estimate) / kPartsOfStone;
    const int rounded = static_cast<int>(std::nearbyint(stones));  // rounds half to even
    const Certainty open = known.is_narrowed ? Certainty::bound : Certainty::estimate;
    return {std::clamp(rounded, known.low, known.high), known.low, known.high,
            known.is_proven() ? Certainty::proven : open};
}

Valued within(const Valued& known, int low, int high) {
    low = std::max(low, known.low);
    high = std::min(high, known.high);
    if (low == known.low && high == known.high) return known;
    const int value = std::min(std::max(known.value, low), high);
    return {value, low, high, low == high ? Certainty::proven : Certainty::bound};
}

Valued at_least(const Valued& before, const Valued& after) {
    const int low = std::max(before.low, after.low);
    if (low == before.high) return proven(low);
    const int value = std::min(std::max({before.value, after.value, low}), before.high);
    const bool is_news = low > before.low && after.kind != Certainty::estimate;
    return {value, low, before.high, is_news ? Certainty::bound : before.kind};
}

Valued lost(const Valued& before, const Valued& after) {
    const int low = std::max(before.low - after.high, 0);
    const int high = before.high - after.low;
    if (low == high) return proven(low);
    const int value = std::min(std::max(before.value - after.value, low), high);
    return {value, low, high, low != 0 ? Certainty::bound : Certainty::estimate};
}

Valued cost(const Valued& best, const Valued& reached) {
    const int low = std::max(0, best.low - reached.high);
    const int high = std::max(0, best.high - reached.low);
    const int value = std::min(std::max(best.value - reached.value, low), high);
    return {value, low, high, low == high ? Certainty::proven : Certainty::estimate};
}

Mark mark_of(int before, int after, int total) {
    const int given = before - after;
    if (given <= 0) return Mark::none;
    if ((before > 0 && after < 0) || given * kBlunder >= total) return Mark::blunder;
    if ((before > 0 && after <= 0) || (before >= 0 && after < 0) || given * kMistake >= total)
        return Mark::mistake;
    return given * kInaccuracy >= total ? Mark::inaccuracy : Mark::none;
}

bool is_mark_proven(const Valued& before, const Valued& after, int total) {
    const Mark mark = mark_of(before.value, after.value, total);
    return mark_of(before.low, after.high, total) == mark && mark_of(before.high, after.low, total) == mark;
}

double accuracy(int lost, int total) { return 100 * std::pow(0.5, lost * kHalving / std::max(total, 1)); }

}  // namespace sowfish
