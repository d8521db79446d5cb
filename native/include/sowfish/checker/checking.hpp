// Questions about all games from a position: the longest, the shortest, how many, and which positions there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sowfish/checker/condition.hpp"
#include "sowfish/checker/game_graph.hpp"
#include "sowfish/search/control.hpp"

namespace sowfish {

// A way through the graph: pits of whoever is to move, Step::kPass for a pass.
using Path = std::vector<int>;

// Part of a sum that steps add to.
struct Term {
    Counter counter = Counter::events;
    Who who = Who::either;
    int factor = 1;
};

// What a search did before it answered or had to stop.
struct Searched {
    std::uint64_t nodes = 0;  // told apart
    std::size_t bytes = 0;
    bool complete = false;  // nothing was left out
    bool out_of_memory = false;
};

// ---- memoised depth first search: extremes and counts

enum class Scope : std::uint8_t {
    games,
    turns,       // any turn of any game
    first_turn,  // the turn of the side to move now
};

struct PathQuestion {
    Position start;
    GraphOptions options;
    Condition where;  // at the end of a game or turn
    Scope scope = Scope::games;
    std::optional<Term> begin_cost;  // turns only: how far from the start they may begin,
    int begin_within = 0;            // and that bound
    std::size_t max_bytes = 0;
};

struct Sum {
    std::vector<Term> terms;
    Condition at_end;  // a number added at the end
    bool largest = true;
    std::optional<int> target;  // stop when a sum is at least (or, if not largest, at most) this
};

struct Extreme {
    std::optional<int> value;
    Path before;  // to where the turn begins; empty for games
    Path way;
    bool reached = false;  // the target
    Searched searched;
};

// The largest or smallest sum over all games or turns, with one that has it.
Extreme extreme(const PathQuestion& question, const Sum& sum, Control& control);

struct Count {
    std::vector<std::uint64_t> limbs;  // of a large number, the lowest first
    Searched searched;
};

// How many games or turns there are, as sequences of moves.
Count count_paths(const PathQuestion& question, Control& control);

// ---- search outwards from the start, the nearest first

enum class Subject : std::uint8_t {
    ends,       // finished games
    positions,  // between moves
    states,     // after every event
};

struct PlaceQuestion {
    Position start;
    GraphOptions options;
    Condition where;
    Subject subject = Subject::positions;
    Term cost;                  // what near means; never negative
    std::optional<int> within;  // how far to look
    std::size_t max_bytes = 0;
};

struct Place {
    bool found = false;
    int cost = 0;
    int value = 0;   // of the objective, where there is one
    Path way;        // the last move may be under way:
    int events = 0;  // so many events of it have happened; 0 if all
};

struct Reached {
    Place place;
    std::uint64_t count = 0;
    int settled = 0;  // everything nearer than this was seen
    Searched searched;
};

// The nearest place where the condition holds.
Reached nearest(const PlaceQuestion& question, Control& control);

// How many different places it holds at.
Reached count_places(const PlaceQuestion& question, Control& control);

// The place where it holds with the largest or smallest value of a program, the nearest of equal ones.
Reached extreme_place(const PlaceQuestion& question, const Condition& objective, bool largest, Control& control);

}  // namespace sowfish
