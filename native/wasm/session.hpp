// An engine for a web worker: one search at a time, in slices, so that the worker can receive messages in between.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "sowfish/search/engine.hpp"
#include "sowfish/search/sizes.hpp"
#include "sowfish/table/table.hpp"

namespace sowfish {

struct SessionQuestion {
    Position position;
    bool every_move = false;
    bool proves = true;
    bool is_move = false;  // for a move to play: half of the work goes into look-ahead
    int max_depth = 250;
    double seconds = 0;  // 0 means unlimited
    double nodes = 0;    // 0 means unlimited

    // Whether only nodes are limited: the answer must be the same on every machine.
    bool is_fixed() const { return nodes > 0 && seconds <= 0; }
};

// Owns an engine with its tables and keeps what it learns for the next question with the same rules. The
// counterpart of Python's sowfish.engine.Engine, without threads or disk.
class Session {
   public:
    explicit Session(double memory) : memory_(memory), allowed_(memory) {}

    // Starts a search of an unfinished position, with a quick first look.
    void ask(const SessionQuestion& question);

    // Limits the running search to this many seconds from now on.
    void limit(double seconds);

    // Continues for about this many seconds; false once there is nothing left to do.
    bool work(double seconds);

    Report report() const { return engine_->report(); }

    // Accepts what another engine has proven about a move, for the running search.
    void learn(const Known& move) {
        if (has_begun_) engine_->learn(move);
    }
    std::uint64_t nodes() const { return control_->nodes(); }
    int table_stones() const;

    // Whether less memory was allocated than requested.
    bool is_short() const { return memory_ < allowed_; }
    double memory() const { return memory_; }

   private:
    Sizes sizes() const;
    void prepare_engine();
    void plan_table();
    void set_table();
    void begin();
    void build(Control::Clock::time_point pause);
    bool knows() const;

    double memory_;
    double allowed_;
    SessionQuestion question_;
    std::unique_ptr<Control> control_;
    Control::Clock::time_point table_deadline_;  // when the first table must be finished
    std::unique_ptr<Engine> engine_;
    Rules rules_;
    std::shared_ptr<const Table> table_;
    std::shared_ptr<Table> built_;  // while it is being built
    std::unique_ptr<TableBuilder> builder_;
    Sizes wanted_;
    bool has_begun_ = false;
    bool is_over_ = false;
};

}  // namespace sowfish
