// Random starts.
#pragma once

#include <cstdint>
#include <optional>

#include "sowfish/board/chance.hpp"
#include "sowfish/board/position.hpp"

namespace sowfish {

// How a deal relates the two sides, and how many stones a pit may get.
enum class Deal : std::uint8_t {
    mirrored,       // pit i equal for both in their own order
    reflected,      // facing pits equal
    free,           // unrelated
    phone,          // 1 to 5 stones in every pit, sides unrelated
    phone_mirrored  // 1 to 6 stones in every pit, mirrored
};

// A deal of `total` stones, every distribution that its kind allows equally likely, with stones on both sides and
// south to move. Nothing if there is none. The same chance always deals the same.
std::optional<Position> dealt(const Rules& rules, Deal deal, int total, Chance& chance);

}  // namespace sowfish
