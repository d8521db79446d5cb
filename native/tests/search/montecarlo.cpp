#include "sowfish/search/montecarlo.hpp"

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
        CHECK(play_out(kernel, board, AnyPit{}, other) == outcome_of(margin));
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
