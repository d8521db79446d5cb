// Best play from a position whose value is proven.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "sowfish/search/search.hpp"

namespace sowfish {

struct BestLine {
    std::vector<int> pits;  // passes are left out
    bool is_whole = false;  // whether it reaches the end of the game
};

// Follows moves that keep the proven value of `at`, trying and verifying the hash table's moves first. Ends early
// if the search is stopped or the node limit is reached; even then there is a first move.
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
                    // At the root a best move is known even so: the one that raised the lower bound, or any move
                    // if none had to.
                    const int known = at.node.bounds.pit != kNoPit ? at.node.bounds.pit : move.pit;
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
