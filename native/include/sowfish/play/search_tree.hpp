// A tree of positions that grows by visits, with proven results backed up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sowfish/board/outcome.hpp"
#include "sowfish/board/position.hpp"
#include "sowfish/system/control.hpp"

namespace sowfish {

// What the tree knows about the root or one of its moves, for the side to move at the root.
struct TreeCount {
    int pit = 0;
    std::uint64_t visits = 0;
    double value = 0;  // mean of the visits, from 0 (lost) to 1; exact once low is high
    double prior = 0;  // the policy's probability, from 0 to 1; 0 without a policy
    Outcome low = Outcome::loss;
    Outcome high = Outcome::win;

    bool is_proven() const { return low == high; }
};

// The tree persists between searches: the subtree of the next root is kept. Bounds on outcomes are those of
// Cazenave and Saffidine, "Score bounded Monte-Carlo tree search" (2010): a node whose best and worst possible
// outcomes agree is proven, and moves that cannot improve on the proven bound are no longer tried.
class SearchTree {
   public:
    virtual ~SearchTree() = default;

    // Makes a position with a legal move the root. Keeps its subtree if it is in the tree; returns the number of
    // nodes kept.
    virtual std::size_t set_root(const Position& position) = 0;

    // Makes up to `visits` visits; ends early if the root is proven or the control stops it. Returns the number
    // made; the control counts them.
    virtual std::uint64_t search(std::uint64_t visits, Control& control) = 0;

    virtual std::size_t nodes() const = 0;
    virtual TreeCount root() const = 0;
    virtual std::vector<TreeCount> moves() const = 0;

    // The principal variation, as far as there are visits.
    virtual std::vector<int> line() const = 0;
};

}  // namespace sowfish
