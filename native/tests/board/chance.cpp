// The numbers are those that Python's random draws from the same seeds.
#include "sowfish/board/chance.hpp"

#include <string>
#include <vector>

#include "sowfish/board/sha512.hpp"
#include "tests/check.hpp"

using namespace sowfish;

namespace {

std::string first_bytes(std::string_view text) {
    constexpr const char* kDigits = "0123456789abcdef";
    std::string found;
    for (const std::uint8_t byte : sha512(text)) {
        found.push_back(kDigits[byte >> 4]);
        found.push_back(kDigits[byte & 15]);
    }
    return found.substr(0, 32);
}

}  // namespace

TEST(sha_512_is_that_of_the_standard) {
    CHECK_EQUAL(first_bytes("abc"), "ddaf35a193617abacc417349ae204131");
    CHECK_EQUAL(first_bytes(std::string(200, 'x')), "ef978e23dc520404ae16fd17bde9ee59");
}

TEST(a_number_always_gives_the_same_chance) {
    Chance chance(std::vector<std::uint32_t>{5});
    CHECK_EQUAL(chance.bits(32), 2675342405u);
    CHECK_EQUAL(chance.bits(32), 1097127993u);
    CHECK_EQUAL(chance.bits(32), 3185950873u);
    CHECK_EQUAL(chance.bits(64), 14668732198480837564u);
    CHECK_EQUAL(chance.real(), 0.6904468457583358);
    CHECK_EQUAL(Chance(std::vector<std::uint32_t>{3, 0, 64}).bits(32), 701776502u);
    CHECK_EQUAL(Chance(std::vector<std::uint32_t>{5, 0, 0}).bits(32), 2675342405u);
}

TEST(a_text_always_gives_the_same_chance) {
    Chance chance("7 south");
    CHECK_EQUAL(chance.bits(32), 2099408446u);
    CHECK_EQUAL(chance.below(6), 2u);
    CHECK(chance.sample(30, 5) == std::vector<int>({20, 8, 0, 23, 6}));
    CHECK(chance.sample(300, 12) == std::vector<int>({35, 109, 90, 182, 11, 257, 165, 161, 159, 74, 181, 6}));
}

TEST(weights_are_drawn_in_proportion) {
    Chance chance(std::vector<std::uint32_t>{});
    std::vector<std::size_t> drawn;
    for (int i = 0; i < 10; ++i) drawn.push_back(chance.weighted({1.0, 2.0, 3.0}));
    CHECK(drawn == std::vector<std::size_t>({2, 2, 1, 1, 2, 1, 2, 1, 1, 2}));
}
