#include "sowfish/board/board_map.hpp"

#include <map>
#include <utility>

#include "tests/boards.hpp"
#include "tests/check.hpp"

using namespace sowfish;

namespace {

// Inserts boards, some of them again, and holds the map to a plain one.
template <class Key, class Draw>
void check_map(int trials, Draw&& draw) {
    BoardMap<Key> map;
    std::vector<Key> seen;
    CHECK_EQUAL(map.size(), 0u);
    Random random(71);
    for (int trial = 0; trial < trials; ++trial) {
        if (!seen.empty() && random.below(3) == 0) {
            const std::uint32_t number = random.below(static_cast<std::uint32_t>(seen.size()));
            const auto place = map.insert(seen[number]);
            CHECK(!place.is_new);
            CHECK_EQUAL(place.number, number);
            continue;
        }
        const Key key = draw(random, trial);
        const auto place = map.insert(key);
        if (place.is_new) {
            CHECK_EQUAL(place.number, seen.size());
            seen.push_back(key);
        }
        CHECK(seen[place.number] == key);
        CHECK_EQUAL(map.size(), seen.size());
    }
    CHECK(map.keys() == seen);
}

}  // namespace

TEST(boards_are_numbered_in_the_order_they_come) {
    check_map<Board>(30'000, [](Random& random, int) { return Board{random.next(), random.next()}; });
}

TEST(boards_that_differ_little_are_told_apart) {
    check_map<Board>(30'000, [](Random&, int trial) {
        const auto number = static_cast<std::uint64_t>(trial);
        return Board{number & 0xff, number >> 8 << 48};
    });
    check_map<Board>(5'000, [](Random&, int trial) {
        const auto number = static_cast<std::uint64_t>(trial) << 50;
        return trial % 2 == 0 ? Board{number, 0} : Board{0, number};
    });
}

TEST(wide_boards_are_numbered_in_the_order_they_come) {
    check_map<WideBoard>(10'000, [](Random& random, int) {
        const Position position = boards::random_position(random, {12, kKalah});
        return WideBoard{position.ring};
    });
    check_map<WideBoard>(10'000, [](Random&, int trial) {
        WideBoard board;
        board.cells[25] = static_cast<std::uint8_t>(trial);
        board.cells[0] = static_cast<std::uint8_t>(trial >> 8);
        return board;
    });
}
