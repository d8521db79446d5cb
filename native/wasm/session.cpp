#include "session.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "memory.hpp"
#include "sowfish/board/profiles.hpp"

namespace sowfish {

namespace {

constexpr double kTableShare = 0.2;       // share of the time for the first endgame table
constexpr double kProofNodes = 500'000;   // with fewer per move, preparing a proof would use up most of them
constexpr double kMoveTable = 3'000'000;  // table positions for moves limited by nodes
constexpr double kProofShare = 0.05;      // share of the work spent on look-ahead
constexpr double kMoveShare = 0.5;
constexpr std::uint64_t kFirstNodes = 20'000;  // nodes, before a table exists
constexpr double kLeastMemory = 1 << 22;
constexpr double kBuilding = 1.5;  // memory for building a table, relative to its size
constexpr double kOther = 1 << 23;

// The part of a time limit to search for, so that the answer arrives within it.
double usable(double seconds) { return std::max(seconds * 0.97 - 0.002, seconds / 2); }

int rest_of(const Position& position) {
    int rest = 0;
    for (int cell = 0; cell < 2 * position.rules.pits + 2; ++cell)
        if (cell % (position.rules.pits + 1) != position.rules.pits)
            rest += position.ring[static_cast<std::size_t>(cell)];
    return rest;
}

}  // namespace

int Session::table_stones() const {
    const std::shared_ptr<const Table> table = engine_->table();
    return table ? table->stones() : -1;
}

// The sizes sowfish.engine.Engine would choose; always the same if only nodes are limited.
Sizes Session::sizes() const {
    if (question_.nodes > 0 && question_.nodes < kProofNodes && !question_.proves)
        return {.hash_bytes = std::max(1.0, std::min(memory_ / 2, question_.nodes * 64))};
    SizeQuestion asked{.rest = rest_of(question_.position),
                       .memory = memory_,
                       .seconds = question_.seconds,
                       .every_move = question_.every_move};
    if (question_.is_fixed() && question_.is_move) asked.most_positions = kMoveTable;
    return sizes_for(question_.position.rules, asked);
}

bool Session::knows() const {
    return !question_.is_fixed() && table_ && rest_of(question_.position) <= table_->stones();
}

void Session::ask(const SessionQuestion& question) {
    question_ = question;
    control_ = std::make_unique<Control>();
    if (question.nodes > 0) control_->limit_nodes(static_cast<std::uint64_t>(std::min(question.nodes, 9e18)));
    if (question.seconds > 0) control_->limit_seconds(usable(question.seconds));
    builder_ = nullptr;
    built_ = nullptr;
    has_begun_ = is_over_ = false;
    if (engine_ && rules_ == question.position.rules && knows()) {
        begin();
        return;
    }
    if (engine_ && rules_ != question.position.rules) {
        engine_ = nullptr;
        table_ = nullptr;
    }
    rules_ = question.position.rules;
    wanted_ = sizes();
    if (!engine_)
        prepare_engine();
    else if (wanted_.hash_bytes >= 2 * static_cast<double>(engine_->hash_bytes()) &&
             has_room(static_cast<std::size_t>(wanted_.hash_bytes)))
        engine_->set_hash_bytes(static_cast<std::size_t>(wanted_.hash_bytes));
    plan_table();
    if (!builder_ && !has_begun_) begin();
}

void Session::limit(double seconds) { control_->limit_seconds(usable(seconds)); }

// Falls back to less memory if there is not enough.
void Session::prepare_engine() {
    const auto table_bytes = [this](int stones) {
        return is_fast(rules_) && stones >= 0 ? static_cast<double>(ranking(rules_.pits).layer(stones + 1)) : 0;
    };
    for (;;) {
        const double tables = table_bytes(wanted_.table_stones) + table_bytes(wanted_.max_table_stones);
        const double needed = wanted_.hash_bytes + look_bytes(memory_) + kBuilding * tables + kOther;
        if (memory_ <= kLeastMemory || has_room(static_cast<std::size_t>(needed))) break;
        memory_ /= 2;
        wanted_ = sizes();
    }
    engine_ = make_engine(rules_, static_cast<std::size_t>(wanted_.hash_bytes),
                          static_cast<std::size_t>(look_bytes(memory_)));
    set_table();
}

// Plans a table of the chosen size or keeps a larger one; exactly that size if answers must be reproducible.
void Session::plan_table() {
    const Sizes& wanted = wanted_;
    const bool exact = question_.is_fixed();
    const int known = table_ ? table_->stones() : -1;
    if (known == wanted.table_stones || (known > wanted.table_stones && !exact)) return;
    if (wanted.table_stones < 0 || known > wanted.table_stones) {
        table_ = wanted.table_stones < 0 ? nullptr : std::make_shared<Table>(table_, wanted.table_stones);
        set_table();
        return;
    }
    if (!exact) {  // a quick first look, to have a report before the table is built
        engine_->begin({.position = question_.position,
                        .every_move = question_.every_move,
                        .proves = false,
                        .max_depth = question_.max_depth,
                        .first_nodes = kFirstNodes},
                       *control_);
    }
    built_ = std::make_shared<Table>(rules_, wanted.table_stones);
    if (table_) built_->copy_layers(*table_);
    table_deadline_ = question_.seconds > 0 && !exact ? Control::in(2 * kTableShare * question_.seconds)
                                                      : Control::Clock::time_point::max();
    builder_ = std::make_unique<TableBuilder>(*built_, [this] {
        return (control_->count(0) && !control_->is_paused()) || Control::Clock::now() > table_deadline_;
    });
    builder_->pause_when([this] { return control_->is_paused(); });
    if (exact) build(Control::Clock::time_point::max());
}

void Session::set_table() {
    const bool grows = wanted_.max_table_stones > wanted_.table_stones;
    engine_->set_table(table_, grows ? std::make_shared<Table>(rules_, wanted_.max_table_stones) : nullptr);
}

void Session::begin() {
    has_begun_ = true;
    is_over_ = engine_->begin({.position = question_.position,
                               .every_move = question_.every_move,
                               .proves = question_.proves,
                               .max_depth = question_.max_depth,
                               .look_share = question_.is_move ? kMoveShare : kProofShare,
                               .max_table_stones = wanted_.max_table_stones},
                              *control_);
}

// Builds the first table, and starts the search once it is finished or its time is up.
void Session::build(Control::Clock::time_point pause) {
    control_->pause_at(pause);
    control_->resume();
    builder_->work();
    if (!builder_->is_done() && control_->is_paused()) return;
    builder_ = nullptr;
    if (built_->stones() >= 0) {
        table_ = std::move(built_);
        set_table();
    }
    built_ = nullptr;
    begin();
}

bool Session::work(double seconds) {
    if (is_over_) return false;
    const Control::Clock::time_point pause = Control::in(seconds);
    if (builder_) {
        build(pause);
        return !is_over_;
    }
    control_->pause_at(pause);
    control_->resume();
    engine_->work();
    if (const auto grown = engine_->table()) table_ = grown;
    is_over_ = engine_->report().is_done || !control_->is_paused();
    return !is_over_;
}

}  // namespace sowfish
