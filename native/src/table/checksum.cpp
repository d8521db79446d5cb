#include "sowfish/table/checksum.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace sowfish {

namespace {

constexpr std::size_t kLanes = 8;  // independent sums, to hide the latency of the multiplication
constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15ULL;
constexpr std::uint64_t kOther = 0xd6e8feb86659fd93ULL;

// A bijection of the sum for every word, and of the word for every sum, so no single change can be lost. The
// product carries changes to higher bits and the shift brings them back down, so that a second change does not
// undo the first.
std::uint64_t mixed(std::uint64_t sum, std::uint64_t word) {
    sum = (sum ^ word) * kOdd;
    return sum ^ sum >> 32;
}

std::uint64_t word_at(const unsigned char* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    return word;
}

}  // namespace

std::uint64_t checksum(const void* data, std::size_t bytes) {
    const auto* at = static_cast<const unsigned char*>(data);
    std::array<std::uint64_t, kLanes> sums;
    for (std::size_t lane = 0; lane < kLanes; ++lane) sums[lane] = kOther * (lane + 1);
    std::size_t left = bytes;
    for (; left >= sizeof(sums); left -= sizeof(sums), at += sizeof(sums))
        for (std::size_t lane = 0; lane < kLanes; ++lane) sums[lane] = mixed(sums[lane], word_at(at + 8 * lane));
    std::array<unsigned char, sizeof(sums)> tail{};
    if (left > 0) std::memcpy(tail.data(), at, left);
    for (std::size_t lane = 0; lane < kLanes; ++lane)
        sums[lane] = mixed(sums[lane], word_at(tail.data() + 8 * lane));
    std::uint64_t result = bytes * kOther;
    for (const std::uint64_t sum : sums) result = mixed(result, sum);
    result ^= result >> 32;
    result *= kOther;
    return result ^ result >> 29;
}

}  // namespace sowfish
