#include "sowfish/board/chance.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "sowfish/board/sha512.hpp"

namespace sowfish {

namespace {

constexpr std::size_t kHalf = 397;

// The 32-bit words of an integer given as big-endian bytes.
std::vector<std::uint32_t> words_of(const std::string& bytes) {
    std::vector<std::uint32_t> words;
    for (std::size_t end = bytes.size(); end > 0;) {
        const std::size_t begin = end < 4 ? 0 : end - 4;
        std::uint32_t word = 0;
        for (std::size_t i = begin; i < end; ++i) word = word << 8 | static_cast<std::uint8_t>(bytes[i]);
        words.push_back(word);
        end = begin;
    }
    return words;
}

}  // namespace

Chance::Chance(const std::vector<std::uint32_t>& words) { seed(words); }

Chance::Chance(std::string_view text) {
    std::string bytes(text);
    for (const std::uint8_t byte : sha512(text)) bytes.push_back(static_cast<char>(byte));
    seed(words_of(bytes));
}

void Chance::seed(const std::vector<std::uint32_t>& words) {
    std::vector<std::uint32_t> key = words;
    while (key.size() > 1 && key.back() == 0) key.pop_back();
    if (key.empty()) key.push_back(0);
    const auto previous = [this](std::size_t i) { return state_[i - 1] ^ state_[i - 1] >> 30; };
    state_[0] = 19650218u;
    for (std::size_t i = 1; i < kSize; ++i) state_[i] = 1812433253u * previous(i) + static_cast<std::uint32_t>(i);
    std::size_t i = 1;
    const auto step = [&] {
        if (++i < kSize) return;
        state_[0] = state_[kSize - 1];
        i = 1;
    };
    for (std::size_t k = 0; k < std::max(kSize, key.size()); ++k) {
        const std::size_t j = k % key.size();
        state_[i] = (state_[i] ^ previous(i) * 1664525u) + key[j] + static_cast<std::uint32_t>(j);
        step();
    }
    for (std::size_t k = 0; k + 1 < kSize; ++k) {
        state_[i] = (state_[i] ^ previous(i) * 1566083941u) - static_cast<std::uint32_t>(i);
        step();
    }
    state_[0] = 0x80000000u;
    at_ = kSize;
}

void Chance::twist() {
    for (std::size_t i = 0; i < kSize; ++i) {
        const std::uint32_t word = (state_[i] & 0x80000000u) | (state_[(i + 1) % kSize] & 0x7fffffffu);
        state_[i] = state_[(i + kHalf) % kSize] ^ word >> 1 ^ (word & 1 ? 0x9908b0dfu : 0u);
    }
    at_ = 0;
}

std::uint32_t Chance::next() {
    if (at_ == kSize) twist();
    std::uint32_t word = state_[at_++];
    word ^= word >> 11;
    word ^= word << 7 & 0x9d2c5680u;
    word ^= word << 15 & 0xefc60000u;
    return word ^ word >> 18;
}

std::uint64_t Chance::bits(int count) {
    if (count <= 32) return next() >> (32 - count);
    const std::uint64_t low = next();
    return low | std::uint64_t{next() >> (64 - count)} << 32;
}

std::uint64_t Chance::below(std::uint64_t bound) {
    const int count = std::bit_width(bound);
    for (;;)
        if (const std::uint64_t number = bits(count); number < bound) return number;
}

double Chance::real() {
    const std::uint32_t high = next() >> 5;
    return (high * 67108864.0 + (next() >> 6)) / 9007199254740992.0;
}

// Draws from a list if there are few numbers, otherwise redraws duplicates, with the threshold Python's sample()
// uses.
std::vector<int> Chance::sample(int bound, int count) {
    int few = 21;
    if (count > 5) {
        int power = 4;
        while (power < 3 * count) power *= 4;
        few += power;
    }
    std::vector<int> drawn;
    if (bound <= few) {
        std::vector<int> left(static_cast<std::size_t>(bound));
        for (int i = 0; i < bound; ++i) left[static_cast<std::size_t>(i)] = i;
        for (int i = 0; i < count; ++i) {
            int& place = left[below(static_cast<std::uint64_t>(bound - i))];
            drawn.push_back(place);
            place = left[static_cast<std::size_t>(bound - i - 1)];
        }
        return drawn;
    }
    while (static_cast<int>(drawn.size()) < count) {
        const int number = static_cast<int>(below(static_cast<std::uint64_t>(bound)));
        if (std::find(drawn.begin(), drawn.end(), number) == drawn.end()) drawn.push_back(number);
    }
    return drawn;
}

std::size_t Chance::weighted(const std::vector<double>& weights) {
    std::vector<double> sums;
    for (const double weight : weights) sums.push_back(weight + (sums.empty() ? 0.0 : sums.back()));
    const double drawn = real() * sums.back();
    return static_cast<std::size_t>(std::upper_bound(sums.begin(), sums.end() - 1, drawn) - sums.begin());
}

}  // namespace sowfish
