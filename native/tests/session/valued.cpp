#include "sowfish/session/valued.hpp"

#include "tests/check.hpp"

using namespace sowfish;

namespace {

constexpr Certainty kProven = Certainty::proven;
constexpr Certainty kBound = Certainty::bound;
constexpr Certainty kEstimate = Certainty::estimate;

Known known(int low, int high, bool is_narrowed, int parts) {
    Known known;
    known.low = low;
    known.high = high;
    known.is_narrowed = is_narrowed;
    known.estimate = parts;
    return known;
}

}  // namespace

TEST(what_is_known_is_rounded_to_stones_and_kept_between_its_bounds) {
    CHECK(valued(known(-4, 4, false, 20)) == Valued(2, -4, 4, kEstimate));  // 2.5 stones
    CHECK(valued(known(-4, 4, true, 28)) == Valued(4, -4, 4, kBound));
    CHECK(valued(known(3, 3, true, 0)) == Valued(3, 3, 3, kProven));
}

TEST(bounds_narrow_a_value) {
    const Valued known{2, -4, 6, kEstimate};
    CHECK(within(known, -9, 9) == known);
    CHECK(within(known, 3, 9) == Valued(3, 3, 6, kBound));
    CHECK(within(known, 5, 5) == Valued(5, 5, 5, kProven));
}

TEST(a_position_is_worth_no_less_than_what_a_turn_leads_to) {
    CHECK(at_least({1, -4, 6, kEstimate}, {3, 3, 3, kProven}) == Valued(3, 3, 6, kBound));
    CHECK(at_least({1, -4, 6, kEstimate}, {6, 6, 6, kProven}) == Valued(6, 6, 6, kProven));
    CHECK(at_least({1, -4, 6, kEstimate}, {3, -6, 8, kEstimate}) == Valued(3, -4, 6, kEstimate));
}

TEST(a_turn_never_loses_fewer_stones_than_none) {
    CHECK(lost({4, 4, 4, kProven}, {1, 1, 1, kProven}) == Valued(3, 3, 3, kProven));
    CHECK(lost({4, 2, 6, kEstimate}, {5, 1, 7, kEstimate}) == Valued(0, 0, 5, kEstimate));
    CHECK(lost({4, 4, 6, kBound}, {1, 0, 2, kBound}) == Valued(3, 2, 6, kBound));
    CHECK(cost({4, 4, 4, kProven}, {6, 6, 6, kProven}) == Valued(0, 0, 0, kProven));
    CHECK(cost({4, 4, 4, kProven}, {1, 0, 2, kBound}) == Valued(3, 2, 4, kEstimate));
}

TEST(marks_tell_how_bad_a_turn_was) {
    CHECK(mark_of(4, -4, 48) == Mark::blunder);
    CHECK(mark_of(20, 8, 48) == Mark::blunder);
    CHECK(mark_of(1, 0, 48) == Mark::mistake);
    CHECK(mark_of(0, -1, 48) == Mark::mistake);
    CHECK(mark_of(10, 8, 48) == Mark::inaccuracy);
    CHECK(mark_of(10, 9, 48) == Mark::none);
    CHECK(mark_of(3, 5, 48) == Mark::none);
    CHECK(is_mark_proven({4, 4, 4, kProven}, {-4, -4, -4, kProven}, 48));
    CHECK(!is_mark_proven({4, -4, 4, kBound}, {-4, -4, -4, kProven}, 48));
    CHECK_EQUAL(accuracy(0, 48), 100.0);
    CHECK_EQUAL(accuracy(6, 48), 50.0);
}
