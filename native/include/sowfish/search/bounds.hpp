// What is known about a value: a lower and an upper bound, and the best pit found.
#pragma once

#include <cstdint>

namespace sowfish {

inline constexpr int kNoPit = 15;

struct Bounds {
    int low;
    int high;
    int pit = kNoPit;  // the pit that raised `low` last, or kNoPit

    bool exact() const { return low == high; }
};

}  // namespace sowfish
