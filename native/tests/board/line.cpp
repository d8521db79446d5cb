#include "sowfish/board/line.hpp"

#include "tests/boards.hpp"
#include "tests/check.hpp"

using namespace sowfish;

using Turns = std::vector<std::vector<int>>;

TEST(a_line_is_told_turn_by_turn) {
    const Position start = boards::start(kKalah, 6, 4);
    CHECK(turns_of(start, {2, 5, 0}) == Turns({{2, 5}, {0}}));
    CHECK(turns_of(start, {2}) == Turns({{2}}));
    CHECK(turns_of(start, {}) == Turns());
    CHECK(!turns_of(start, {2, 2}));
    CHECK(!turns_of(start, {6}));
}

TEST(a_forced_pass_is_an_empty_turn) {
    Position position{{3, kEvents}, {0, 0, 0, 2, 1, 2, 1, 3}, false};
    CHECK(turns_of(position, {0}) == Turns({{}, {0}}));
}
