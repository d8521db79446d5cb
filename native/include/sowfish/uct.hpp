// UCT: a tree of positions grown where random games go well, with proven results backed up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sowfish/control.hpp"
#include "sowfish/outcome.hpp"
#include "sowfish/position.hpp"

namespace sowfish {

// What the tree knows of the position or of one of its moves, for the side to move at the position.
struct UctCount {
    int pit = 0;
    std::uint64_t visits = 0;
    double value = 0;  // mean of the games through it, from 0 (lost) to 1; exact once low is high
    Outcome low = Outcome::loss;
    Outcome high = Outcome::win;

    bool is_proven() const { return low == high; }
};

// Kocsis and Szepesvari, "Bandit based Monte-Carlo planning" (2006), with the bounds on outcomes of Cazenave and
// Saffidine, "Score bounded Monte-Carlo tree search" (2010): a node whose best and worst possible outcome are the
// same is proven, and moves that cannot improve on what is sure are no longer tried.
//
// The tree lives on between searches: what was found out about the position searched next is kept.
class UctTree {
   public:
    virtual ~UctTree() = default;

    // Makes a position with a legal move the root. Keeps what hangs below it if it is in the tree; returns how
    // many nodes that are.
    virtual std::size_t set_root(const Position& position) = 0;

    // Plays so many games, or until the root is proven or the control stops it. Returns how many it played; the
    // control counts them.
    virtual std::uint64_t search(std::uint64_t playouts, Control& control) = 0;

    virtual std::size_t nodes() const = 0;
    virtual UctCount root() const = 0;
    virtual std::vector<UctCount> moves() const = 0;

    // The best move and what is best after it, as long as there are visits.
    virtual std::vector<int> line() const = 0;
};

// `exploration` is the weight of the unknown, c in mean + c * sqrt(ln(visits of the parent) / visits).
std::unique_ptr<UctTree> make_uct_tree(const Rules& rules, std::size_t bytes, double exploration,
                                       std::uint64_t seed);

}  // namespace sowfish
