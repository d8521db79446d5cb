// The values of many positions, by several threads that share tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "sowfish/board/rules.hpp"
#include "sowfish/search/engine.hpp"
#include "sowfish/table/table.hpp"

namespace sowfish {

// What to find for each position, and the limits; 0 means unlimited.
struct BatchQuestion {
    bool every_move = false;
    bool finds_lines = false;  // best play; only kept answers include it
    std::uint64_t nodes = 0;
    std::uint64_t look_nodes = 0;  // for a position that is only estimated, see BatchArrays::follows
    double seconds = 0;
    std::size_t hash_bytes = 0;
    std::size_t look_bytes = 0;  // per thread
    int max_table_stones = -1;   // size the table may grow to, in stones, if there is room
};

constexpr std::uint8_t kNoValue = 3;  // in the place of a Certainty (valued.hpp)

// The input and output arrays. Position i has 2 * pits + 2 cells (south's pits and store, north's pits and store)
// and its side to move, nonzero for north. Margins are for the side to move, stores included. The arrays of moves
// have an element for every pit of every position, kNoValue for an illegal pit, and are null if moves are not
// requested. If `value` is null, whole answers are kept instead: see Batch::take.
struct BatchArrays {
    std::size_t count = 0;
    const std::uint8_t* cells = nullptr;
    const std::uint8_t* north_to_move = nullptr;
    // Nonzero for a position from which the preceding one was reached; null if there are none. One thread answers
    // such a sequence in order, and once a position is not proven, the rest are estimated by look-ahead alone.
    const std::uint8_t* follows = nullptr;
    std::int16_t* value = nullptr;
    std::int16_t* low = nullptr;
    std::int16_t* high = nullptr;
    std::uint8_t* kind = nullptr;
    std::int8_t* pit = nullptr;  // the best move known, or -1
    std::uint64_t* nodes = nullptr;
    std::int16_t* move_value = nullptr;
    std::int16_t* move_low = nullptr;
    std::int16_t* move_high = nullptr;
    std::uint8_t* move_kind = nullptr;
};

// Everything known about a position, and the cost of finding it.
struct BatchAnswer {
    Report report;
    std::uint64_t nodes = 0;
    double seconds = 0;
};

// The caller provides the threads. Each calls work(), which takes one position after another and returns when none
// are left or stop() was called; unfinished positions then have the kind kNoValue, or whatever is known about
// them.
class Batch {
   public:
    virtual ~Batch() = default;

    virtual void work() = 0;
    virtual void stop() = 0;
    virtual void take_no_more() = 0;  // each thread finishes its current position

    // Moves out the answer to an unfinished game's position, if answers are kept and this one is ready.
    virtual std::optional<BatchAnswer> take(std::size_t number) = 0;

    virtual std::size_t done() const = 0;
    virtual std::uint64_t nodes() const = 0;

    // The table, possibly grown; must not be called while threads work.
    virtual std::shared_ptr<const Table> table() const = 0;
};

// The arrays must outlive the batch; `table` and `room` are those of Engine::set_table.
std::unique_ptr<Batch> make_batch(const Rules& rules, const BatchArrays& arrays, const BatchQuestion& question,
                                  std::shared_ptr<const Table> table, std::shared_ptr<Table> room);

}  // namespace sowfish
