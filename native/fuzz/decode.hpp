// Bytes that become rules and boards, for the fuzz targets.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "sowfish/board/position.hpp"

namespace sowfish {

class Bytes {
   public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), end_(data + size) {}

    bool empty() const { return data_ == end_; }
    int next() { return empty() ? 0 : *data_++; }
    int below(int bound) { return next() % bound; }

   private:
    const std::uint8_t* data_;
    const std::uint8_t* end_;
};

inline void require(bool holds) {
    if (!holds) std::abort();
}

// Every profile is as likely as all other combinations together.
inline Switches decode_switches(Bytes& bytes) {
    switch (bytes.below(7)) {
        case 0:
            return kKalah;
        case 1:
            return kKalahEmptyCapture;
        case 2:
            return kKalahLazy;
        case 3:
            return kAvalanche;
        case 4:
            return kAvalancheSweep;
        case 5:
            return kEvents;
        default:
            break;
    }
    return {bytes.below(2) == 1, Capture(bytes.below(3)), bytes.below(2) == 1, Ending(bytes.below(3)),
            Rest(bytes.below(2))};
}

// A position with up to so many pits a side and stones.
inline Position decode(Bytes& bytes, int most_pits = kMaxPits, int most_stones = kMaxStones) {
    Position position{{1 + bytes.below(most_pits), decode_switches(bytes)}, {}, bytes.below(2) == 1};
    int left = most_stones;
    for (int cell = 0; cell < 2 * position.rules.pits + 2; ++cell) {
        const int stones = std::min(bytes.next(), left);
        position.ring[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(stones);
        left -= stones;
    }
    return position;
}

}  // namespace sowfish
