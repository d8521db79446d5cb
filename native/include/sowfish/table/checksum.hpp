// A checksum for large blocks of memory: as fast as memory can be read.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sowfish {

// Sixty-four bits of the bytes and their number, the same on every machine. Any change within one aligned word of
// eight bytes changes it, always; other changes go unnoticed once in 2^64.
std::uint64_t checksum(const void* data, std::size_t bytes);

}  // namespace sowfish
