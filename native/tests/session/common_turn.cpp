#include "sowfish/session/common_turn.hpp"

#include <set>

#include "tests/boards.hpp"
#include "tests/check.hpp"

using namespace sowfish;

namespace {

using Pits = std::vector<int>;

constexpr unsigned bits(std::initializer_list<int> pits) {
    unsigned found = 0;
    for (const int pit : pits) found |= 1U << pit;
    return found;
}

// South's moves after which it moves again, so that no turn ends.
unsigned free_moves(const Position& position) {
    unsigned found = 0;
    for (int pit = 0; pit < position.rules.pits; ++pit) {
        if (!(legal_pits(position) >> pit & 1)) continue;
        const Position reached = after(position, pit);
        if (!reached.north_to_move && legal_pits(reached) != 0) found |= 1U << pit;
    }
    return found;
}

}  // namespace

TEST(a_move_that_ends_the_turn_needs_no_question) {
    CommonTurn search(boards::start(kKalah, 6, 4), bits({0, 5}));
    CHECK(!search.next(true));
    CHECK_EQUAL(search.pits(), Pits({0}));
    CHECK(search.position() == nullptr);
}

TEST(a_free_move_is_followed_by_a_question) {
    const Position start = boards::start(kKalah, 6, 4);
    CommonTurn search(start, bits({2}));
    CHECK(search.next(true));
    CHECK_EQUAL(search.pits(), Pits({2}));
    CHECK(*search.position() == after(start, 2));
    search.tell(bits({5}));
    CHECK(!search.next(true));
    CHECK_EQUAL(search.pits(), Pits({2, 5}));
}

TEST(a_position_without_a_common_best_move_is_left_for_the_next) {
    CommonTurn search(boards::start(kKalah, 6, 4), bits({2, 3}));
    CHECK(search.next(true));
    search.tell(0);
    CHECK(!search.next(true));
    CHECK_EQUAL(search.pits(), Pits({3}));
}

TEST(a_turn_that_cannot_be_finished_is_no_turn) {
    CommonTurn search(boards::start(kKalah, 6, 4), bits({2}));
    CHECK(search.next(true));
    search.tell(0);
    CHECK(!search.next(true));
    CHECK_EQUAL(search.pits(), Pits());
    CHECK(!search.next(true));
}

TEST(once_late_only_moves_that_end_the_turn_are_tried) {
    CommonTurn none(boards::start(kKalah, 6, 4), bits({2}));
    CHECK(!none.next(false));
    CHECK_EQUAL(none.pits(), Pits());
    CommonTurn one(boards::start(kKalah, 6, 4), bits({2, 3}));
    CHECK(!one.next(false));
    CHECK_EQUAL(one.pits(), Pits({3}));
}

TEST(each_position_is_asked_about_once_and_never_more_than_the_limit) {
    const Position start = boards::start(kAvalanche, 6, 4);
    CommonTurn search(start, free_moves(start));
    std::set<decltype(Position::ring)> asked;
    int questions = 0;
    while (search.next(true)) {
        ++questions;
        asked.insert(search.position()->ring);
        search.tell(free_moves(*search.position()));
    }
    CHECK_EQUAL(static_cast<std::size_t>(questions), asked.size());
    CHECK_EQUAL(questions, 2000);
}
