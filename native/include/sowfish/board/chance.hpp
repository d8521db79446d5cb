// Seeded random numbers identical to those of Python's `random`, so that deals and choices agree in every
// language.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sowfish {

// The Mersenne Twister (Matsumoto and Nishimura, 1998). For games; searches use the faster Random.
class Chance {
   public:
    // Seeds from a non-negative integer given as 32-bit words, least significant first.
    explicit Chance(const std::vector<std::uint32_t>& words);

    // Seeds from a text, by the integer that its bytes and their SHA-512 form.
    explicit Chance(std::string_view text);

    // A random integer of `count` bits, 1 to 64.
    std::uint64_t bits(int count);

    // A uniform integer below `bound`, which must be at least 1.
    std::uint64_t below(std::uint64_t bound);

    // A uniform number in [0, 1), with 53 bits.
    double real();

    // `count` distinct integers below `bound`, in the order drawn.
    std::vector<int> sample(int bound, int count);

    // An index drawn with probability proportional to its weight.
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
