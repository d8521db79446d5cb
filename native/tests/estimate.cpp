#include "sowfish/estimate.hpp"

#include "boards.hpp"
#include "check.hpp"
#include "minimax.hpp"

using namespace sowfish;

namespace {

int standing(const Position& position) {
    const WideKernel kernel(position.rules);
    return kernel.margin(board_of(kernel, position));
}

int rest(const Position& position) {
    const WideKernel kernel(position.rules);
    return kernel.rest(board_of(kernel, position));
}

void check_line(Position position, const std::vector<int>& pits) {
    for (const int pit : pits) {
        CHECK(legal_pits(position) >> pit & 1);
        position = after(position, pit);
    }
}

}  // namespace

TEST(an_estimate_stays_within_the_rest_whatever_its_depth) {
    Random random(91);
    for (int trial = 0; trial < 400; ++trial) {
        const Switches switches =
            trial % 2 == 0 ? boards::kProfiles[random.below(6)] : boards::random_switches(random);
        const Position position = boards::random_position(random, {boards::pick(random, 1, kMaxPits), switches});
        if (is_over(position)) continue;
        const int depth = boards::pick(random, 0, 4);
        Control control;
        control.limit_nodes(20'000);
        const Estimate guess = estimate(position, nullptr, depth, control);
        CHECK(guess.margin >= standing(position) - rest(position));
        CHECK(guess.margin <= standing(position) + rest(position));
        CHECK(guess.depth <= depth);
        check_line(position, guess.line);
        if (legal_pits(position) == 0 || trial > 40) continue;  // a guess takes a while
        const int first = first_guess(position, nullptr, Control::Clock::time_point::max());
        CHECK(first >= standing(position) - rest(position));
        CHECK(first <= standing(position) + rest(position));
    }
}

TEST(a_game_seen_to_its_end_is_estimated_exactly) {
    Random random(92);
    for (int trial = 0; trial < 200; ++trial) {
        const Switches switches =
            trial % 2 == 0 ? boards::kProfiles[random.below(6)] : boards::random_switches(random);
        const Rules rules{boards::pick(random, 1, 4), switches};
        const Position position = minimax::thrown(random, rules, boards::pick(random, 1, 7));
        if (is_over(position)) continue;
        minimax::Minimax minimax(rules);
        Control control;
        const Estimate guess = estimate(position, nullptr, 1'000, control);
        CHECK_EQUAL(guess.margin, standing(position) + minimax(board_of(minimax.kernel(), position)));
        CHECK(guess.depth >= 1 && guess.depth < 1'000);
        check_line(position, guess.line);
    }
}

TEST(a_table_makes_an_estimate_exact) {
    const Rules rules{5, kKalah};
    Table table(rules, 9);
    TableBuilder(table).work();
    minimax::Minimax minimax(rules);
    Random random(93);
    for (int trial = 0; trial < 100; ++trial) {
        const Position position = minimax::thrown(random, rules, 9);
        if (is_over(position)) continue;
        Control control;
        const Estimate guess = estimate(position, &table, 1, control);
        CHECK_EQUAL(guess.margin, standing(position) + minimax(board_of(minimax.kernel(), position)));
    }
}

TEST(an_estimate_that_is_stopped_at_once_is_the_margin_so_far) {
    Position position = boards::start(kKalah, 6, 8);
    position.ring[6] = 9;
    Control control;
    control.stop();
    const Estimate guess = estimate(position, nullptr, 200, control);
    CHECK(guess.depth <= 4);  // it looks up now and then only
    control.resume();
    control.limit_nodes(50'000);
    const Estimate longer = estimate(position, nullptr, 200, control);
    CHECK(longer.depth >= guess.depth && longer.depth < 200);
    check_line(position, longer.line);
}
