#pragma once

#include <cstddef>

namespace sowfish {

// Whether blocks totalling `bytes` could be allocated now. The memory found stays reserved for them.
bool has_room(std::size_t bytes);

}  // namespace sowfish
