// Lines of play, turn by turn.
#pragma once

#include <optional>
#include <vector>

#include "sowfish/board/position.hpp"

namespace sowfish {

// A line as whole turns; a forced pass is an empty one. Nothing if the line is not legal.
std::optional<std::vector<std::vector<int>>> turns_of(Position position, const std::vector<int>& pits);

}  // namespace sowfish
