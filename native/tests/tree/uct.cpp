#include "sowfish/tree/uct.hpp"

#include "tests/boards.hpp"
#include "tests/check.hpp"
#include "tests/minimax.hpp"
#include "tests/trees.hpp"

using namespace sowfish;

TEST(proven_outcomes_are_true_and_small_games_get_proven) {
    Random random(71);
    int proven = 0;
    for (int trial = 0; trial < 300; ++trial) {
        const Switches switches =
            trial % 2 == 0 ? boards::kProfiles[random.below(6)] : boards::random_switches(random);
        const Rules rules{boards::pick(random, 1, 4), switches};
        const Position position = minimax::thrown(random, rules, boards::pick(random, 1, 7));
        if (legal_pits(position) == 0) continue;
        minimax::Minimax values(rules);
        const auto tree = make_uct_tree(rules, 1 << 20, 0.7, 3);
        tree->set_root(position);
        for (const std::uint64_t games : {1, 20, 2'000}) {
            Control control;
            tree->search(games, control);
            trees::check_bounds(*tree, position, values);
        }
        proven += tree->root().is_proven();
        CHECK(legal_pits(position) >> tree->line().front() & 1);
    }
    CHECK(proven > 200);
}

TEST(a_tree_goes_on_from_a_later_position_with_what_it_knew) {
    for (const Switches& switches : boards::kProfiles) {
        const Position position = boards::start(switches, 4, 3);
        const auto tree = make_uct_tree(position.rules, 1 << 22, 0.7, 4);
        trees::check_goes_on(*tree, position);
    }
}

TEST(a_full_tree_plays_on_without_growing) {
    const auto tree = make_uct_tree({6, kKalah}, 1, 0.7, 1);
    tree->set_root(boards::start(kKalah, 6, 4));
    Control control;
    CHECK_EQUAL(tree->search(500, control), 500u);
    CHECK(tree->nodes() <= kMaxPits + 1);
    CHECK_EQUAL(tree->root().visits, 500u);
}
