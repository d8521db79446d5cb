// An endgame table that grows while a search uses it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>

#include "sowfish/table/table.hpp"

namespace sowfish {

// One more stone makes a table 1.7 times as large, and the search beyond it smaller by about that factor. So
// whenever a search has cost as much as the next layer would, that layer is built: the total stays within a small
// factor of the cost with the best size known in advance. Cost is counted in nodes and positions, not in seconds,
// so the same search grows the same table on every machine.
//
// The owner calls everything but TableBuilder::work() under its own lock.
class TableGrowth {
   public:
    static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

    // `room` is a table in memory, for the same rules, that layers can be added to; if null, the table never
    // grows.
    void set_table(std::shared_ptr<const Table> table, std::shared_ptr<Table> room);
    const std::shared_ptr<const Table>& table() const { return table_; }
    int stones() const { return table_ ? table_->stones() : -1; }

    // Begins a search that has `nodes` nodes so far: grows up to `max_stones`, while enough of `max_nodes` remains
    // to use the new layers.
    void begin(std::uint64_t nodes, int max_stones, std::uint64_t max_nodes);

    // Ends a search: its nodes since the table last grew count for the next one.
    void end(std::uint64_t nodes) { carried_ = earlier_ + nodes - std::min(nodes, since_); }

    // The node count at which the table should grow.
    std::uint64_t due() const { return due_; }

    // The approximate cost of the next layer, in nodes.
    std::uint64_t next_cost() const { return cost(stones() + 1, stones() + 1); }

    // Stops growing for the rest of the search.
    void give_up() { due_ = kNever; }

    // Starts to grow unless another thread has, and returns the builder for the caller to work() with.
    // `should_stop` ends growth for this search.
    std::shared_ptr<TableBuilder> start(std::uint64_t nodes, const std::function<bool()>& should_stop);

    // To be called after work(), by every thread that worked, with the round() in which it started: a thread that
    // comes late must not end a round that others have begun since.
    void finish(std::uint64_t nodes, std::uint64_t round);
    std::uint64_t round() const { return round_; }

   private:
    // Positions built in the time of one node.
    std::uint64_t positions_per_node() const { return room_->rules().switches.relay ? 16 : 14; }
    std::uint64_t cost(int from, int to) const {
        return (room_->ranking().layer(to + 1) - room_->ranking().layer(from)) / positions_per_node();
    }
    void wait_from(std::uint64_t nodes, std::uint64_t times);

    std::shared_ptr<const Table> table_;
    std::shared_ptr<Table> room_;
    std::shared_ptr<TableBuilder> builder_;  // of the room, once the search has grown
    int target_ = -1;
    bool is_growing_ = false;
    std::uint64_t round_ = 0;
    int max_stones_ = -1;
    std::uint64_t max_nodes_ = kNever;
    std::uint64_t since_ = 0;    // nodes when it last grew, or when the search began
    std::uint64_t earlier_ = 0;  // nodes of earlier searches since it last grew
    std::uint64_t carried_ = 0;  // those for the next search
    std::uint64_t due_ = kNever;
};

}  // namespace sowfish
