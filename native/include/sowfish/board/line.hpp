// Lines of play, turn by turn.
#pragma once

#include <optional>
#include <vector>

#include "sowfish/board/position.hpp"

namespace sowfish {

// Splits a line into turns; a forced pass is an empty turn. Empty if the line is illegal.
std::optional<std::vector<std::vector<int>>> turns_of(Position position, const std::vector<int>& pits);

}  // namespace sowfish
