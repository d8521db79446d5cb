// Checks that hold for every kind of tree.
#pragma once

#include <memory>

#include "sowfish/play/search_tree.hpp"
#include "tests/boards.hpp"
#include "tests/check.hpp"
#include "tests/minimax.hpp"

namespace sowfish::trees {

// Whether what the tree has proven is true.
inline void check_bounds(const SearchTree& tree, const Position& position, minimax::Minimax& values) {
    const WideKernel& kernel = values.kernel();
    const WideBoard board = board_of(kernel, position);
    const int banked = kernel.margin(board);
    for (const TreeCount& move : tree.moves()) {
        const int value =
            minimax::move_value(kernel, board, move.pit, [&](const WideBoard& at) { return values(at); });
        const Outcome outcome = outcome_of(banked + value);
        CHECK(move.low <= outcome && outcome <= move.high);
    }
    const Outcome outcome = outcome_of(banked + values(board));
    CHECK(tree.root().low <= outcome && outcome <= tree.root().high);
}

// Searches random small positions with trees that `make(rules, trial)` returns: what they prove is true, and small
// games get proven.
template <class Make>
void check_proofs(Random random, Make&& make) {
    int proven = 0;
    for (int trial = 0; trial < 300; ++trial) {
        const Switches switches =
            trial % 2 == 0 ? boards::kProfiles[random.below(6)] : boards::random_switches(random);
        const Rules rules{boards::pick(random, 1, 4), switches};
        const Position position = minimax::thrown(random, rules, boards::pick(random, 1, 7));
        if (legal_pits(position) == 0) continue;
        minimax::Minimax values(rules);
        const std::unique_ptr<SearchTree> tree = make(rules, trial);
        tree->set_root(position);
        for (const std::uint64_t visits : {1, 20, 2'000}) {
            Control control;
            tree->search(visits, control);
            check_bounds(*tree, position, values);
        }
        proven += tree->root().is_proven();
        CHECK(legal_pits(position) >> tree->line().front() & 1);
    }
    CHECK(proven > 200);
}

// Plays a game by the tree, which must know every position that comes up.
inline void check_goes_on(SearchTree& tree, Position position) {
    Control control;
    tree.set_root(position);
    tree.search(3'000, control);
    while (legal_pits(position) != 0) {
        position = after(position, tree.line().front());
        if (!is_over(position) && legal_pits(position) == 0) position.north_to_move = !position.north_to_move;
        if (is_over(position)) break;
        const std::size_t kept = tree.set_root(position);
        CHECK(kept > 0);
        CHECK(tree.nodes() >= kept);
        tree.search(50, control);
        int visited = 0;
        for (const TreeCount& move : tree.moves()) visited += static_cast<int>(move.visits > 0);
        CHECK(visited > 0 || tree.root().is_proven());
    }
}

}  // namespace sowfish::trees
