#include "sowfish/play/puct.hpp"

#include <cmath>
#include <vector>

#include "tests/boards.hpp"
#include "tests/check.hpp"
#include "tests/minimax.hpp"
#include "tests/nets.hpp"
#include "tests/trees.hpp"

using namespace sowfish;

TEST(a_guided_tree_proves_only_what_is_true_whatever_the_net_says) {
    Random wild(92);
    trees::check_proofs(Random(91), [&](const Rules& rules, int trial) {
        const auto net = trial % 3 == 0 ? nullptr : nets::wild(rules.pits, wild);
        return make_puct_tree(rules, net, 1 << 20, 1.0, 3);
    });
}

TEST(visits_go_where_the_guess_points) {
    for (const Switches& switches : boards::kProfiles) {
        std::vector<float> outputs(8, 0.0f);
        outputs[1] = 3;  // pit 1; everything is a tie
        const auto tree = make_puct_tree({6, switches}, nets::steady(6, outputs), 1 << 22, 1.0, 1);
        tree->set_root(boards::start(switches, 6, 4));
        Control control;
        tree->search(200, control);
        std::uint64_t all = 0;
        double priors = 0;
        for (const TreeCount& move : tree->moves()) all += move.visits, priors += move.prior;
        CHECK_EQUAL(all, 200u);
        CHECK(std::abs(priors - 1) < 1e-4);
        CHECK_EQUAL(tree->line().front(), 1);
        CHECK(tree->moves()[1].visits > 100);
        CHECK(std::abs(tree->moves()[1].prior - std::exp(3) / (std::exp(3) + 5)) < 1e-4);
    }
}

// Four stones from pit 2 end in the store; after the other moves it is the other's turn.
TEST(a_value_is_for_the_side_to_move_where_it_was_given) {
    for (std::size_t pit = 0; pit < 6; ++pit) {
        std::vector<float> outputs(8, 0.0f);
        outputs[pit] = 20;
        outputs[6] = 1;  // whoever is to move is winning
        const auto tree = make_puct_tree({6, kKalah}, nets::steady(6, outputs), 1 << 22, 1.0, 1);
        tree->set_root(boards::start(kKalah, 6, 4));
        Control control;
        tree->search(1, control);
        const double said = 0.5 + 0.5 * std::tanh(1);
        CHECK_EQUAL(tree->moves()[pit].visits, 1u);
        CHECK(std::abs(tree->moves()[pit].value - (pit == 2 ? said : 1 - said)) < 1e-6);
        CHECK(std::abs(tree->root().value - tree->moves()[pit].value) < 1e-9);
    }
}

TEST(a_guided_tree_goes_on_from_a_later_position_and_within_its_memory) {
    Random random(94);
    for (const Switches& switches : boards::kProfiles) {
        Position position = boards::start(switches, 4, 3);
        const auto tree = make_puct_tree(position.rules, nets::wild(4, random), 1 << 22, 1.0, 4);
        trees::check_goes_on(*tree, position);
    }
    const auto tree = make_puct_tree({6, kKalah}, nets::wild(6, random), 1, 1.0, 1);
    tree->set_root(boards::start(kKalah, 6, 4));
    Control control;
    CHECK_EQUAL(tree->search(500, control), 500u);
    CHECK(tree->nodes() <= kMaxPits + 1);
    CHECK_EQUAL(tree->root().visits, 500u);
}
