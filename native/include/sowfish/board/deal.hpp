// Random starts.
#pragma once

#include <cstdint>
#include <optional>

#include "sowfish/board/chance.hpp"
#include "sowfish/board/position.hpp"

namespace sowfish {

// How the two sides of a deal relate, and how many stones a pit may hold.
enum class Deal : std::uint8_t {
    mirrored,       // pit i equal for both sides, each in its own order
    reflected,      // facing pits equal
    free,           // unrelated
    phone,          // 1 to 5 stones in every pit, sides unrelated
    phone_mirrored  // 1 to 6 stones in every pit, mirrored
};

// A deal of `total` stones, uniform over all distributions its kind allows, with stones on both sides and south to
// move. Empty if there is no such deal. Deterministic for a given state of `chance`.
std::optional<Position> dealt(const Rules& rules, Deal deal, int total, Chance& chance);

}  // namespace sowfish
