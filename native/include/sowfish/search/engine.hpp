// The engine: what positions are worth, proven where it can and estimated until then, by any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "sowfish/board/position.hpp"
#include "sowfish/net/net.hpp"
#include "sowfish/search/bounds.hpp"
#include "sowfish/search/certify.hpp"
#include "sowfish/search/control.hpp"
#include "sowfish/search/evaluation.hpp"
#include "sowfish/table/table.hpp"

namespace sowfish {

// Which question a proof asks first: whether the value is the one guessed, which is the shortest way to the value,
// or questions that are easier the farther they are from the guess, so that the bounds close in from both sides.
enum class Approach : std::uint8_t { guess, outside_in };

struct Question {
    Position position;          // not over
    bool every_move = false;    // the value of every move as well
    bool proves = true;         // false: look ahead only
    int threads = 1;            // how many will call work()
    int max_depth = 250;        // of the look-ahead, in moves
    double look_share = 0.5;    // of the nodes, for looking ahead while nothing is proven
    int max_table_stones = -1;  // the table may grow to this size, if there is room for it
    bool finds_lines = true;    // best play for what is proven; otherwise only its first move
    Approach approach = Approach::guess;

    // Nodes that begin() may look at.
    std::uint64_t first_nodes = std::numeric_limits<std::uint64_t>::max();

    // Bounds of the position that were proven before.
    int low = std::numeric_limits<int>::min();
    int high = std::numeric_limits<int>::max();
};

// What is known of a position or of one of its moves. Margins are for the side to move, stores included.
struct Known {
    int pit = kNoPit;  // kNoPit: the position itself
    int low = 0;       // proven bounds
    int high = 0;
    bool is_narrowed = false;  // whether the bounds say more than the stones in play
    int estimate = 0;          // in parts of a stone, between the bounds
    std::vector<int> line;     // best play as far as it is known; passes are left out

    bool is_proven() const { return low == high; }
};

struct Report {
    Known position;
    std::vector<Known> moves;  // by pit, if every move was asked for
    int depth = 0;             // moves looked ahead
    bool is_done = false;      // everything asked for is proven, lines included
};

// Owns the transposition tables of proof and look-ahead, and shares an endgame table. What it learns about one
// position it keeps for the next. One question at a time: begin() by one thread, then work() by as many as the
// question says; report() by any thread, at any time after begin().
class Engine {
   public:
    virtual ~Engine() = default;

    // The table, if not null, must be for the same rules. Knowledge stays: a bound is a bound. `room` is a table
    // in memory, for the same rules, to which the engine adds layers when a question turns out to be hard; the
    // first copies those of the table.
    virtual void set_table(std::shared_ptr<const Table> table, std::shared_ptr<Table> room = nullptr) = 0;

    // The table, grown or not; must not be called while threads work.
    virtual std::shared_ptr<const Table> table() const = 0;

    // The net, if not null, must be for the same rules; it estimates where the look-ahead ends. Forgets what was
    // seen before.
    virtual void set_net(std::shared_ptr<const Net> net) = 0;

    // Gives the proof's table another size; what took the most work to find stays.
    virtual void set_hash_bytes(std::size_t bytes) = 0;
    virtual std::size_t hash_bytes() const = 0;

    // Another engine that shares this one's table of proofs, where the rules have a kernel of their own: what one
    // proves the other knows, and both can be at work at the same time. It has no endgame table yet.
    virtual std::unique_ptr<Engine> sibling(std::size_t look_bytes) const = 0;

    // Forgets everything but the endgame table.
    virtual void clear() = 0;

    // Takes a question and a first look; true if that answers it. The control must outlive the question.
    virtual bool begin(const Question& question, Control& control) = 0;

    // Returns when the question is answered, the control stops it, or this thread is of no use.
    virtual void work() = 0;

    virtual Report report() const = 0;

    // Takes bounds of a move as proven, by an engine elsewhere, with best play if it is known to the end. Only of
    // use where every move is asked for.
    virtual void learn(const Known& move) = 0;

    // The moves that prove the value of a position, stores included; nothing if it is stopped, or if more than so
    // many positions would have to be remembered.
    virtual std::optional<Strategy> certify(const Position& position, int value, std::uint64_t max_pending,
                                            Control& control) = 0;

    // What took the most work to find, and its return to an engine with a hash of any size: HashTable::snapshot
    // and restore. Empty and false for rules without a kernel of their own.
    virtual std::vector<std::uint8_t> snapshot(std::uint64_t max_entries) const = 0;
    virtual bool restore(const std::uint8_t* snapshot, std::size_t bytes) = 0;
};

std::unique_ptr<Engine> make_engine(const Rules& rules, std::size_t hash_bytes, std::size_t look_bytes);

}  // namespace sowfish
