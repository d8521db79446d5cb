// The map of states: indices in order of insertion, values that stay, and a memory limit that is kept.
#include "sowfish/checker/state_map.hpp"

#include <unordered_map>

#include "sowfish/board/random.hpp"
#include "tests/check.hpp"

namespace {

struct Number {
    std::uint64_t value = 0;
    bool operator==(const Number&) const = default;
};

std::uint64_t hash_of(const Number& number) { return number.value * 0x9e3779b97f4a7c15ULL; }

struct Same {
    std::uint64_t value = 0;
    bool operator==(const Same&) const = default;
};

std::uint64_t hash_of(const Same&) { return 7; }  // every key collides

}  // namespace

using namespace sowfish;

TEST(a_state_map_numbers_keys_in_the_order_they_come) {
    StateMap<Number, int> map(std::size_t{1} << 24);
    Random random(3);
    std::unordered_map<std::uint64_t, std::uint32_t> known;
    for (int i = 0; i < 20'000; ++i) {
        const Number key{random.next() % 12'000};
        const auto expected = known.emplace(key.value, static_cast<std::uint32_t>(known.size()));
        const auto place = map.insert(key);
        CHECK_EQUAL(place.number, expected.first->second);
        CHECK_EQUAL(place.is_new, expected.second);
        if (place.is_new) map.kept(place.number) = static_cast<int>(key.value) + 1;
    }
    CHECK_EQUAL(map.size(), known.size());
    for (const auto& [value, number] : known) {
        CHECK_EQUAL(map.number_of({value}), number);
        CHECK_EQUAL(map.key(number).value, value);
        CHECK_EQUAL(map.kept(number), static_cast<int>(value) + 1);
    }
    CHECK_EQUAL(map.number_of({12'000}), decltype(map)::kNone);
}

TEST(keys_with_the_same_hash_are_told_apart) {
    StateMap<Same, int> map(std::size_t{1} << 24);
    for (std::uint64_t value = 0; value < 300; ++value) CHECK_EQUAL(map.insert({value}).number, value);
    for (std::uint64_t value = 0; value < 300; ++value) CHECK_EQUAL(map.number_of({value}), value);
    CHECK_EQUAL(map.number_of({300}), decltype(map)::kNone);
}

TEST(a_full_state_map_keeps_what_it_has_and_takes_nothing_new) {
    const std::size_t limit = std::size_t{1} << 18;
    StateMap<Number, int> map(limit);
    std::uint64_t value = 0;
    while (map.insert({value}).is_new) {
        ++value;
        CHECK(map.bytes() <= limit);
    }
    CHECK(value > 1'000);
    CHECK_EQUAL(map.size(), value);
    for (int again = 0; again < 3; ++again) {
        CHECK_EQUAL(map.insert({value + 1}).number, decltype(map)::kNone);
        CHECK_EQUAL(map.insert({5}).number, 5u);
        CHECK(!map.insert({5}).is_new);
    }
    CHECK_EQUAL(map.size(), value);
    CHECK(map.bytes() <= limit);
}

TEST(values_do_not_move_while_the_map_grows) {
    StateMap<Number, int> map(std::size_t{1} << 24);
    map.insert({0});
    const int* first = &map.kept(0);
    for (std::uint64_t value = 1; value < 50'000; ++value) map.insert({value});
    CHECK(first == &map.kept(0));
}
