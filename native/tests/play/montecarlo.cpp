#include "sowfish/play/montecarlo.hpp"

#include "sowfish/board/outcome.hpp"
#include "tests/boards.hpp"
#include "tests/check.hpp"
#include "tests/team.hpp"

using namespace sowfish;

namespace {

bool same(const std::vector<PitCount>& one, const std::vector<PitCount>& other) {
    if (one.size() != other.size()) return false;
    for (std::size_t i = 0; i < one.size(); ++i)
        if (one[i].pit != other[i].pit || one[i].wins != other[i].wins || one[i].draws != other[i].draws ||
            one[i].losses != other[i].losses)
            return false;
    return true;
}

std::vector<PitCount> counts(const Position& position, Policy policy, std::uint64_t games, int threads = 1) {
    Control control;
    const auto run = make_playout_run(position, policy, 5, games, control);
    team::run(threads, [&] { run->work(); });
    CHECK_EQUAL(control.nodes(), games);
    return run->counts();
}

}  // namespace

TEST(counts_do_not_depend_on_the_threads) {
    for (const Switches& switches : boards::kProfiles) {
        const Position start = boards::start(switches, 6, 3);
        for (const Policy policy : {Policy::uniform, Policy::greedy})
            CHECK(same(counts(start, policy, 500), counts(start, policy, 500, 3)));
    }
}

TEST(a_game_cut_short_has_the_outcome_of_the_whole_game) {
    Random random(51);
    for (int trial = 0; trial < 600; ++trial) {
        const Switches switches =
            trial % 2 == 0 ? boards::kProfiles[random.below(6)] : boards::random_switches(random);
        const Position position = boards::random_position(random, {boards::pick(random, 1, kMaxPits), switches});
        if (is_over(position)) continue;
        const WideKernel kernel(position.rules);
        const WideBoard board = board_of(kernel, position);
        Random one(7, static_cast<std::uint64_t>(trial));
        Random other = one;
        std::uint64_t moves = 0;
        const int margin = playout(kernel, board, one, moves);
        CHECK(outcome_of_game(kernel, board, AnyPit{}, other) == outcome_of(margin));
    }
}

TEST(every_pit_gets_games_even_if_stopped_at_once) {
    Control control;
    control.stop();
    const auto run = make_playout_run(boards::start(kKalah, 6, 4), Policy::uniform, 1, 1'000'000, control);
    run->work();
    std::uint64_t games = 0;
    for (const PitCount& count : run->counts()) {
        CHECK(count.games() > 0);
        games += count.games();
    }
    CHECK(games < 1'000);
}

TEST(the_count_that_decides_depends_on_what_is_asked_for) {
    const std::vector<PitCount> counts = {
        {.pit = 0, .wins = 60, .draws = 0, .losses = 40},   // most wins
        {.pit = 1, .wins = 50, .draws = 30, .losses = 20},  // most wins beyond losses
        {.pit = 2, .wins = 9, .draws = 90, .losses = 1},    // most wins of the decided games
    };
    CHECK_EQUAL(best_count(counts, Select::wins), 0u);
    CHECK_EQUAL(best_count(counts, Select::difference), 1u);
    CHECK_EQUAL(best_count(counts, Select::ratio), 2u);
}

TEST(of_equal_counts_the_first_decides_and_no_games_are_even) {
    const std::vector<PitCount> counts = {{.pit = 3}, {.pit = 4, .wins = 5, .losses = 5}, {.pit = 5}};
    for (const Select select : {Select::difference, Select::ratio}) CHECK_EQUAL(best_count(counts, select), 0u);
    CHECK_EQUAL(best_count(counts, Select::wins), 1u);
}
