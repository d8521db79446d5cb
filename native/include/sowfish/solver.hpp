// Exact values of a position or of all its moves, by any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sowfish/bounds.hpp"
#include "sowfish/certify.hpp"
#include "sowfish/control.hpp"
#include "sowfish/net.hpp"
#include "sowfish/position.hpp"
#include "sowfish/table.hpp"

namespace sowfish {

// What is proven about a position (pit is kNoPit) or about one of its moves: the margin with best play by both,
// for the side to move, stores included.
using Proven = Bounds;

// The proof of one position. The threads are the caller's: each calls work(), which returns when everything is
// proven or the control stops it. Bounds proven before that stay.
class Proof {
   public:
    virtual ~Proof() = default;

    virtual void work() = 0;

    // Takes bounds of the position as proven, from an earlier proof of it. For a proof of the position itself.
    virtual void believe(int low, int high) = 0;

    virtual std::vector<Proven> proven() const = 0;

    // Best play from what proven()[number] speaks of, pit by pit; as far as it gets before the control stops it.
    virtual std::vector<int> line(std::size_t number) = 0;
};

// Which question a proof asks first: whether the value is the one guessed, which is the shortest way to the value,
// or questions that are easier the farther they are from the guess, so that the bounds close in from both sides.
enum class Approach { guess, outside_in };

// What proofs share and later ones profit from: the hash table and an endgame table.
class Solver {
   public:
    virtual ~Solver() = default;

    // Has a net for the same rules, if not null, say in which order moves are tried. Values are the same with any.
    virtual void set_net(std::shared_ptr<const Net> net) = 0;

    // The position must have a legal move or a pass. `threads` is how many will call work(). The solver and the
    // control must outlive the proof. `guesses` are what the caller expects proven() to say, in its order: a good
    // guess saves work, a bad one costs some. With none the proof makes its own, which takes a while.
    virtual std::unique_ptr<Proof> prove(const Position& position, bool every_move, int threads, Control& control,
                                         Approach approach = Approach::guess,
                                         const std::vector<int>& guesses = {}) = 0;

    // The moves that prove the value of a position, stores included; nothing if it is stopped, or if more than so
    // many positions would have to be remembered.
    virtual std::optional<Strategy> certify(const Position& position, int value, std::uint64_t max_pending,
                                            Control& control) = 0;

    // What took the most work to find, and its return to a solver with a hash of any size: HashTable::snapshot and
    // restore. Empty and false for rules without a kernel of their own.
    virtual std::vector<std::uint8_t> snapshot(std::uint64_t max_entries) const = 0;
    virtual bool restore(const std::uint8_t* snapshot, std::size_t bytes) = 0;

    virtual std::size_t hash_bytes() const = 0;

    // Whether more than one thread is of use.
    virtual bool is_parallel() const = 0;
};

// The table, if not null, must be complete and for the same rules; it is shared.
std::unique_ptr<Solver> make_solver(const Rules& rules, std::size_t hash_bytes,
                                    std::shared_ptr<const Table> table);

}  // namespace sowfish
