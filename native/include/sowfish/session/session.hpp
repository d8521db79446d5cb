// A search session: what is requested and what is known about it, with the sizes of all tables and the work of all
// threads, for Python and for the page alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "sowfish/board/position.hpp"
#include "sowfish/net/net.hpp"
#include "sowfish/search/certify.hpp"
#include "sowfish/search/engine.hpp"
#include "sowfish/search/report.hpp"
#include "sowfish/session/sizes.hpp"
#include "sowfish/system/control.hpp"
#include "sowfish/system/threads.hpp"
#include "sowfish/table/table.hpp"

namespace sowfish {

// What a request is for: the value; a move to play, where half of the work goes into look-ahead; or estimates.
enum class Aim : std::uint8_t { prove, move, look };

struct Request {
    static constexpr int kDeepest = 250;

    Position position;  // not over
    bool every_move = false;
    Aim aim = Aim::prove;
    double seconds = 0;  // limits; 0 means unlimited
    std::uint64_t nodes = 0;
    int depth = kDeepest;  // of the look-ahead, in moves
    double spent = 0;      // seconds of the limit that are gone already
    int threads = 1;
    bool outside_in = false;   // see Approach
    bool looks_first = false;  // have something to report while a table is built
    std::vector<Fact> known{};
    std::shared_ptr<const Net> net{};  // for the look-ahead, if the rules are new

    // Whether only nodes are limited: the answer must be the same on every machine.
    bool is_fixed() const { return nodes > 0 && seconds <= 0; }
};

// Tables on disk, for the rules of the current request.
struct StoredTables {
    virtual ~StoredTables() = default;

    // The stones of the largest table, -1 without one.
    virtual int stones() = 0;

    // A table with at least so many stones, a smaller one, or null; gives up after `seconds`, infinity for never.
    virtual std::shared_ptr<const Table> load(int stones, double seconds) = 0;
};

struct Progress {
    std::optional<Report> report;  // nothing yet while the table of a fixed request is built
    std::uint64_t nodes = 0;
};

// The part of a time limit to search for, so that the answer arrives within it.
double usable_seconds(double seconds);

// Owns an engine with its tables, and keeps what it learns for the next request with the same rules.
//
// One thread calls ask() and begin(), then as many threads as begin() says call work(), which returns at the end.
// Any thread may call stop(), limit(), learn() and progress() from ask() on. Everything else needs a session in
// which no thread works.
class Session {
   public:
    static constexpr int kAnySize = -2;

    // `table_stones` fixes the size of the endgame table, which is chosen otherwise; `has_room` says whether so
    // many bytes can be had, where that can be known.
    explicit Session(double memory, int table_stones = kAnySize,
                     std::function<bool(std::size_t)> has_room = nullptr);

    // Takes a request: sizes, a table if one is stored, perhaps a first look.
    void ask(const Request& request, StoredTables* stored = nullptr);

    // Begins to search, unless a table must be built before; returns how many threads should work, 0 if all is
    // answered. work() begins by itself.
    int begin();

    // Works on the request to its end, or for about so many seconds; false once there is nothing left to do.
    bool work(double seconds = 0);

    void stop();

    // Limits the request to this many seconds from now on.
    void limit(double seconds);

    // Takes in what was proven elsewhere. What is told about one request is forgotten with it.
    void learn(const Fact& fact);

    Progress progress() const;

    // The moves that prove a value, see certify().
    std::optional<Strategy> certify(int value, std::uint64_t max_pending, double seconds);

    // The hash entries that took the most work, between ask() and begin() to be restored.
    std::vector<std::uint8_t> snapshot(std::uint64_t max_entries) const;
    bool restore(const std::uint8_t* snapshot, std::size_t bytes);

    // Whether there has been a request: without one there is nothing to work on.
    bool has_request() const { return control_ != nullptr; }

    std::shared_ptr<const Table> table() const;
    void set_table(const Rules& rules, std::shared_ptr<const Table> table);
    std::size_t hash_bytes() const { return engine_ ? engine_->hash().bytes() : 0; }

    // Forgets everything.
    void clear();

    // The memory to use, and whether that is less than the session was made with, since there was no room.
    double memory() const { return memory_; }
    bool is_short() const { return memory_ < allowed_; }

   private:
    enum class Stage : std::uint8_t { asked, building, beginning, searching, done };

    bool is_exact() const { return request_.is_fixed() || table_stones_ != kAnySize; }
    bool proves() const;
    bool knows() const;
    Sizes sizes(StoredTables* stored) const;
    void make_engine(StoredTables* stored);
    void plan_table(StoredTables* stored);
    bool look_first();
    void use(std::shared_ptr<const Table> table);
    void search();
    void resume(double seconds);
    Question question() const;

    double memory_;
    double allowed_;
    int table_stones_;
    std::function<bool(std::size_t)> has_room_;
    Rules rules_;
    Sizes wanted_;
    std::unique_ptr<Engine> engine_;
    std::shared_ptr<const Table> table_;

    mutable Mutex mutex_;
    Condition changed_;
    Request request_;
    std::shared_ptr<Control> control_;
    Stage stage_ = Stage::done;
    bool has_looked_ = false;       // whether the engine has looked at the position
    std::optional<Report> report_;  // while the engine begins
    std::shared_ptr<Table> built_;  // while it is being built
    std::shared_ptr<TableBuilder> builder_;
    Control::Clock::time_point table_deadline_;
};

}  // namespace sowfish
