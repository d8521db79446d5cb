// The rules as data, mirroring src/sowfish/model/rules.py.
#pragma once

#include <cstdint>

namespace sowfish {

inline constexpr int kMaxPits = 12;
inline constexpr int kMaxFastPits = 7;  // a side and its store fit one 64-bit word
inline constexpr int kMaxStones = 255;  // on the whole board, stores included: every count fits a byte

enum class Capture : std::uint8_t { none, opposite, always };
enum class Ending : std::uint8_t { either_empty, mover_empty, all_empty };
enum class Rest : std::uint8_t { owner, nobody };

// Everything but the size of the board. A structural type, so that it can be a template argument of a kernel.
struct Switches {
    bool relay = false;
    Capture capture = Capture::opposite;
    bool both_stores = false;
    Ending ends = Ending::either_empty;
    Rest rest = Rest::owner;

    friend constexpr bool operator==(const Switches&, const Switches&) = default;
};

struct Rules {
    int pits = 6;
    Switches switches;

    friend constexpr bool operator==(const Rules&, const Rules&) = default;
};

// What follows a move, from the mover's point of view.
enum class Next : std::uint8_t { again, other, over };

}  // namespace sowfish
