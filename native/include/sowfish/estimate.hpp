// A guess at the value of a position: a search to a fixed depth over a simple evaluation.
#pragma once

#include <memory>
#include <vector>

#include "sowfish/control.hpp"
#include "sowfish/position.hpp"
#include "sowfish/table.hpp"

namespace sowfish {

struct Estimate {
    int margin = 0;         // for the side to move, stores included
    int depth = 0;          // moves looked ahead; 0 if not even one depth was finished
    std::vector<int> line;  // the pits that go with it, as far as they are remembered
};

// Deepens move by move until the control stops it, `max_depth` is reached, or the game is seen to its end.
//
// The evaluation of a position that is not in the table, as future margin of the side to move in quarters of a
// stone:
//
//     without relay    7 + 4 * own ready pits - 2 * the other's + 7 * (own filled pits - the other's)
//     with relay       3 + 5 * own ready pits - 3 * the other's + 3 * (own filled pits - the other's)
//
// A ready pit holds exactly what reaches its store. The weights are those of a linear regression on the exact
// values of all 6-pit positions with 12 to 16 stones (it explains 28 to 60 % of their variance, by profile),
// rounded.
Estimate estimate(const Position& position, const Table* table, int max_depth, Control& control);

// A quick guess at the margin, to start a proof from: with relay the best single turn, which decides most games,
// and otherwise a shallow search. The position must have a legal move. Past the deadline it is a poor guess.
int first_guess(const Position& position, const Table* table, Control::Clock::time_point deadline);

}  // namespace sowfish
