#pragma once

#include <cstddef>

namespace sowfish {

// Whether blocks of so many bytes together could be allocated now. What is found stays reserved for them.
bool has_room(std::size_t bytes);

}  // namespace sowfish
