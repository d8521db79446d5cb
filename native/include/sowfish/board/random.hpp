// A counter-based random generator: a stream depends on its seed alone.
#pragma once

#include <cstdint>

namespace sowfish {

// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
class Random {
   public:
    explicit Random(std::uint64_t seed) : counter_(seed) {}

    // The stream of one game of a run, independent of other games and of runs with other seeds.
    Random(std::uint64_t seed, std::uint64_t game) : counter_(mixed(mixed(seed) ^ (game * kStep))) {}

    std::uint64_t next() { return mixed(counter_ += kStep); }

    // A uniform integer below `bound` (Lemire, "Fast random integer generation in an interval", 2019).
    std::uint32_t below(std::uint32_t bound) {
        std::uint64_t product = (next() >> 32) * bound;
        if (static_cast<std::uint32_t>(product) < bound) {
            const std::uint32_t threshold = (0u - bound) % bound;
            while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32) * bound;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

   private:
    static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15ULL;

    static std::uint64_t mixed(std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }

    std::uint64_t counter_;
};

}  // namespace sowfish
