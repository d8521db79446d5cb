// The choice of null windows: every value is found, from any guess, by questions that can always be answered.
#include "sowfish/search/target.hpp"

#include "sowfish/board/wide_kernel.hpp"
#include "tests/check.hpp"

using namespace sowfish;

namespace {

using WideTarget = Target<WideKernel>;

// A move that gains `gain` and leads to a node whose value lies within `rest`.
WideTarget::Child move_to(Next next, int gain, int rest) {
    WideTarget::Child move{};
    move.next = next;
    move.gain = gain;
    move.node.rest = rest;
    move.node.bounds = {-rest, rest};
    return move;
}

// Asks until the value is exact, answered as tightly as a null window can, or exactly; returns the questions.
int questions(WideTarget& target, int value, bool fails_soft) {
    int count = 0;
    while (target.is_open()) {
        const Bounds before = target.move.node.bounds;
        const int beta = target.question();
        CHECK(before.low < beta && beta <= before.high);
        const bool up = value >= beta;
        target.settle(fails_soft ? value : up ? beta : beta - 1, beta, 3);
        const Bounds& after = target.move.node.bounds;
        CHECK(after.low >= before.low && after.high <= before.high);
        CHECK(after.low <= value && value <= after.high);
        if (++count > 200) break;
    }
    CHECK_EQUAL(target.move.node.bounds.low, value);
    CHECK_EQUAL(target.move.node.bounds.high, value);
    return count;
}

}  // namespace

TEST(every_value_is_found_from_any_guess) {
    for (const bool outside_in : {false, true}) {
        for (const bool fails_soft : {false, true}) {
            for (int value = -24; value <= 24; value += 3) {
                for (int guess = -30; guess <= 30; guess += 5) {
                    WideTarget target(move_to(Next::again, 0, 24));
                    target.set_guess(guess, outside_in);
                    CHECK(questions(target, value, fails_soft) <= 30);
                }
            }
        }
    }
}

TEST(a_right_guess_takes_two_questions) {
    for (const int value : {-9, 0, 7}) {
        WideTarget target(move_to(Next::again, 0, 24));
        target.set_guess(value, false);
        CHECK_EQUAL(questions(target, value, false), 2);
    }
}

TEST(questions_from_outside_close_in_on_both_sides) {
    WideTarget target(move_to(Next::again, 0, 100));
    target.set_guess(10, true);
    CHECK_EQUAL(target.question(), 10 - 32);
    target.settle(10 - 32, 10 - 32, 0);
    CHECK_EQUAL(target.question(), 10 + 32 + 1);
    target.settle(10 + 32, 10 + 32 + 1, 0);
    CHECK_EQUAL(target.question(), 10 - 16);
}

TEST(a_value_of_the_move_is_turned_into_one_of_the_node) {
    const WideTarget again(move_to(Next::again, 2, 24));
    CHECK_EQUAL(again.node_value(9), 7);  // the same side goes on: what is left to gain
    const WideTarget passes(move_to(Next::other, 2, 24));
    CHECK_EQUAL(passes.node_value(9), -7);  // the other side sees it negated
}

TEST(bounds_from_elsewhere_only_narrow) {
    WideTarget target(move_to(Next::other, 2, 24));
    CHECK_EQUAL(target.move.low(), -22);
    CHECK_EQUAL(target.move.high(), 26);
    CHECK(!target.narrow(-30, 30));
    CHECK(target.narrow(-5, 30));
    CHECK_EQUAL(target.move.low(), -5);
    CHECK_EQUAL(target.move.high(), 26);
    CHECK(!target.narrow(-6, 26));
    const auto job = target.job.load();
    CHECK(target.narrow(4, 4));
    CHECK(target.job.load() != job);  // other threads drop their question
    CHECK(!target.is_open());
}

TEST(a_move_that_ends_the_game_has_nothing_to_prove) {
    WideTarget target(move_to(Next::over, 5, 0));
    CHECK(!target.is_open());
    CHECK(!target.narrow(5, 5));
    CHECK_EQUAL(target.move.low(), 5);
    CHECK_EQUAL(target.move.high(), 5);
}
