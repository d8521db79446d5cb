#include "sowfish/table/table_growth.hpp"

#include <algorithm>
#include <utility>

namespace sowfish {

namespace {

constexpr std::uint64_t kLeastNodes = 20'000;  // between two layers, since pausing a search has a cost
constexpr std::uint64_t kFirstWait = 2;        // times the cost: most searches end with their first table
constexpr std::uint64_t kOwnShare = 8;         // a search must itself have spent this fraction of the cost

}  // namespace

void TableGrowth::set_table(std::shared_ptr<const Table> table, std::shared_ptr<Table> room) {
    builder_ = nullptr;
    is_growing_ = false;
    due_ = kNever;
    table_ = std::move(table);
    room_ = std::move(room);
}

void TableGrowth::begin(std::uint64_t nodes, int max_stones, std::uint64_t max_nodes) {
    builder_ = nullptr;
    is_growing_ = false;
    max_stones_ = room_ ? std::min(max_stones, room_->capacity()) : -1;
    max_nodes_ = max_nodes;
    earlier_ = carried_;
    wait_from(nodes, kFirstWait);
}

void TableGrowth::wait_from(std::uint64_t nodes, std::uint64_t times) {
    const int next = stones() + 1;
    since_ = nodes;
    due_ = kNever;
    if (next > max_stones_) return;
    const std::uint64_t whole = times * cost(next, next);
    due_ = nodes + std::max({whole - std::min(whole, earlier_), whole / kOwnShare, kLeastNodes});
    if (due_ + cost(next, next) >= max_nodes_) due_ = kNever;
}

std::shared_ptr<TableBuilder> TableGrowth::start(std::uint64_t nodes, const std::function<bool()>& should_stop) {
    if (is_growing_) return builder_;
    if (!builder_) {
        if (table_ && table_ != room_) room_->copy_layers(*table_);
        builder_ = std::make_shared<TableBuilder>(*room_, should_stop);
    }
    const int first = stones() + 1;
    target_ = first;
    while (target_ < max_stones_ && cost(first, target_ + 1) <= nodes - since_ + earlier_) ++target_;
    builder_->set_target(target_);
    is_growing_ = true;
    ++round_;
    return builder_;
}

void TableGrowth::finish(std::uint64_t nodes, std::uint64_t round) {
    if (!is_growing_ || round != round_) return;
    is_growing_ = false;
    if (room_->stones() > stones()) table_ = room_;
    if (room_->stones() < target_) {  // stopped
        due_ = kNever;
    } else {
        earlier_ = carried_ = 0;
        wait_from(nodes, 1);
    }
}

}  // namespace sowfish
