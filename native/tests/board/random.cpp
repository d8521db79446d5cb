#include "sowfish/board/random.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <set>

#include "tests/check.hpp"

using namespace sowfish;

TEST(the_generator_is_splitmix64) {
    Random random(1234567);  // the numbers of its authors' C program for this seed
    const std::uint64_t known[] = {6457827717110365317ULL, 3203168211198807973ULL, 9817491932198370423ULL,
                                   4593380528125082431ULL, 16408922859458223821ULL};
    for (const std::uint64_t number : known) CHECK_EQUAL(random.next(), number);
}

TEST(numbers_below_a_bound_are_equally_likely) {
    for (std::uint32_t bound = 1; bound <= 12; ++bound) {
        Random random(7, bound);
        constexpr int kDraws = 120'000;
        std::array<int, 12> seen{};
        for (int draw = 0; draw < kDraws; ++draw) ++seen[random.below(bound)];
        const double expected = double(kDraws) / bound;
        for (std::uint32_t number = 0; number < 12; ++number) {
            if (number >= bound) CHECK_EQUAL(seen[number], 0);
            if (number < bound) CHECK(std::abs(seen[number] - expected) <= 5 * std::sqrt(expected));
        }
    }
}

TEST(a_large_bound_is_as_fair_as_a_small_one) {
    Random random(3);
    constexpr std::uint32_t kBound = 3u << 30;  // without rejection every third number would come twice as often
    constexpr int kDraws = 300'000;
    std::array<int, 3> seen{};
    for (int draw = 0; draw < kDraws; ++draw) ++seen[random.below(kBound) % 3];
    for (const int count : seen) CHECK(std::abs(count - kDraws / 3) < 1'500);
}

TEST(the_streams_of_seeds_and_games_are_different) {
    std::set<std::uint64_t> seen;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        for (std::uint64_t game = 0; game < 100; ++game) seen.insert(Random(seed, game).next());
    }
    CHECK_EQUAL(seen.size(), 10'000u);
}

TEST(a_stream_depends_on_its_seed_and_game_alone) {
    Random one(5, 6);
    Random other(5, 6);
    for (int draw = 0; draw < 100; ++draw) CHECK_EQUAL(one.next(), other.next());
}
