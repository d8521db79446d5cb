// The values of many positions, by any number of threads that share tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "sowfish/board/rules.hpp"
#include "sowfish/search/engine.hpp"
#include "sowfish/table/table.hpp"

namespace sowfish {

// What is asked about each position, and within which limits; 0 means unlimited.
struct BatchQuestion {
    bool every_move = false;
    bool finds_lines = false;  // best play, which only answers that are kept have
    std::uint64_t nodes = 0;
    std::uint64_t look_nodes = 0;  // of a position that is only estimated, see BatchArrays::follows
    double seconds = 0;
    std::size_t hash_bytes = 0;
    std::size_t look_bytes = 0;  // for each thread
    int max_table_stones = -1;   // the table may grow up to so many stones, if there is room for it
};

constexpr std::uint8_t kNoValue = 3;  // where others have a Certainty (valued.hpp)

// Where positions are and where answers go. Position i has 2 * pits + 2 cells: south's
// pits and store, north's pits and store; and its side to move, not 0 for north. Margins are for the side to move,
// stores included. The arrays of moves have a place for every pit of every position, kNoValue where there
// is no move, and are null if moves are not asked for. If `value` is null, whole answers are kept instead: see
// Batch::take.
struct BatchArrays {
    std::size_t count = 0;
    const std::uint8_t* cells = nullptr;
    const std::uint8_t* north_to_move = nullptr;
    // Not 0 for a position from which the one before it was reached; null: there is none. One thread answers them
    // in turn, and once one is not proven, those that follow are estimated by look-ahead alone.
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

// All that is known of a position, and what it took.
struct BatchAnswer {
    Report report;
    std::uint64_t nodes = 0;
    double seconds = 0;
};

// Each thread takes one position after another. The threads are the caller's: each calls work(), which returns
// when all positions are taken or stop() was called; positions that were not finished then have the kind kNoValue
// or what is known of them.
class Batch {
   public:
    virtual ~Batch() = default;

    virtual void work() = 0;
    virtual void stop() = 0;
    virtual void take_no_more() = 0;  // each thread finishes the position it is at

    // The answer to a position that was not over, once, if answers are kept and there is one by now.
    virtual std::optional<BatchAnswer> take(std::size_t number) = 0;

    virtual std::size_t done() const = 0;
    virtual std::uint64_t nodes() const = 0;

    // The table, grown or not; must not be called while threads work.
    virtual std::shared_ptr<const Table> table() const = 0;
};

// The arrays must outlive the batch; `table` and `room` are those of Engine::set_table.
std::unique_ptr<Batch> make_batch(const Rules& rules, const BatchArrays& arrays, const BatchQuestion& question,
                                  std::shared_ptr<const Table> table, std::shared_ptr<Table> room);

}  // namespace sowfish
