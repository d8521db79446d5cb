// Random rules and positions for the tests.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sowfish/board/position.hpp"
#include "sowfish/board/profiles.hpp"
#include "sowfish/board/random.hpp"

namespace boards {

inline constexpr std::array kProfiles = {sowfish::kKalah,     sowfish::kKalahEmptyCapture, sowfish::kKalahLazy,
                                         sowfish::kAvalanche, sowfish::kAvalancheSweep,    sowfish::kEvents};

inline int pick(sowfish::Random& random, int low, int high) {
    return low + static_cast<int>(random.below(static_cast<std::uint32_t>(high - low + 1)));
}

inline sowfish::Switches random_switches(sowfish::Random& random) {
    return {pick(random, 0, 1) == 1, sowfish::Capture(pick(random, 0, 2)), pick(random, 0, 1) == 1,
            sowfish::Ending(pick(random, 0, 2)), sowfish::Rest(pick(random, 0, 1))};
}

// A few stones everywhere, and in half of the boards a heap of up to all that are left in one cell, store or pit.
inline sowfish::Position random_position(sowfish::Random& random, const sowfish::Rules& rules) {
    sowfish::Position position{rules, {}, pick(random, 0, 1) == 1};
    const int cells = 2 * rules.pits + 2;
    const std::array limits = {1, 2, 4, sowfish::kMaxStones / cells};
    const int most = limits[random.below(limits.size())];
    int left = sowfish::kMaxStones;
    for (int cell = 0; cell < cells; ++cell) {
        const int stones = pick(random, 0, most);
        position.ring[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(stones);
        left -= stones;
    }
    if (pick(random, 0, 1) == 1) {
        std::uint8_t& heap = position.ring[static_cast<std::size_t>(pick(random, 0, cells - 1))];
        heap = static_cast<std::uint8_t>(heap + pick(random, 0, left));
    }
    return position;
}

inline sowfish::Position start(const sowfish::Switches& switches, int pits, int stones) {
    sowfish::Position position{{pits, switches}, {}, false};
    for (int pit = 0; pit < pits; ++pit) {
        position.ring.at(static_cast<std::size_t>(pit)) = static_cast<std::uint8_t>(stones);
        position.ring.at(static_cast<std::size_t>(pits + 1 + pit)) = static_cast<std::uint8_t>(stones);
    }
    return position;
}

inline int total(const sowfish::Position& position) {
    int sum = 0;
    for (const int stones : position.ring) sum += stones;
    return sum;
}

}  // namespace boards
