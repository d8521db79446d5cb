// Best play from a position whose value is proven.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "sowfish/search/report.hpp"
#include "sowfish/search/search.hpp"

namespace sowfish {

// Follows moves that keep the proven value of `at`, trying and verifying the hash table's moves first. Ends early
// if the search is stopped or the node limit is reached; even then there is a first move if one is known.
template <class Kernel>
BestLine best_line(const Kernel& kernel, Search<Kernel>& search, typename Search<Kernel>::Child at,
                   std::uint64_t budget) {
    using Child = typename Search<Kernel>::Child;
    BestLine line;
    search.begin(nullptr, 0, budget);
    if (at.pit != kNoPit) line.pits.push_back(at.pit);
    bool first = at.pit == kNoPit;
    for (; at.next != Next::over && at.node.bounds.exact(); first = false) {
        const int value = at.node.bounds.low;
        const auto board = at.node.board;
        std::vector<Child> moves;
        for (int pit = 0; pit < kernel.pits(); ++pit)
            if (kernel.stones(board, pit) > 0) moves.push_back(search.child(board, pit));
        if (moves.empty()) moves.push_back(search.pass(board));
        std::stable_sort(moves.begin(), moves.end(), [&](const Child& a, const Child& b) {
            return std::pair(a.low(), a.pit == at.node.bounds.pit) >
                   std::pair(b.low(), b.pit == at.node.bounds.pit);
        });
        bool found = false;
        for (Child& move : moves) {
            if (move.high() < value) continue;
            if (move.low() < value) {
                search.search(move.node, move.node_beta(value));
                if (search.aborted()) {
                    // At the root a best move may be known even so: the one that raised the lower bound, or any
                    // move if none had to. A value that came as a fact has neither.
                    const bool is_least = value <= -at.node.rest;
                    const int known = at.node.bounds.pit == kNoPit && is_least ? move.pit : at.node.bounds.pit;
                    if (first && known != kNoPit) line.pits.push_back(known);
                    search.end();
                    return line;
                }
            }
            if (move.low() < value) continue;
            if (move.next != Next::over) {
                const int kept = move.again() ? value - move.gain : move.gain - value;
                move.node.bounds.low = move.node.bounds.high = kept;
            }
            at = move;
            found = true;
            break;
        }
        if (!found) break;
        if (at.pit != kNoPit) line.pits.push_back(at.pit);
    }
    search.end();
    line.is_whole = at.next == Next::over;
    return line;
}

}  // namespace sowfish
