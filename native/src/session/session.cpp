#include "sowfish/session/session.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "sowfish/board/profiles.hpp"
#include "sowfish/table/ranking.hpp"

namespace sowfish {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kSafetyShare = 0.03;  // safety margin of a time limit
constexpr double kSafetySeconds = 0.002;
constexpr double kLeastSeconds = 1e-3;
constexpr double kTablePatience = 0.4;    // share of the time after which the first table must do as it is
constexpr double kProofNodes = 500'000;   // with fewer per move, preparing a proof would use up most of them
constexpr double kProofSeconds = 0.1;     // likewise
constexpr double kWideProofSeconds = 1;   // without a fast kernel
constexpr double kMoveTable = 3'000'000;  // table positions for moves limited by nodes
constexpr double kProofShare = 0.05;      // share of the work spent on look-ahead
constexpr double kMoveShare = 0.5;
constexpr int kWideThreads = 2;                // without a fast kernel: one proves, one looks ahead
constexpr std::uint64_t kFirstNodes = 20'000;  // nodes, before a table exists
constexpr double kLeastMemory = 1 << 22;
constexpr double kBuilding = 1.5;  // memory for building a table, relative to its size
constexpr double kOther = 1 << 23;

void keep(const Known& known, std::vector<Fact>& facts) {
    if (known.is_narrowed) facts.push_back({known.pit, known.low, known.high});
}

}  // namespace

double usable_seconds(double seconds) {
    return std::max(seconds * (1 - kSafetyShare) - kSafetySeconds, seconds / 2);
}

Session::Session(double memory, int table_stones, std::function<bool(std::size_t)> has_room)
    : memory_(memory), allowed_(memory), table_stones_(table_stones), has_room_(std::move(has_room)) {}

// ---- a request

void Session::ask(const Request& request, StoredTables* stored) {
    table_ = table();
    {
        const std::lock_guard lock(mutex_);
        request_ = request;
        control_ = std::make_shared<Control>();
        if (request.nodes > 0) control_->limit_nodes(request.nodes);
        stage_ = Stage::asked;
        has_looked_ = false;
        report_ = std::nullopt;
        builder_ = nullptr;
        built_ = nullptr;
    }
    if (request.seconds > 0)
        control_->limit_seconds(std::max(usable_seconds(request.seconds) - request.spent, kLeastSeconds));
    if (rules_ != request.position.rules) engine_ = nullptr;
    if (!engine_ && (!table_ || table_->rules() != request.position.rules)) table_ = nullptr;
    rules_ = request.position.rules;
    if (engine_ && knows()) return;
    wanted_ = sizes(stored);
    if (!engine_) {
        make_engine(stored);
    } else if (wanted_.hash_bytes >= 2 * static_cast<double>(hash_bytes())) {
        const auto bytes = static_cast<std::size_t>(wanted_.hash_bytes);
        if (!has_room_ || has_room_(bytes)) engine_->set_hash_bytes(bytes);
    }
    plan_table(stored);
}

void Session::limit(double seconds) {
    const std::lock_guard lock(mutex_);
    if (control_) control_->limit_seconds(usable_seconds(seconds));
}

void Session::stop() {
    const std::lock_guard lock(mutex_);
    if (control_) control_->stop();
}

bool Session::proves() const {
    if (request_.aim != Aim::move) return request_.aim == Aim::prove;
    const double least_seconds = is_fast(rules_) ? kProofSeconds : kWideProofSeconds;
    return std::popcount(legal_pits(request_.position)) != 1 &&
           (request_.nodes == 0 || static_cast<double>(request_.nodes) >= kProofNodes) &&
           (request_.seconds <= 0 || request_.seconds >= least_seconds);
}

// Whether the current table has the answer.
bool Session::knows() const {
    return !request_.is_fixed() && table_ && rest_of(request_.position) <= table_->stones();
}

// ---- sizes and tables

// Always the same if only nodes are limited.
Sizes Session::sizes(StoredTables* stored) const {
    const auto nodes = static_cast<double>(request_.nodes);
    if (nodes > 0 && nodes < kProofNodes && table_stones_ == kAnySize && !proves())
        return {.hash_bytes = std::max(1.0, std::min(std::floor(memory_ / 2), nodes * 64))};
    SizeQuestion question{.rest = rest_of(request_.position),
                          .memory = memory_,
                          .seconds = request_.seconds,
                          .threads = request_.threads,
                          .every_move = request_.every_move};
    if (request_.is_fixed() && request_.aim == Aim::move) question.most_positions = kMoveTable;
    if (!request_.is_fixed() && stored) question.stored_stones = stored->stones();
    Sizes sizes = sizes_for(rules_, question);
    if (table_stones_ != kAnySize)
        sizes.table_stones = sizes.max_table_stones = is_fast(rules_) ? table_stones_ : -1;
    return sizes;
}

// Falls back to less memory where there is not enough.
void Session::make_engine(StoredTables* stored) {
    const auto table_bytes = [this](int stones) {
        return is_fast(rules_) && stones >= 0 ? static_cast<double>(ranking(rules_.pits).layer(stones + 1)) : 0;
    };
    while (has_room_ && memory_ > kLeastMemory) {
        const double tables = table_bytes(wanted_.table_stones) + table_bytes(wanted_.max_table_stones);
        const double needed = wanted_.hash_bytes + look_bytes(memory_) + kBuilding * tables + kOther;
        if (has_room_(static_cast<std::size_t>(needed))) break;
        memory_ /= 2;
        wanted_ = sizes(stored);
    }
    engine_ = std::make_unique<Engine>(rules_, static_cast<std::size_t>(wanted_.hash_bytes),
                                       static_cast<std::size_t>(look_bytes(memory_)));
    if (request_.net) engine_->set_net(request_.net);
    use(table_);
}

// Finds a table of the chosen size, or keeps a larger one; exactly that size if answers must be reproducible.
// What is not stored has to be built.
void Session::plan_table(StoredTables* stored) {
    const int stones = wanted_.table_stones;
    const int known = table_ ? table_->stones() : -1;
    if (known == stones || (known > stones && !is_exact())) return;
    if (stones < 0) return use(nullptr);
    if (known > stones) return use(std::make_shared<Table>(table_, stones));
    if (request_.looks_first && !request_.is_fixed() && look_first()) return;
    const double patience = request_.seconds > 0 && !is_exact() ? kTablePatience * request_.seconds : kInfinity;
    table_deadline_ = patience < kInfinity ? Control::in(patience) : Control::Clock::time_point::max();
    std::shared_ptr<const Table> start = stored ? stored->load(stones, patience) : nullptr;
    if (!start || start->stones() < known) start = table_;
    if (start && start->stones() >= stones) {
        const bool is_larger = start->stones() > stones;
        return use(is_exact() && is_larger ? std::make_shared<Table>(std::move(start), stones) : std::move(start));
    }
    const std::lock_guard lock(mutex_);
    built_ = std::make_shared<Table>(rules_, stones);
    if (start) built_->copy_layers(*start);
    builder_ = std::make_shared<TableBuilder>(*built_, [this, control = control_] {
        return (control->count(0) && !control->is_paused()) || Control::Clock::now() > table_deadline_;
    });
    builder_->pause_when([control = control_] { return control->is_paused(); });
    stage_ = Stage::building;
}

// True if that answers the request.
bool Session::look_first() {
    Question look = question();
    look.proves = false;
    look.threads = 1;
    look.first_nodes = kFirstNodes;
    const bool is_done = engine_->begin(look, *control_);
    const std::lock_guard lock(mutex_);
    has_looked_ = true;
    if (is_done) stage_ = Stage::done;
    return is_done;
}

// Gives the engine a table, with room to grow.
void Session::use(std::shared_ptr<const Table> table) {
    table_ = std::move(table);
    const bool grows = wanted_.max_table_stones > wanted_.table_stones;
    engine_->set_table(table_, grows ? std::make_shared<Table>(rules_, wanted_.max_table_stones) : nullptr);
}

std::shared_ptr<const Table> Session::table() const { return engine_ ? engine_->table() : table_; }

void Session::set_table(const Rules& rules, std::shared_ptr<const Table> table) {
    engine_ = nullptr;
    rules_ = rules;
    table_ = std::move(table);
}

void Session::clear() {
    engine_ = nullptr;
    table_ = nullptr;
}

// ---- the work

Question Session::question() const {
    const bool is_move = request_.aim == Aim::move;
    const bool is_only = is_move && std::popcount(legal_pits(request_.position)) == 1;
    return {.position = request_.position,
            .every_move = request_.every_move,
            .proves = proves(),
            .threads = is_fast(rules_) ? request_.threads : std::min(request_.threads, kWideThreads),
            .max_depth = is_only ? 1 : request_.depth,
            .look_share = is_move ? kMoveShare : kProofShare,
            .max_table_stones = wanted_.max_table_stones,
            .approach = request_.outside_in ? Approach::outside_in : Approach::guess,
            .known = request_.known};
}

int Session::begin() {
    if (stage_ == Stage::asked) search();
    if (stage_ == Stage::done) return 0;
    return is_fast(rules_) ? request_.threads : std::min(request_.threads, kWideThreads);
}

// Begins the search; facts that arrive meanwhile wait.
void Session::search() {
    Question asked;
    std::size_t told = 0;
    {
        const std::lock_guard lock(mutex_);
        stage_ = Stage::beginning;
        asked = question();
        told = request_.known.size();
        if (has_looked_) {  // what the first look has proven is not lost
            report_ = engine_->report();
            keep(report_->position, asked.known);
            for (const Known& move : report_->moves) keep(move, asked.known);
        }
    }
    const bool is_done = engine_->begin(asked, *control_);
    const std::lock_guard lock(mutex_);
    for (; told < request_.known.size(); ++told) engine_->learn(request_.known[told]);
    has_looked_ = true;
    const bool is_stopped = control_->stopped() && !control_->is_paused();
    stage_ = is_done || is_stopped ? Stage::done : Stage::searching;
    changed_.notify_all();
}

bool Session::work(double seconds) {
    Lock lock(mutex_);
    if (stage_ == Stage::asked) {
        lock.unlock();
        search();
        lock.lock();
    }
    resume(seconds);
    if (stage_ == Stage::building) {
        const std::shared_ptr<TableBuilder> builder = builder_;
        lock.unlock();
        builder->work();
        lock.lock();
        if (!builder->is_done() && control_->is_paused()) return true;
        if (stage_ == Stage::building) {
            stage_ = Stage::beginning;
            resume(seconds);
            if (built_->stones() >= 0) use(built_);
            builder_ = nullptr;
            built_ = nullptr;
            lock.unlock();
            search();
            lock.lock();
        }
    }
    while (stage_ == Stage::beginning && !control_->stopped())
        changed_.wait_for(lock, std::chrono::milliseconds(5));
    if (stage_ != Stage::searching) return false;
    if (control_->is_paused()) return true;
    lock.unlock();
    engine_->work();
    lock.lock();
    if (!control_->is_paused() || engine_->report().is_done) stage_ = Stage::done;
    return stage_ != Stage::done;
}

// Starts a slice of this many seconds.
void Session::resume(double seconds) {
    if (seconds <= 0) return;
    control_->pause_at(Control::in(seconds));
    control_->resume();
}

void Session::learn(const Fact& fact) {
    const std::lock_guard lock(mutex_);
    request_.known.push_back(fact);
    if (has_looked_ && stage_ != Stage::beginning) engine_->learn(fact);
}

Progress Session::progress() const {
    const std::lock_guard lock(mutex_);
    Progress progress;
    progress.nodes = control_ ? control_->nodes() : 0;
    if (stage_ == Stage::beginning)
        progress.report = report_;
    else if (has_looked_)
        progress.report = engine_->report();
    return progress;
}

// ---- afterwards

std::optional<Strategy> Session::certify(int value, std::uint64_t max_pending, double seconds) {
    const auto control = std::make_shared<Control>();
    if (seconds > 0) control->limit_seconds(seconds);
    {
        const std::lock_guard lock(mutex_);
        control_ = control;
    }
    return sowfish::certify(request_.position, value, engine_->hash(), engine_->table(), *control, max_pending);
}

std::vector<std::uint8_t> Session::snapshot(std::uint64_t max_entries) const {
    return engine_->hash().snapshot(max_entries);
}

bool Session::restore(const std::uint8_t* snapshot, std::size_t bytes) {
    return engine_->hash().restore(snapshot, bytes);
}

}  // namespace sowfish
