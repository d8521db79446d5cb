#include "sowfish/play/uct.hpp"

#include "tests/boards.hpp"
#include "tests/check.hpp"
#include "tests/minimax.hpp"
#include "tests/trees.hpp"

using namespace sowfish;

TEST(proven_outcomes_are_true_and_small_games_get_proven) {
    trees::check_proofs(Random(71), [](const Rules& rules, int) { return make_uct_tree(rules, 1 << 20, 0.7, 3); });
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
