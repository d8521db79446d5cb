// Searches over all games from a position: longest, shortest, counts, and reachable positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sowfish/checker/condition.hpp"
#include "sowfish/checker/game_graph.hpp"
#include "sowfish/system/control.hpp"

namespace sowfish {

// A path through the graph: pits of the side to move, Step::kPass for a pass.
using Path = std::vector<int>;

// One term of the sum over the steps of a path.
struct Term {
    Counter counter = Counter::events;
    Who who = Who::either;
    int factor = 1;
};

// Statistics of a search, finished or not.
struct Searched {
    std::uint64_t nodes = 0;  // distinct
    std::size_t bytes = 0;
    bool complete = false;  // the whole graph was searched
    bool out_of_memory = false;
};

// ---- memoised depth-first search: extremes and counts

enum class Scope : std::uint8_t {
    games,
    turns,       // any turn of any game
    first_turn,  // the turn of the side to move now
};

struct PathQuestion {
    Position start;
    GraphOptions options;
    Predicate where;  // at the end of a game or turn
    Scope scope = Scope::games;
    std::optional<Term> begin_cost;  // turns only: the cost from the start to the turn's first move
    int begin_within = 0;            // and its limit
    std::size_t max_bytes = 0;
};

struct Sum {
    std::vector<Term> terms;
    Predicate at_end;  // a number added at the end
    bool largest = true;
    std::optional<int> target;  // stop at a sum of at least this, or at most if not largest
};

struct Extreme {
    std::optional<int> value;
    Path before;  // moves before the turn; empty for games
    Path path;
    bool reached = false;  // the target
    Searched searched;
};

// The largest or smallest sum over all games or turns, with a path that attains it.
Extreme extreme(const PathQuestion& question, const Sum& sum, Control& control);

struct Count {
    std::vector<std::uint64_t> limbs;  // of a large integer, least significant first
    Searched searched;
};

// How many games or turns there are, as sequences of moves.
Count count_paths(const PathQuestion& question, Control& control);

// ---- uniform-cost search from the start

enum class Subject : std::uint8_t {
    ends,       // finished games
    positions,  // between moves
    states,     // after every event
};

struct PlaceQuestion {
    Position start;
    GraphOptions options;
    Predicate where;
    Subject subject = Subject::positions;
    Term cost;                  // of a step; never negative
    std::optional<int> within;  // the maximum cost
    std::size_t max_bytes = 0;
};

struct Place {
    bool found = false;
    int cost = 0;
    int value = 0;   // of the objective, if there is one
    Path path;       // the last move may be unfinished:
    int events = 0;  // number of its events that happened; 0 if all
};

struct Reached {
    Place place;
    std::uint64_t count = 0;
    int settled = 0;  // all places of a lower cost were visited
    Searched searched;
};

// The place of least cost where the condition holds.
Reached nearest(const PlaceQuestion& question, Control& control);

// The number of distinct places where the condition holds.
Reached count_places(const PlaceQuestion& question, Control& control);

// The place where the condition holds that maximises or minimises the objective; of equal ones, the nearest.
Reached extreme_place(const PlaceQuestion& question, const Predicate& objective, bool largest, Control& control);

}  // namespace sowfish
