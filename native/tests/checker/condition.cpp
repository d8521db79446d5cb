// Conditions: every operation, what an unsound program is, and random expressions against their plain value.
#include "sowfish/checker/condition.hpp"

#include <vector>

#include "sowfish/board/random.hpp"
#include "tests/check.hpp"

using namespace sowfish;
using Op = Instruction::Op;

namespace {

constexpr int kTrackers = 3;

int tracker(int number) { return 10 + number; }

Quantities some_levels() {
    Quantities levels{};
    for (std::size_t i = 0; i < levels.size(); ++i) levels[i] = static_cast<int>(i) * 2;
    return levels;
}

int value_of(std::vector<Instruction> program) {
    const Predicate condition(std::move(program));
    CHECK(condition.is_sound(kTrackers));
    return condition.value(tracker, some_levels());
}

int applied(Op op, int left, int right) { return value_of({{Op::number, left}, {Op::number, right}, {op}}); }

// Appends a random expression and returns its value.
int add_expression(Random& random, int depth, std::vector<Instruction>& program) {
    if (depth == 0 || random.below(4) == 0) {
        const int number = static_cast<int>(random.below(9)) - 4;
        switch (random.below(3)) {
            case 0:
                program.push_back({Op::tracker, static_cast<int>(random.below(kTrackers))});
                return tracker(program.back().argument);
            case 1:
                program.push_back({Op::level, static_cast<int>(random.below(kQuantities))});
                return 2 * program.back().argument;
            default:
                program.push_back({Op::number, number});
                return number;
        }
    }
    const int left = add_expression(random, depth - 1, program);
    if (random.below(5) == 0) {
        program.push_back({Op::no});
        return left == 0 ? 1 : 0;
    }
    const int right = add_expression(random, depth - 1, program);
    switch (random.below(7)) {
        case 0:
            program.push_back({Op::add});
            return left + right;
        case 1:
            program.push_back({Op::subtract});
            return left - right;
        case 2:
            program.push_back({Op::equal});
            return left == right;
        case 3:
            program.push_back({Op::less});
            return left < right;
        case 4:
            program.push_back({Op::at_most});
            return left <= right;
        case 5:
            program.push_back({Op::both});
            return left != 0 && right != 0;
        default:
            program.push_back({Op::either});
            return left != 0 || right != 0;
    }
}

}  // namespace

TEST(every_operation_of_a_condition_does_what_it_says) {
    CHECK_EQUAL(applied(Op::add, 3, -5), -2);
    CHECK_EQUAL(applied(Op::subtract, 3, 5), -2);
    CHECK_EQUAL(applied(Op::multiply, -3, 5), -15);
    CHECK_EQUAL(applied(Op::equal, 4, 4), 1);
    CHECK_EQUAL(applied(Op::equal, 4, 5), 0);
    CHECK_EQUAL(applied(Op::less, 4, 5), 1);
    CHECK_EQUAL(applied(Op::less, 5, 5), 0);
    CHECK_EQUAL(applied(Op::at_most, 5, 5), 1);
    CHECK_EQUAL(applied(Op::at_most, 6, 5), 0);
    CHECK_EQUAL(applied(Op::both, 2, 7), 1);
    CHECK_EQUAL(applied(Op::both, 2, 0), 0);
    CHECK_EQUAL(applied(Op::either, 0, 7), 1);
    CHECK_EQUAL(applied(Op::either, 0, 0), 0);
    CHECK_EQUAL(value_of({{Op::number, 9}, {Op::no}}), 0);
    CHECK_EQUAL(value_of({{Op::number, 0}, {Op::no}}), 1);
    CHECK_EQUAL(value_of({{Op::tracker, 2}}), 12);
    CHECK_EQUAL(value_of({{Op::level, static_cast<int>(Quantity::hand)}}), 8);
}

TEST(an_empty_condition_holds_everywhere) {
    const Predicate empty;
    CHECK(empty.is_empty());
    CHECK(empty.is_sound(0));
    CHECK(empty.holds(tracker, some_levels()));
    CHECK(!Predicate({{Op::number, 0}}).holds(tracker, some_levels()));
    CHECK(Predicate({{Op::number, -1}}).holds(tracker, some_levels()));
}

TEST(unsound_programs_are_detected) {
    const std::vector<std::vector<Instruction>> unsound = {
        {{Op::add}},                                    // nothing to add
        {{Op::number, 1}, {Op::add}},                   // only one number
        {{Op::no}},                                     // nothing to negate
        {{Op::number, 1}, {Op::number, 2}},             // two numbers are left
        {{Op::tracker, kTrackers}},                     // no such tracker
        {{Op::tracker, -1}},                            //
        {{Op::level, kQuantities}},                     // no such level
        {{Op::level, -1}},                              //
        std::vector<Instruction>(40, {Op::number, 1}),  // too deep
    };
    for (const auto& program : unsound) CHECK(!Predicate(program).is_sound(kTrackers));
    CHECK(!Predicate({{Op::tracker, 0}}).is_sound(0));
}

TEST(the_stack_may_be_as_deep_as_it_is_long) {
    std::vector<Instruction> program(Predicate::kDeepest, {Op::number, 1});
    for (int i = 1; i < Predicate::kDeepest; ++i) program.push_back({Op::add});
    CHECK_EQUAL(value_of(program), Predicate::kDeepest);
    program.insert(program.begin(), {Op::number, 1});
    program.push_back({Op::add});
    CHECK(!Predicate(program).is_sound(kTrackers));
}

TEST(only_conditions_on_single_pits_need_them) {
    CHECK(!Predicate({{Op::level, kSouthPits - 1}}).asks_pits());
    CHECK(Predicate({{Op::level, kSouthPits}}).asks_pits());
    CHECK(Predicate({{Op::number, 1}, {Op::level, kNorthPits + 3}, {Op::less}}).asks_pits());
    CHECK(!Predicate({{Op::number, kSouthPits + 1}}).asks_pits());
}

TEST(random_conditions_have_the_value_of_their_expression) {
    Random random(17);
    for (int trial = 0; trial < 2'000; ++trial) {
        std::vector<Instruction> program;
        const int expected = add_expression(random, 4, program);
        CHECK_EQUAL(value_of(program), expected);
        CHECK_EQUAL(Predicate(program).holds(tracker, some_levels()), expected != 0);
    }
}
