#include "sowfish/search/engine.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>

#include "sowfish/board/line.hpp"
#include "sowfish/board/turn.hpp"

namespace sowfish {

namespace {

constexpr std::uint64_t kFirstSlice = 20'000;   // nodes between two looks at what else is due
constexpr std::uint64_t kAloneNodes = 60'000;   // before a second thread joins
constexpr std::uint64_t kTurnStates = 100'000;  // for the best single turn, as a guess
constexpr std::uint64_t kLineNodes = 5'000;     // for lines found before threads are started
constexpr std::uint64_t kFirstLook = 100'000;   // nodes of the first look-ahead, at most

}  // namespace

Engine::Engine(const Rules& rules, std::size_t hash_bytes, std::size_t look_bytes)
    : Engine(rules, std::make_shared<ProofHash>(rules, hash_bytes), look_bytes) {}

Engine::Engine(const Rules& rules, std::shared_ptr<ProofHash> hash, std::size_t look_bytes)
    : rules_(rules), hash_(std::move(hash)), root_(make_root(rules, *hash_, look_bytes)) {}

std::unique_ptr<Engine> Engine::sibling(std::size_t look_bytes) const {
    if (!hash_->is_shared()) return std::make_unique<Engine>(rules_, hash_->bytes(), look_bytes);
    return std::unique_ptr<Engine>(new Engine(rules_, hash_, look_bytes));
}

void Engine::set_table(std::shared_ptr<const Table> table, std::shared_ptr<Table> room) {
    const std::lock_guard lock(mutex_);
    growth_.set_table(std::move(table), std::move(room));
    root_->set_table(growth_.table());
}

void Engine::set_hash_bytes(std::size_t bytes) {
    idle_.clear();
    hash_->resize(bytes);
}

void Engine::clear() {
    idle_.clear();
    hash_->clear();
    root_->clear();
}

// ---- one question

bool Engine::begin(const Question& question, Control& control) {
    question_ = question;
    control_ = &control;
    started_ = Control::Clock::now();
    seen_ = {};
    look_nodes_ = 0;
    is_looking_ = has_break_ = false;
    halt_.store(false);

    const int rest = rest_of(question.position);
    growth_.begin(control.nodes(), std::min(question.max_table_stones, rest - 1), control.max_nodes());
    std::unique_ptr<Searcher> searcher = take_searcher();
    targets_.set(root_->set(question.position, question.every_move, *searcher), banked_margin(question.position));
    for (const Fact& fact : question.known) believe(fact);
    if (!targets_.is_settled()) {
        root_->set_table(growth_.table());
        root_->start_look(question.every_move);
        look(std::min({first_look(rest), control.max_nodes() / 8 + 1, question.first_nodes}));
    }
    Lock lock(mutex_);
    if (hash_->is_shared()) follow(*searcher, lock, kLineNodes);  // long games would overflow the caller's stack
    idle_.push_back(std::move(searcher));
    is_alone_ = question.threads > 1 && hash_->is_shared();
    has_first_ = false;
    alone_until_ = is_alone_ ? control.nodes() + kAloneNodes : kUnlimited;
    return targets_.is_done(question_.finds_lines);
}

void Engine::work() {
    std::unique_ptr<Searcher> searcher = take_searcher();
    Lock lock(mutex_);
    wait_for_first(lock);
    for (;;) {
        if (control_->nodes() >= alone_until_) end_alone();
        follow(*searcher, lock, kUnlimited);
        if (targets_.is_settled()) halt_.store(true);
        if (targets_.is_settled() || control_->stopped()) break;
        Target* target = question_.proves ? next_target() : nullptr;
        if (target && control_->nodes() >= growth_.due()) {
            if (is_growth_timely())
                grow(lock);
            else
                growth_.give_up();
            searcher->set_table(growth_.table());
            continue;
        }
        if (can_look() && (!target || is_look_due())) {
            const std::uint64_t budget = std::max(kFirstSlice, look_nodes_);
            is_looking_ = true;
            root_->set_table(growth_.table());
            lock.unlock();
            look(budget);
            lock.lock();
            is_looking_ = false;
        } else if (target) {
            searcher->set_table(growth_.table());
            prove(*searcher, *target, lock);
        } else {
            break;
        }
    }
    end_alone();
    growth_.end(control_->nodes());
    idle_.push_back(std::move(searcher));
}

Report Engine::report() const {
    const std::lock_guard lock(mutex_);
    Report report = targets_.report(question_.position, seen_, question_.finds_lines);
    report.table_stones = growth_.stones();
    return report;
}

void Engine::learn(const Fact& fact) {
    const std::lock_guard lock(mutex_);
    believe(fact);
}

// A fact without a legal line is a fact all the same.
void Engine::believe(const Fact& fact) {
    const bool is_legal = !fact.line.empty() && turns_of(question_.position, fact.line) &&
                          (fact.pit == kNoPit || fact.line.front() == fact.pit);
    targets_.learn({fact.pit, fact.low, fact.high, is_legal ? fact.line : std::vector<int>{}});
}

// ---- threads

std::unique_ptr<Searcher> Engine::take_searcher() {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<Searcher> searcher;
    if (idle_.empty()) {
        searcher = root_->make_searcher(growth_.table());
    } else {
        searcher = std::move(idle_.back());
        idle_.pop_back();
        searcher->set_table(growth_.table());
    }
    searcher->join(*control_, question_.threads > 1 ? &in_flight_ : nullptr);
    return searcher;
}

// The first thread answers small questions alone: as fast, and always with the same lines.
void Engine::wait_for_first(Lock& lock) {
    while (is_alone_ && has_first_ && !control_->stopped()) joined_.wait_for(lock, std::chrono::milliseconds(5));
    has_first_ = true;
}

void Engine::end_alone() {
    if (!is_alone_) return;
    is_alone_ = false;
    alone_until_ = kUnlimited;
    joined_.notify_all();
}

// Whether enough time would remain to use the new layer.
bool Engine::is_growth_timely() const {
    if (control_->deadline() == Control::Clock::time_point::max()) return true;
    const auto now = Control::Clock::now();
    const double spent = std::chrono::duration<double>(now - started_).count();
    const double left = std::chrono::duration<double>(control_->deadline() - now).count();
    const auto nodes = static_cast<double>(control_->nodes() + 1);
    return 2 * spent / nodes * static_cast<double>(growth_.next_cost()) < left;
}

// Adds layers to the table, together with the other threads.
void Engine::grow(Lock& lock) {
    const std::shared_ptr<TableBuilder> builder = growth_.start(
        control_->nodes(), [control = control_] { return control->count(0) && !control->is_paused(); });
    const std::uint64_t round = growth_.round();
    builder->pause_when([control = control_] { return control->is_paused(); });
    lock.unlock();
    builder->work();
    lock.lock();
    if (builder->is_done() || !control_->is_paused()) growth_.finish(control_->nodes(), round);
}

// ---- looking ahead

// The nodes of the first look-ahead, on the caller's thread, which gives the proof its first guess. With relay the
// best single turn is as good a guess; next to the table, a proof costs hardly more than a look-ahead.
std::uint64_t Engine::first_look(int rest) const {
    const auto nodes = static_cast<std::uint64_t>((rules_.switches.relay ? 10 : 40) * rest * rest);
    const std::uint64_t most = std::min(hash_->is_shared() ? nodes : nodes / 20, kFirstLook);
    const int beyond = rest - growth_.stones();
    return beyond > 10 ? most : std::min<std::uint64_t>(most, 100u << std::max(beyond, 0));
}

// Looks ahead for up to `budget` nodes. Called without the lock.
void Engine::look(std::uint64_t budget) {
    std::uint64_t used = 0;
    for (bool goes_on = true; goes_on && used < budget;) {
        goes_on = root_->deepen(*control_, &halt_, budget - used);
        used += root_->look_nodes();
        LookResult seen = root_->seen();
        const std::lock_guard lock(mutex_);
        look_nodes_ += root_->look_nodes();
        goes_on = goes_on && seen.depth < question_.max_depth;
        seen_ = std::move(seen);
        targets_.take_in(seen_);
    }
}

bool Engine::can_look() const {
    return !is_looking_ && root_->is_look_open() && seen_.depth < question_.max_depth;
}

// Whether the look-ahead has used less than its share of the nodes.
bool Engine::is_look_due() const {
    return static_cast<double>(look_nodes_) <= question_.look_share * static_cast<double>(control_->nodes());
}

// How many nodes a thread may spend on the proof before it looks ahead; one thread at a time does. Each look-ahead
// is as long as all before it, so they become rare.
std::uint64_t Engine::nodes_until_look() const {
    if (has_break_ || is_looking_ || !can_look() || question_.look_share <= 0) return kUnlimited;
    const auto due = static_cast<std::uint64_t>(static_cast<double>(look_nodes_) / question_.look_share);
    return std::max(kFirstSlice, due - std::min(due, control_->nodes()));
}

// ---- proving

// The hash of rules without a fast kernel is for one thread at a time.
Target* Engine::next_target() {
    return !hash_->is_shared() && targets_.is_busy() ? nullptr : targets_.next_open();
}

void Engine::prove(Searcher& searcher, Target& target, Lock& lock) {
    ++target.workers;
    if (!target.has_guess()) guess(target, lock);
    if (target.is_open()) {
        const int beta = target.question();
        const std::uint32_t job = target.job.load();
        const Bounds own = target.own;
        const std::uint64_t budget = nodes_until_look();
        const std::uint64_t pause = std::min(growth_.due(), alone_until_);
        if (budget < kUnlimited) has_break_ = true;
        lock.unlock();
        const SearchAnswer answer = searcher.prove(target.number, own, beta, {&target.job, job, budget, pause});
        lock.lock();
        if (budget < kUnlimited) has_break_ = false;
        if (!answer.aborted && target.job.load() == job) targets_.settle(target, answer.value, beta, answer.pit);
    }
    --target.workers;
}

// Guesses the value of a target from the look-ahead. With relay its estimates are a fifth too low, and a single
// turn that banks more than half of the stones in play is a better guess. A guess affects the cost, never the
// result.
void Engine::guess(Target& target, Lock& lock) {
    int score = targets_.guess(target, seen_);
    if (rules_.switches.relay && target.next != Next::over) {
        const Position node = root_->node(target.number);
        if (legal_pits(node) != 0) {
            score = score * 6 / 5;
            lock.unlock();
            Control control;
            control.limit_nodes(kTurnStates);
            control.limit_time(control_->deadline());
            const auto best = best_turn(node, {}, Objective::difference, control);
            lock.lock();
            const int turn = best ? target.score(static_cast<int>(best->score)) : 0;
            if (2 * std::abs(turn) > target.rest) score = turn;
        }
    }
    target.set_guess(score, question_.approach == Approach::outside_in);
}

// ---- lines

// Finds the lines of proven targets that have none. Starts over after each line, since other threads may have
// proven more meanwhile.
void Engine::follow(Searcher& searcher, Lock& lock, std::uint64_t budget) {
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (Target& target : targets_)
            if (follow(searcher, target, lock, budget)) goes_on = true;
    }
}

// True if a line was found.
bool Engine::follow(Searcher& searcher, Target& target, Lock& lock, std::uint64_t budget) {
    if (target.is_open() || target.is_followed || !targets_.needs_line(target, question_.finds_lines))
        return false;
    if (!hash_->is_shared() && targets_.is_busy()) return false;
    target.is_followed = true;
    const BestLine* learned = targets_.learned_line();
    if (learned && target.pit == kNoPit) {
        target.line = *learned;
        return false;
    }
    ++target.workers;
    const Bounds exact = target.known;
    lock.unlock();
    BestLine line = searcher.follow(target.number, exact, budget);
    lock.lock();
    --target.workers;
    if (target.is_learned) return true;  // told meanwhile
    target.line = std::move(line);
    target.is_followed = target.line.is_whole || (budget == kUnlimited && !control_->is_paused());
    return target.is_followed;
}

}  // namespace sowfish
