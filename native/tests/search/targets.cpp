// The choice of null windows: every value is found, from any guess, by questions that can always be answered.
#include "sowfish/search/targets.hpp"

#include "tests/check.hpp"

using namespace sowfish;

namespace {

// A move that gains `gain` and leads to a node whose value lies within `rest`.
RootMove move_to(Next next, int gain, int rest) {
    return {.pit = 0, .next = next, .gain = gain, .rest = rest, .bounds = {-rest, rest}};
}

// Without facts, what is known is what was found.
void settle(Target& target, int value, int beta) {
    target.settle(value, beta, 3);
    target.known = target.own;
}

// Asks until the value is exact, answered as tightly as a null window can, or exactly; returns the questions.
int questions(Target& target, int value, bool fails_soft) {
    int count = 0;
    while (target.is_open()) {
        const Bounds before = target.known;
        const int beta = target.question();
        CHECK(before.low < beta && beta <= before.high);
        const bool up = value >= beta;
        settle(target, fails_soft ? value : up ? beta : beta - 1, beta);
        const Bounds& after = target.own;
        CHECK(after.low >= before.low && after.high <= before.high);
        CHECK(after.low <= value && value <= after.high);
        if (++count > 200) break;
    }
    CHECK_EQUAL(target.own.low, value);
    CHECK_EQUAL(target.own.high, value);
    return count;
}

}  // namespace

TEST(every_value_is_found_from_any_guess) {
    for (const bool outside_in : {false, true}) {
        for (const bool fails_soft : {false, true}) {
            for (int value = -24; value <= 24; value += 3) {
                for (int guess = -30; guess <= 30; guess += 5) {
                    Target target(0, move_to(Next::again, 0, 24));
                    target.set_guess(guess, outside_in);
                    CHECK(questions(target, value, fails_soft) <= 30);
                }
            }
        }
    }
}

TEST(a_right_guess_takes_two_questions) {
    for (const int value : {-9, 0, 7}) {
        Target target(0, move_to(Next::again, 0, 24));
        target.set_guess(value, false);
        CHECK_EQUAL(questions(target, value, false), 2);
    }
}

TEST(questions_from_outside_close_in_on_both_sides) {
    Target target(0, move_to(Next::again, 0, 100));
    target.set_guess(10, true);
    CHECK_EQUAL(target.question(), 10 - 32);
    settle(target, 10 - 32, 10 - 32);
    CHECK_EQUAL(target.question(), 10 + 32 + 1);
    settle(target, 10 + 32, 10 + 32 + 1);
    CHECK_EQUAL(target.question(), 10 - 16);
}

TEST(a_value_of_the_move_is_turned_into_one_of_the_node) {
    const Target again(0, move_to(Next::again, 2, 24));
    CHECK_EQUAL(again.node_value(9), 7);  // the same side goes on: what is left to gain
    const Target passes(0, move_to(Next::other, 2, 24));
    CHECK_EQUAL(passes.node_value(9), -7);  // the other side sees it negated
}

TEST(bounds_from_elsewhere_only_narrow) {
    Target target(0, move_to(Next::other, 2, 24));
    CHECK_EQUAL(target.low(), -22);
    CHECK_EQUAL(target.high(), 26);
    CHECK(!target.narrow(&Target::known, -30, 30));
    CHECK(target.narrow(&Target::known, -5, 30));
    CHECK_EQUAL(target.low(), -5);
    CHECK_EQUAL(target.high(), 26);
    CHECK(!target.narrow(&Target::known, -6, 26));
    const auto job = target.job.load();
    CHECK(target.narrow(&Target::known, 4, 4));
    CHECK(target.job.load() != job);  // other threads drop their question
    CHECK(!target.is_open());
}

TEST(a_move_that_ends_the_game_has_nothing_to_prove) {
    Target target(0, move_to(Next::over, 5, 0));
    CHECK(!target.is_open());
    CHECK(!target.narrow(&Target::known, 5, 5));
    CHECK_EQUAL(target.low(), 5);
    CHECK_EQUAL(target.high(), 5);
}
