// Chance from a seed, as Python's `random` makes it: seeded deals and choices are the same in every language.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sowfish {

// The Mersenne Twister (Matsumoto and Nishimura, 1998). For games; searches draw from Random, which is faster.
class Chance {
   public:
    // From the 32-bit words of a number that is not negative, the lowest first.
    explicit Chance(const std::vector<std::uint32_t>& words);

    // From a text: the whole of it and its SHA-512 are the number.
    explicit Chance(std::string_view text);

    // A number of so many bits, 1 to 64.
    std::uint64_t bits(int count);

    // A number below `bound`, which is at least 1; each is equally likely.
    std::uint64_t below(std::uint64_t bound);

    // A number from 0 to 1, 1 excluded, with 53 bits.
    double real();

    // `count` different numbers below `bound`, in the order they were drawn.
    std::vector<int> sample(int bound, int count);

    // The place of one of the weights, drawn in proportion to them.
    std::size_t weighted(const std::vector<double>& weights);

   private:
    static constexpr std::size_t kSize = 624;

    void seed(const std::vector<std::uint32_t>& words);
    std::uint32_t next();
    void twist();

    std::array<std::uint32_t, kSize> state_{};
    std::size_t at_ = kSize;
};

}  // namespace sowfish
