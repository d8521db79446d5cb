// Endgame tables: the exact future margin of every position with few stones in play.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "sowfish/board/position.hpp"
#include "sowfish/system/memory.hpp"
#include "sowfish/system/table_source.hpp"
#include "sowfish/table/ranking.hpp"

namespace sowfish {

// One signed byte per position, at its index in the ranking: the future margin for the mover, with best play.
// Values for up to stones() stones in play are ready; one thread may add layers while others read.
class Table {
   public:
    static constexpr int kMaxTableStones = 100;  // far beyond any memory; keeps values within a byte

    // Empty, in memory.
    Table(const Rules& rules, int capacity_stones);

    // Read-only, with the values of a source from `offset` on.
    Table(const Rules& rules, int stones, std::shared_ptr<TableSource> source, std::size_t offset);

    // The first layers of another table, up to `stones` stones.
    Table(std::shared_ptr<const Table> whole, int stones);

    const Rules& rules() const { return rules_; }
    const Ranking& ranking() const { return *ranking_; }
    int stones() const { return stones_.load(std::memory_order_acquire); }
    int capacity() const { return capacity_; }
    std::uint64_t size() const { return ranking_->layer(capacity_ + 1); }

    int at(std::uint64_t index) const { return values_[index]; }
    const std::int8_t* address(std::uint64_t index) const { return values_ + index; }

    // The final margin for the side to move; none for other rules, too many stones, or a file that has changed.
    std::optional<int> margin(const Position& position) const;

    // As in TableSource; always true in memory.
    bool is_intact() const;
    void confirm() const;

    // Copies the finished layers of a table for the same rules, as far as they fit.
    void copy_layers(const Table& from);

    // For builders; only in memory.
    std::int8_t* values() { return values_; }
    void set_stones(int stones) { stones_.store(stones, std::memory_order_release); }

   private:
    Rules rules_;
    const Ranking* ranking_;
    int capacity_;
    std::atomic<int> stones_{-1};
    Block<std::int8_t> block_;             // of a table in memory
    std::shared_ptr<TableSource> source_;  // of a table elsewhere
    std::shared_ptr<const Table> whole_;   // of a part of a table
    std::int8_t* values_;
};

// Fills a table layer by layer. The caller brings the threads: each calls work(), which returns when the target is
// reached or the builder is stopped; finished layers stay.
class TableBuilder {
   public:
    // Builds all layers that fit. The working threads call `should_stop` every few milliseconds.
    explicit TableBuilder(Table& table, std::function<bool()> should_stop = nullptr);
    ~TableBuilder();

    // Builds layers only up to this many stones, until a new target is set.
    void set_target(int stones);

    // Lets work() return between two parts of a layer if `should_pause` says so; the next work() resumes there.
    void pause_when(std::function<bool()> should_pause);

    void work();
    void stop();
    bool is_done() const;
    int layers_done() const;

   private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace sowfish
