// One turn: all chains of free moves from a position, and the best of them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sowfish/control.hpp"
#include "sowfish/position.hpp"

namespace sowfish {

struct TurnOptions {
    bool technical_win = false;  // a free move after which a side has technically won ends the turn
    int max_laps = 0;            // a free move that brings the turn to so many laps ends it; 0 is no limit
};

// The distinct positions of a turn. It is a graph without cycles, for every free move banks a stone. Positions are
// the same if their stones are and, where laps are limited, their laps so far.
class TurnGraph {
   public:
    __extension__ typedef unsigned __int128 Count;  // every compiler we build with has it, no standard does

    // The best end under given scores, and the sequences of pits that lead there.
    struct Best {
        double score = 0;
        Count sequences = 0;
        std::vector<int> first;     // the lexicographically smallest
        std::vector<int> shortest;  // the lexicographically smallest of the shortest
    };

    // The tree of all sequences, in which a position counts as often as it is reached.
    struct Tree {
        Count nodes = 0;  // the root included
        Count leaves = 0;
        int longest = 0;  // moves
    };

    virtual ~TurnGraph() = default;

    std::size_t states() const { return states_.size(); }

    // The distinct positions in which the turn may end, and for every ending move the number of its end.
    struct Ends {
        std::vector<Position> positions;
        std::vector<std::uint32_t> of_move;  // by the place of the move among all moves
    };
    virtual Ends ends() const = 0;

    // The best turn by the mover's store, by its lead over the other's store, or by a score per end.
    Best best_store() const;
    Best best_margin() const;
    Best best(const Ends& ends, const std::vector<double>& scores) const;

    Tree tree() const;

   protected:
    struct Move {
        union {
            std::uint32_t state;  // the number of the state it leads to
            struct {
                std::int16_t store;   // where it ends the turn: the mover's store,
                std::int16_t margin;  // and its lead over the other's
            } end;
        };
        std::uint8_t pit;
        bool ends;
    };

    struct State {
        std::uint32_t first_move = 0;
        std::uint16_t move_count = 0;
        std::int16_t store = 0;  // the best that can be reached from here
        std::int16_t margin = 0;
    };

    struct Moves {
        const Move* first;
        const Move* last;
        const Move* begin() const { return first; }
        const Move* end() const { return last; }
    };

    Moves moves_of(std::uint32_t state) const {
        const Move* first = moves_.data() + states_[state].first_move;
        return {first, first + states_[state].move_count};
    }

    std::int16_t store_of(const Move& move) const {
        return move.ends ? move.end.store : states_[move.state].store;
    }
    std::int16_t margin_of(const Move& move) const {
        return move.ends ? move.end.margin : states_[move.state].margin;
    }

    std::vector<State> states_;        // the root is number 0
    std::vector<Move> moves_;          // those of a state side by side, in the order of the pits
    std::vector<std::uint32_t> done_;  // the states in an order in which moves only lead backwards
   private:
    // `score_of` tells the best score a move can lead to.
    template <class Score>
    Best best_by(Score&& score_of) const;
};

// Null if the control stopped it. The position must have a legal move.
std::unique_ptr<TurnGraph> make_turn_graph(const Position& position, const TurnOptions& options, Control& control);

}  // namespace sowfish
