// Search of the nodes next to the table: the second part of search.hpp, which includes it.
#pragma once

#include "sowfish/search/search.hpp"

namespace sowfish {

// Searches a node next to the table. Nine out of ten nodes are, and most of them fail high after a move or two, so
// moves are played one at a time: a move into the table is evaluated two moves later, when its value has arrived
// from memory; a free move is searched at once; the others come last, in order.
template <class Kernel>
int Search<Kernel>::search_near(Node& node, int beta) {
    const std::uint64_t nodes_before = nodes_++;
    if (nodes_ % kPollNodes == 0) poll();
    if (aborted_) return 0;
    int pit = kNoPit;
    const int best = best_near(node, beta, pit);
    return aborted_ ? 0 : finish(node, beta, best, pit, nodes_before);
}

// The result of a search; if it is at least beta, `best_pit` is the move. Meaningless if aborted() afterwards.
template <class Kernel>
int Search<Kernel>::best_near(const Node& node, int beta, int& best_pit) {
    int best = -kMaxStones;
    std::array<Fetched, kMaxFastPits> fetched;
    int settled = 0;
    int asked = 0;
    const auto settle = [&](int count) {  // true if one of them is worth beta
        for (; settled < count && best < beta; ++settled) {
            const Fetched& move = fetched[static_cast<std::size_t>(settled)];
            best = std::max(best, move.gain + (move.next == Next::again ? *move.value : -*move.value));
            best_pit = move.pit;
        }
        return best >= beta;
    };
    const auto try_near = [&](Child& child) {
        best_pit = child.pit;
        locate(child.node);
        return try_child(child, beta, best) || aborted_;
    };

    std::array<Child, kMaxFastPits> children;
    int open = 0;
    for (int pit = kernel_.pits() - 1; pit >= 0; --pit) {
        if (kernel_.stones(node.board, pit) == 0) continue;
        Board after = node.board;
        const Next next = kernel_.play(after, pit);
        const int gain = kernel_.margin(after);
        const Board board = kernel_.without_stores(next == Next::again ? after : kernel_.turned(after));
        const int rest = next == Next::over ? 0 : kernel_.rest(board);
        if (gain - rest >= beta) {
            best_pit = pit;
            return gain - rest;
        }
        if (gain + rest < beta) {
            best = std::max(best, gain + rest);
            continue;
        }
        if (rest <= table_stones_) {
            const std::int8_t* value = table_->address(hash_->ranking().index(board));
            kFetchesEarly ? fetch_early(value) : touch(value);
            fetched[static_cast<std::size_t>(asked++)] = {value, next, pit, gain};
            if (settle(asked - kWait)) return best;
            continue;
        }
        Child& child = children[static_cast<std::size_t>(open)];
        child = {{board, rest, {}, {-rest, rest}}, next, true, pit, gain, 0};
        raise_low(child.node, child.node_beta(beta));
        if (child.low() >= beta) {
            best_pit = pit;
            return child.low();
        }
        if (child.high() < beta) {
            best = std::max(best, child.high());
            continue;
        }
        if (next == Next::again) {
            if (settle(asked) || try_near(child)) return best;
            continue;
        }
        child.order = order_of(node, child);
        ++open;
    }
    if (settle(asked)) return best;
    if (kernel_.switches().ends == Ending::all_empty) {
        if (kernel_.filled(node.board) == 0) children[static_cast<std::size_t>(open++)] = pass(node.board);
    }
    for (int i = 0; i < open; ++i) {
        if (try_near(bring_best(children.data() + i, children.data() + open))) return best;
    }
    best_pit = kNoPit;
    return best;
}

}  // namespace sowfish
