// The engine's look ahead: iterative deepening over estimates, with a hash table that lives for a game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sowfish/control.hpp"
#include "sowfish/net.hpp"
#include "sowfish/position.hpp"
#include "sowfish/table.hpp"

namespace sowfish {

// Values are margins for the side to move, stores included, in parts of a stone.
inline constexpr int kPartsOfStone = 8;

// What a net does for the look ahead: the order in which moves are tried, the values where it ends, or both.
enum class NetUse : std::uint8_t { order, values, both };

struct DeepMove {
    int pit = 0;
    int value = 0;
};

struct DeepResult {
    int value = 0;
    int depth = 0;                // moves looked ahead; 0 before the first depth is finished
    bool sees_end = false;        // whether the value is exact
    std::vector<int> line;        // best play as far as it is remembered; only the last depth's first pit is sure
    std::vector<DeepMove> moves;  // all legal moves with their values, if they were asked for; by pit
};

// The evaluation, as future margin of the side to move in sixteenths of a stone:
//
//     with relay       as in estimate.hpp
//     without relay    3 + 13 * own ready pits + 16 * the other's + 26 * (own filled pits - the other's)
//                      + 7 * (stones on the own side - on the other) - 68 * (own pits beyond - the other's)
//                      + stones in play + 10 * best capture now - 4 * best capture of the other
//
// A ready pit holds exactly what reaches its store, a pit beyond holds more: its stones go to the other side. The
// weights are those of a linear regression on the values of a 12 moves deep search of 8,000 positions of random
// and greedy games of Kalah with 13 to 60 stones in play (it explains 48 % of their variance, where estimate.hpp
// explains 5 %). Against the evaluation of estimate.hpp it scores 62 % (400 games, 10,000 nodes a move, Kalah), 62
// % under kalah-lazy and kalah-empty-capture and 56 % under events (200 games each, 5,000 nodes a move).
//
// Used by one thread at a time.
class Deepening {
   public:
    virtual ~Deepening() = default;

    // The position, with a legal move, that is looked at from now on. With `every_move` each depth finds the value
    // of every move, not only of the best.
    virtual void set_root(const Position& position, bool every_move) = 0;

    // The table, if not null, must be for the same rules; it is shared.
    virtual void set_table(std::shared_ptr<const Table> table) = 0;

    // The net, if not null, must be for the same rules; it is shared. To be set before the first root: values of
    // different kinds do not go together.
    virtual void set_net(std::shared_ptr<const Net> net, NetUse use) = 0;

    // Looks one move deeper; false if the control stopped it or there is nothing more to see. Stopped early it
    // still takes in a better move if it found one. The first depth is always finished.
    virtual bool deepen(Control& control) = 0;

    virtual DeepResult result() const = 0;
};

std::unique_ptr<Deepening> make_deepening(const Rules& rules, std::size_t hash_bytes);

}  // namespace sowfish
