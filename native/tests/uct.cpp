#include "sowfish/uct.hpp"

#include "boards.hpp"
#include "check.hpp"
#include "minimax.hpp"

using namespace sowfish;

namespace {

// Whether what the tree has proven is true.
void check_bounds(const UctTree& tree, const Position& position, minimax::Minimax& values) {
    const WideKernel& kernel = values.kernel();
    const WideBoard board = board_of(kernel, position);
    const int banked = kernel.margin(board);
    for (const UctCount& move : tree.moves()) {
        const int value =
            minimax::move_value(kernel, board, move.pit, [&](const WideBoard& at) { return values(at); });
        const Outcome outcome = outcome_of(banked + value);
        CHECK(move.low <= outcome && outcome <= move.high);
    }
    const Outcome outcome = outcome_of(banked + values(board));
    CHECK(tree.root().low <= outcome && outcome <= tree.root().high);
}

}  // namespace

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
            check_bounds(*tree, position, values);
        }
        proven += tree->root().is_proven();
        CHECK(legal_pits(position) >> tree->line().front() & 1);
    }
    CHECK(proven > 200);
}

TEST(a_tree_goes_on_from_a_later_position_with_what_it_knew) {
    Random random(72);
    for (const Switches& switches : boards::kProfiles) {
        Position position = boards::start(switches, 4, 3);
        minimax::Minimax values(position.rules);
        const auto tree = make_uct_tree(position.rules, 1 << 22, 0.7, 4);
        Control control;
        tree->set_root(position);
        tree->search(3'000, control);
        while (legal_pits(position) != 0) {
            position = after(position, tree->line().front());
            if (!is_over(position) && legal_pits(position) == 0) position.north_to_move = !position.north_to_move;
            if (is_over(position)) break;
            const std::size_t kept = tree->set_root(position);
            CHECK(kept > 0);
            CHECK(tree->nodes() >= kept);
            tree->search(50, control);
            int stones = 0;
            for (const UctCount& move : tree->moves()) stones += static_cast<int>(move.visits > 0);
            CHECK(stones > 0 || tree->root().is_proven());
        }
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
