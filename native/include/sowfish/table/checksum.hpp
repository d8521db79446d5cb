// A checksum for large blocks of memory, as fast as memory can be read.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sowfish {

// A 64-bit checksum of the bytes and their number, the same on every machine. It detects every change within one
// aligned 8-byte word; other changes go undetected with probability 2^-64.
std::uint64_t checksum(const void* data, std::size_t bytes);

}  // namespace sowfish
