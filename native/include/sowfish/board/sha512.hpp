// SHA-512 (FIPS 180-4), for text seeds.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace sowfish {

std::array<std::uint8_t, 64> sha512(std::string_view text);

}  // namespace sowfish
