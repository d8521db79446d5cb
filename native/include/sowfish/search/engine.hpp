// The engine: proves the values of positions, and estimates them until they are proven, with any number of
// threads.
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

// Where a proof starts its null windows: at the guess, which is the shortest way to the value, or away from it,
// where questions are easier, so that the bounds close in from both sides.
enum class Approach : std::uint8_t { guess, outside_in };

struct Question {
    Position position;          // not over
    bool every_move = false;    // also find the value of every move
    bool proves = true;         // false: look ahead only
    int threads = 1;            // how many will call work()
    int max_depth = 250;        // of the look-ahead, in moves
    double look_share = 0.5;    // of the nodes, for looking ahead while nothing is proven
    int max_table_stones = -1;  // size the table may grow to, if there is room
    bool finds_lines = true;    // find best play for proven values, not only its first move
    Approach approach = Approach::guess;

    // The node limit of begin().
    std::uint64_t first_nodes = std::numeric_limits<std::uint64_t>::max();

    // Bounds of the position proven earlier.
    int low = std::numeric_limits<int>::min();
    int high = std::numeric_limits<int>::max();
};

// What is known about a position or one of its moves. Margins are for the side to move, stores included.
struct Known {
    int pit = kNoPit;  // kNoPit: the position itself
    int low = 0;       // proven bounds
    int high = 0;
    bool is_narrowed = false;  // whether the bounds are tighter than the stones in play imply
    int estimate = 0;          // in parts of a stone, between the bounds
    std::vector<int> line;     // best play as far as known, without passes

    bool is_proven() const { return low == high; }
};

struct Report {
    Known position;
    std::vector<Known> moves;  // by pit, if every move was requested
    int depth = 0;             // moves looked ahead
    bool is_done = false;      // everything requested is proven, including lines
};

// Owns the transposition tables of proof and look-ahead, and shares an endgame table. Keeps what it learns from
// one position to the next. Answers one question at a time: one thread calls begin(), then as many threads as the
// question says call work(); any thread may call report() at any time after begin().
class Engine {
   public:
    virtual ~Engine() = default;

    // The table, if not null, must be for the same rules. Transposition tables are kept: proven bounds stay valid.
    // `room` is a table in memory for the same rules, to which the engine adds layers when a question proves hard,
    // starting with copies of the layers of `table`.
    virtual void set_table(std::shared_ptr<const Table> table, std::shared_ptr<Table> room = nullptr) = 0;

    // The table, possibly grown; must not be called while threads work.
    virtual std::shared_ptr<const Table> table() const = 0;

    // The net, if not null, must be for the same rules; it evaluates the leaves of the look-ahead. Clears the
    // look-ahead's table.
    virtual void set_net(std::shared_ptr<const Net> net) = 0;

    // Resizes the proof's transposition table, keeping the entries that took the most work.
    virtual void set_hash_bytes(std::size_t bytes) = 0;
    virtual std::size_t hash_bytes() const = 0;

    // Another engine that shares this one's proof table if the rules have a specialised kernel; both can search at
    // the same time. It starts without an endgame table.
    virtual std::unique_ptr<Engine> sibling(std::size_t look_bytes) const = 0;

    // Forgets everything but the endgame table.
    virtual void clear() = 0;

    // Starts a question with a first, limited search; true if that answers it. The control must outlive the
    // question.
    virtual bool begin(const Question& question, Control& control) = 0;

    // Returns when the question is answered, the control stops it, or there is no work for this thread.
    virtual void work() = 0;

    virtual Report report() const = 0;

    // Accepts bounds of a move proven by another engine, with best play if known to the end. Only useful if every
    // move was requested.
    virtual void learn(const Known& move) = 0;

    // The moves that prove the value of a position, stores included; empty if stopped, or if more than
    // `max_pending` positions would be pending.
    virtual std::optional<Strategy> certify(const Position& position, int value, std::uint64_t max_pending,
                                            Control& control) = 0;

    // Saves the entries that took the most work, and restores them into a hash of any size: HashTable::snapshot
    // and restore. Empty and false for rules without a specialised kernel.
    virtual std::vector<std::uint8_t> snapshot(std::uint64_t max_entries) const = 0;
    virtual bool restore(const std::uint8_t* snapshot, std::size_t bytes) = 0;
};

std::unique_ptr<Engine> make_engine(const Rules& rules, std::size_t hash_bytes, std::size_t look_bytes);

}  // namespace sowfish
