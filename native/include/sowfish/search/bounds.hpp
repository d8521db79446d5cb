// What is known about a value: it lies between two bounds, and which pit was best when we looked.
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
