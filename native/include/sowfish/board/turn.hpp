// One turn: all sequences of free moves from a position, and the best of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sowfish/board/position.hpp"
#include "sowfish/system/control.hpp"

namespace sowfish {

struct TurnOptions {
    bool technical_win = false;  // a free move after which a side has technically won ends the turn
    int max_laps = 0;            // a free move that brings the turn to this many laps ends it; 0 means unlimited
    bool partial = false;        // return the best turn found so far when the control stops the search
};

// What a turn maximises: the mover's store when it is over, or its lead over the opponent's store.
enum class Objective : std::uint8_t { stones, difference };

// The best outcome of a turn and the sequences of pits that lead there.
struct BestTurn {
    __extension__ typedef unsigned __int128 Count;  // sequences outgrow 64 bits on large boards

    double score = 0;
    Count sequences = 0;
    std::vector<int> first;     // the lexicographically smallest
    std::vector<int> shortest;  // the lexicographically smallest of the shortest
    std::size_t states = 0;     // distinct positions with a move to choose
    bool complete = true;       // the whole turn was searched; otherwise the score is a lower bound
};

// Searches the distinct positions of the turn depth first. They form an acyclic graph, because every free move
// banks a stone. Positions are equal if their stones are and, where laps are limited, their laps so far. Empty if
// the control stops the search before it has found an end, or at any time without `partial`. The position must
// have a legal move.
std::optional<BestTurn> best_turn(const Position& position, const TurnOptions& options, Objective objective,
                                  Control& control);

// The same graph, kept in memory: for statistics of the whole turn, and for scores supplied by the caller.
class TurnGraph {
   public:
    using Count = BestTurn::Count;

    // The tree of all sequences, which counts a position each time it is reached.
    struct Tree {
        Count nodes = 0;  // the root included
        Count leaves = 0;
        int longest = 0;  // moves
    };

    // The distinct positions in which the turn may end.
    struct Ends {
        std::vector<Position> positions;
    };

    virtual ~TurnGraph() = default;
    virtual std::size_t states() const = 0;
    virtual const Ends& ends() const = 0;
    virtual Tree tree() const = 0;

    // The best turn, given a score for every end of this graph, none of them NaN.
    virtual BestTurn best(const Ends& ends, const std::vector<double>& scores) const = 0;
};

// Null if the control stopped the search. The position must have a legal move.
std::unique_ptr<TurnGraph> make_turn_graph(const Position& position, const TurnOptions& options, Control& control);

}  // namespace sowfish
