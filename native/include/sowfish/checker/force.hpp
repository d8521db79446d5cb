// What a side can force: AND/OR search of the game graph, which has no cycles.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "sowfish/checker/checking.hpp"

namespace sowfish {

struct ForceQuestion {
    Position start;
    GraphOptions options;  // must keep the side to move
    Predicate where;
    bool north = false;   // the side that forces
    bool at_end = false;  // it must hold when the game is over; otherwise at some position between moves
    std::size_t max_bytes = 0;
};

// A side forces a goal if at each of its own positions it has a move that leads to the goal whatever the other
// side plays. Decided positions are kept, so that the strategy can be followed from the start: for each choice of
// either side it is known whether the goal is still forced.
class ForceSearch {
   public:
    virtual ~ForceSearch() = default;

    // Whether the goal is forced after these moves from the start; empty if the control or the memory limit
    // stopped the search.
    virtual std::optional<bool> forced(const Path& moves, Control& control) = 0;

    // Whether these moves reach the goal, at their end or on the way.
    virtual bool reached(const Path& moves) const = 0;

    virtual Searched searched() const = 0;
};

std::unique_ptr<ForceSearch> make_force_search(const ForceQuestion& question);

}  // namespace sowfish
