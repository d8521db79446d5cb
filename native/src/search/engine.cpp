#include "sowfish/search/engine.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <type_traits>
#include <utility>

#include "sowfish/board/turn.hpp"
#include "sowfish/platform/threads.hpp"
#include "sowfish/search/best_line.hpp"
#include "sowfish/search/look_ahead.hpp"
#include "sowfish/search/search.hpp"
#include "sowfish/search/target.hpp"
#include "sowfish/table/table_growth.hpp"

namespace sowfish {

namespace {

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

template <class Kernel>
class KernelEngine final : public Engine {
   public:
    using Board = typename Kernel::Board;
    using Search = sowfish::Search<Kernel>;
    using Hash = HashFor<Kernel>;
    using Look = LookAhead<Kernel, MarginEvaluation<Kernel>>;
    static constexpr bool kWide = std::is_same_v<Kernel, WideKernel>;

    static std::shared_ptr<Hash> make_hash([[maybe_unused]] const Kernel& kernel, std::size_t bytes) {
        if constexpr (kWide)
            return std::make_shared<WideHash>(bytes);
        else
            return std::make_shared<HashTable>(kernel.pits(), bytes);
    }

    KernelEngine(const Kernel& kernel, bool relay, std::shared_ptr<Hash> hash, std::size_t look_bytes)
        : kernel_(kernel),
          relay_(relay),
          hash_(std::move(hash)),
          look_(kernel, MarginEvaluation<Kernel>(kernel, relay), look_bytes) {}

    void set_table(std::shared_ptr<const Table> table, std::shared_ptr<Table> room) override {
        growth_.set_table(std::move(table), std::move(room));
        look_.evaluation().set_table(growth_.table());
    }

    std::shared_ptr<const Table> table() const override { return growth_.table(); }

    void set_net(std::shared_ptr<const Net> net) override {
        look_.evaluation().set_net(std::move(net));
        look_.clear();
    }

    void set_hash_bytes(std::size_t bytes) override {
        idle_.clear();
        const std::vector<std::uint8_t> kept = snapshot(kKeptEntries);
        hash_ = make_hash(kernel_, bytes);
        if (!kept.empty()) restore(kept.data(), kept.size());
    }

    std::size_t hash_bytes() const override { return hash_->bytes(); }

    std::unique_ptr<Engine> sibling(std::size_t look_bytes) const override {
        return std::make_unique<KernelEngine>(kernel_, relay_, kWide ? make_hash(kernel_, hash_->bytes()) : hash_,
                                              look_bytes);
    }

    void clear() override {
        idle_.clear();
        hash_ = make_hash(kernel_, hash_->bytes());
        look_.clear();
    }

    bool begin(const Question& question, Control& control) override;
    void work() override;
    Report report() const override;
    void learn(const Known& move) override;

    std::optional<Strategy> certify(const Position& position, int value, std::uint64_t max_pending,
                                    Control& control) override {
        Search search(kernel_, *hash_, growth_.table());
        const Board board = board_of(kernel_, position);
        return Certifier<Kernel>(kernel_, search, control, max_pending)
            .certify(board, value - kernel_.margin(board));
    }

    std::vector<std::uint8_t> snapshot([[maybe_unused]] std::uint64_t max_entries) const override {
        if constexpr (kWide)
            return {};
        else
            return hash_->snapshot(max_entries);
    }

    bool restore([[maybe_unused]] const std::uint8_t* snapshot, [[maybe_unused]] std::size_t bytes) override {
        if constexpr (kWide)
            return false;
        else
            return hash_->restore(snapshot, bytes);
    }

   private:
    using Target = sowfish::Target<Kernel>;
    using Child = typename Search::Child;

    static constexpr std::uint64_t kKeptEntries = std::uint64_t{1} << 20;
    static constexpr std::uint64_t kFirstSlice = 20'000;   // nodes between two looks at what else is due
    static constexpr std::uint64_t kAloneNodes = 60'000;   // before a second thread joins
    static constexpr std::uint64_t kTurnStates = 100'000;  // for the best single turn, as a guess
    static constexpr std::uint64_t kLineNodes = 5'000;     // for lines found before threads are started

    // The nodes of the first look-ahead, on the caller's thread, which gives the proof its first guess. With relay
    // the best single turn is as good a guess.
    std::uint64_t first_look(int rest) const {
        const auto nodes = static_cast<std::uint64_t>((relay_ ? 10 : 40) * rest * rest);
        return std::min<std::uint64_t>(kWide ? nodes / 20 : nodes, 100'000);
    }

    // Next to the table, a proof costs hardly more than a look-ahead.
    std::uint64_t first_look(const Board& board) const {
        const int rest = kernel_.rest(board);
        const int beyond = rest - growth_.stones();
        return beyond > 10 ? first_look(rest)
                           : std::min<std::uint64_t>(first_look(rest), 100u << std::max(beyond, 0));
    }

    static int rounded(int parts) {
        return (parts + (parts < 0 ? -kPartsOfStone : kPartsOfStone) / 2) / kPartsOfStone;
    }

    void add(const Child& move) {
        const int most = move.node.rest;
        Target& target = targets_.emplace_back(move);
        target.least = move.next == Next::over ? move.gain : move.gain - most;
        target.most = move.next == Next::over ? move.gain : move.gain + most;
    }
    Target& whole() { return targets_.front(); }
    const Target& whole() const { return targets_.front(); }

    bool is_settled() const {
        for (const Target& target : targets_)
            if (target.is_open()) return false;
        return true;
    }

    // Whether a thread searches a target: the hash of the wide kernel is for one thread at a time.
    bool is_busy() const {
        return std::any_of(targets_.begin(), targets_.end(),
                           [](const Target& target) { return target.workers > 0; });
    }

    bool is_done() const {
        return std::all_of(targets_.begin(), targets_.end(), [this](const Target& target) {
            return !target.is_open() && (!needs_line(target) || (target.is_followed && !target.line.pits.empty()));
        });
    }

    void wait_for_first(Lock& lock);
    void end_alone();
    bool is_growth_timely() const;
    void grow(Lock& lock);
    bool needs_line(const Target& target) const;
    const Target* best_followed() const;
    void agree();
    void take_in(typename Look::Result seen);
    void look(std::uint64_t budget);
    void prove(Search& search, Target& target, Lock& lock);
    void guess(Target& target, Lock& lock);
    void follow(Search& search, Lock& lock, std::uint64_t budget);
    Target* next_target();
    bool is_look_due() const;
    std::uint64_t nodes_until_look() const;
    bool can_look() const { return !looking_ && look_.is_open() && seen_.depth < question_.max_depth; }
    static void follow_best(Report& report);
    Known known_of(std::size_t number) const;
    int estimate_of(const Target& target) const;
    std::unique_ptr<Search> take_search();

    Kernel kernel_;
    bool relay_;
    TableGrowth growth_;
    std::shared_ptr<Hash> hash_;
    InFlight in_flight_;
    Look look_;
    std::vector<std::unique_ptr<Search>> idle_;  // searches without a thread; their near hashes stay warm

    // The current question.
    mutable Mutex mutex_;
    Question question_;
    Control* control_ = nullptr;
    Control::Clock::time_point started_;
    int banked_ = 0;
    std::deque<Target> targets_;  // the position, then its moves if every move is asked for
    typename Look::Result seen_;
    std::uint64_t look_nodes_ = 0;
    bool looking_ = false;
    bool is_alone_ = false;                   // whether one thread works on the question alone
    bool has_first_ = false;                  // whether that thread has started
    std::uint64_t alone_until_ = kUnlimited;  // nodes
    Condition joined_;
    bool has_break_ = false;         // whether a proving thread is due to look ahead
    std::atomic<bool> halt_{false};  // stops a look-ahead that is no longer needed
};

template <class Kernel>
bool KernelEngine<Kernel>::begin(const Question& question, Control& control) {
    question_ = question;
    control_ = &control;
    started_ = Control::Clock::now();
    const Board board = board_of(kernel_, question.position);
    banked_ = kernel_.margin(board);
    targets_.clear();
    seen_ = {};
    look_nodes_ = 0;
    looking_ = has_break_ = false;
    halt_.store(false);

    growth_.begin(control.nodes(), std::min(question.max_table_stones, kernel_.rest(board) - 1),
                  control.max_nodes());
    std::unique_ptr<Search> search = take_search();
    Child root{};
    root.pit = kNoPit;
    root.located = true;
    root.next = Next::again;
    root.node = search->node(board);
    add(root);
    if (question.every_move) {
        for (int pit = 0; pit < kernel_.pits(); ++pit)
            if (kernel_.stones(board, pit) > 0) add(search->child(board, pit));
    }
    if (question.low > std::numeric_limits<int>::min() || question.high < std::numeric_limits<int>::max())
        targets_.front().narrow(question.low - banked_, question.high - banked_);
    for (std::size_t i = 1; i < targets_.size(); ++i) {  // bounds that follow from one move do not count as proven
        whole().least = std::max(i == 1 ? -kMaxStones : whole().least, targets_[i].least);
        whole().most = std::max(i == 1 ? -kMaxStones : whole().most, targets_[i].most);
    }
    agree();
    if (!is_settled()) {
        look_.evaluation().set_table(growth_.table());
        look_.set_root(board, question.every_move);
        look(std::min({first_look(board), control.max_nodes() / 8 + 1, question.first_nodes}));
    }
    Lock lock(mutex_);
    if constexpr (!kWide) follow(*search, lock, kLineNodes);  // long games would overflow the caller's stack
    idle_.push_back(std::move(search));
    is_alone_ = question.threads > 1 && !kWide;
    has_first_ = false;
    alone_until_ = is_alone_ ? control.nodes() + kAloneNodes : kUnlimited;
    return is_done();
}

template <class Kernel>
void KernelEngine<Kernel>::work() {
    std::unique_ptr<Search> search = take_search();
    Lock lock(mutex_);
    wait_for_first(lock);
    for (;;) {
        if (control_->nodes() >= alone_until_) end_alone();
        follow(*search, lock, kUnlimited);
        if (is_settled()) halt_.store(true);
        if (is_settled() || control_->stopped()) break;
        Target* target = question_.proves ? next_target() : nullptr;
        if (target && control_->nodes() >= growth_.due()) {
            if (is_growth_timely())
                grow(lock);
            else
                growth_.give_up();
            search->set_table(growth_.table());
            continue;
        }
        if (can_look() && (!target || is_look_due())) {
            const std::uint64_t budget = std::max(kFirstSlice, look_nodes_);
            looking_ = true;
            look_.evaluation().set_table(growth_.table());
            lock.unlock();
            look(budget);
            lock.lock();
            looking_ = false;
        } else if (target) {
            search->set_table(growth_.table());
            prove(*search, *target, lock);
        } else {
            break;
        }
    }
    end_alone();
    growth_.end(control_->nodes());
    idle_.push_back(std::move(search));
}

// The first thread answers small questions alone: as fast, and always with the same lines.
template <class Kernel>
void KernelEngine<Kernel>::wait_for_first(Lock& lock) {
    while (is_alone_ && has_first_ && !control_->stopped()) joined_.wait_for(lock, std::chrono::milliseconds(5));
    has_first_ = true;
}

template <class Kernel>
void KernelEngine<Kernel>::end_alone() {
    if (!is_alone_) return;
    is_alone_ = false;
    alone_until_ = kUnlimited;
    joined_.notify_all();
}

template <class Kernel>
auto KernelEngine<Kernel>::take_search() -> std::unique_ptr<Search> {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<Search> search;
    if (idle_.empty()) {
        search = std::make_unique<Search>(kernel_, *hash_, growth_.table());
    } else {
        search = std::move(idle_.back());
        idle_.pop_back();
        search->set_table(growth_.table());
    }
    search->join(*control_, question_.threads > 1 ? &in_flight_ : nullptr);
    return search;
}

// Whether enough time would remain to use the new layer.
template <class Kernel>
bool KernelEngine<Kernel>::is_growth_timely() const {
    if (control_->deadline() == Control::Clock::time_point::max()) return true;
    const auto now = Control::Clock::now();
    const double spent = std::chrono::duration<double>(now - started_).count();
    const double left = std::chrono::duration<double>(control_->deadline() - now).count();
    const auto nodes = static_cast<double>(control_->nodes() + 1);
    return 2 * spent / nodes * static_cast<double>(growth_.next_cost()) < left;
}

// Adds layers to the table, together with the other threads.
template <class Kernel>
void KernelEngine<Kernel>::grow(Lock& lock) {
    const std::shared_ptr<TableBuilder> builder = growth_.start(
        control_->nodes(), [control = control_] { return control->count(0) && !control->is_paused(); });
    builder->pause_when([control = control_] { return control->is_paused(); });
    lock.unlock();
    builder->work();
    lock.lock();
    if (builder->is_done() || !control_->is_paused()) growth_.finish(control_->nodes());
}

// ---- looking ahead

// Whether the look-ahead has used less than its share of the nodes.
template <class Kernel>
bool KernelEngine<Kernel>::is_look_due() const {
    return static_cast<double>(look_nodes_) <= question_.look_share * static_cast<double>(control_->nodes());
}

// How many nodes a thread may spend on the proof before it looks ahead; one thread at a time does. Each look-ahead
// is as long as all before it, so they become rare.
template <class Kernel>
std::uint64_t KernelEngine<Kernel>::nodes_until_look() const {
    if (has_break_ || looking_ || !can_look() || question_.look_share <= 0) return kUnlimited;
    const auto due = static_cast<std::uint64_t>(static_cast<double>(look_nodes_) / question_.look_share);
    return std::max(kFirstSlice, due - std::min(due, control_->nodes()));
}

// Looks ahead for up to `budget` nodes. Called without the lock.
template <class Kernel>
void KernelEngine<Kernel>::look(std::uint64_t budget) {
    std::uint64_t used = 0;
    for (bool goes_on = true; goes_on && used < budget;) {
        goes_on = look_.deepen(*control_, &halt_, budget - used);
        used += look_.nodes();
        typename Look::Result seen = look_.result();
        const std::lock_guard lock(mutex_);
        look_nodes_ += look_.nodes();
        goes_on = goes_on && seen.depth < question_.max_depth;
        take_in(std::move(seen));
    }
}

// Takes in a look-ahead; if it reached the end of the game in every line, its values are proven.
template <class Kernel>
void KernelEngine<Kernel>::take_in(typename Look::Result seen) {
    seen_ = std::move(seen);
    if (!seen_.sees_end) return;
    const auto exact = [](Target& target, int value) {
        target.narrow(value / kPartsOfStone, value / kPartsOfStone);
    };
    exact(whole(), seen_.value);
    if (whole().move.node.bounds.pit == kNoPit && !seen_.line.empty())
        whole().move.node.bounds.pit = seen_.line.front();
    for (std::size_t i = 1; i < targets_.size(); ++i) exact(targets_[i], seen_.moves[i - 1].value);
}

// ---- proving

// The position first, then the open move with the fewest threads.
template <class Kernel>
auto KernelEngine<Kernel>::next_target() -> Target* {
    if (kWide && is_busy()) return nullptr;
    Target* best = nullptr;
    for (Target& target : targets_) {
        if (target.is_open() && (!best || target.workers < best->workers)) best = &target;
        if (&target == &whole() && best) break;
    }
    return best;
}

template <class Kernel>
void KernelEngine<Kernel>::prove(Search& search, Target& target, Lock& lock) {
    ++target.workers;
    if (!target.has_guess()) guess(target, lock);
    if (target.is_open()) {
        const int beta = target.question();
        const std::uint32_t job = target.job.load();
        auto node = target.move.node;
        search.locate(node);  // the table may have grown
        const std::uint64_t budget = nodes_until_look();
        const std::uint64_t pause = std::min(growth_.due(), alone_until_);
        if (budget < kUnlimited) has_break_ = true;
        lock.unlock();
        search.begin(&target.job, job, budget, pause);
        const int value = search.search(node, beta);
        search.end();
        lock.lock();
        if (budget < kUnlimited) has_break_ = false;
        if (!search.aborted() && target.job.load() == job) {
            target.settle(value, beta, node.bounds.pit);
            agree();
        }
    }
    --target.workers;
}

// Guesses the value of a target from the look-ahead. With relay its estimates are a fifth too low, and a single
// turn that banks more than half of the stones in play is a better guess. A guess affects the cost, never the
// result.
template <class Kernel>
void KernelEngine<Kernel>::guess(Target& target, Lock& lock) {
    int score = rounded(estimate_of(target)) - banked_;
    if (relay_ && target.move.next != Next::over && kernel_.filled(target.move.node.board) != 0) {
        score = score * 6 / 5;
        Position position = question_.position;
        put_board(kernel_, target.move.node.board, position);
        lock.unlock();
        Control control;
        control.limit_nodes(kTurnStates);
        control.limit_time(control_->deadline());
        const auto best = best_turn(position, {}, Objective::difference, control);
        lock.lock();
        const int turn = best ? target.move.score(static_cast<int>(best->score)) : 0;
        if (2 * std::abs(turn) > target.move.node.rest) score = turn;
    }
    target.set_guess(score, question_.approach == Approach::outside_in);
}

// Narrows the bounds of the position by those of its moves, and the other way round.
template <class Kernel>
void KernelEngine<Kernel>::agree() {
    if (targets_.size() == 1) return;
    int low = -kMaxStones;
    int high = -kMaxStones;
    for (std::size_t i = 1; i < targets_.size(); ++i) {
        low = std::max(low, targets_[i].move.low());
        high = std::max(high, targets_[i].move.high());
    }
    whole().narrow(low, high);
    Target* candidate = nullptr;
    int candidates = 0;
    for (std::size_t i = 1; i < targets_.size(); ++i) {
        Target& target = targets_[i];
        target.narrow(-kMaxStones, whole().move.high());
        if (target.move.high() < whole().move.low()) continue;
        candidate = &target;
        ++candidates;
    }
    if (candidates == 1) candidate->narrow(whole().move.low(), kMaxStones);
    const int pit = whole().move.node.bounds.pit;
    for (Target& target : targets_)
        if (target.move.pit == pit && pit != kNoPit) target.narrow(whole().move.low(), kMaxStones);
}

// Whether a proven target still needs its line. Its first move is always needed, and may be known already.
template <class Kernel>
bool KernelEngine<Kernel>::needs_line(const Target& target) const {
    const bool has_move =
        target.move.pit != kNoPit || target.move.node.bounds.pit != kNoPit || targets_.size() > 1;
    return question_.finds_lines || !has_move;
}

// A best move proven by another engine: its line is the position's line.
template <class Kernel>
auto KernelEngine<Kernel>::best_followed() const -> const Target* {
    for (std::size_t i = 1; i < targets_.size(); ++i)
        if (targets_[i].is_learned && targets_[i].move.low() == targets_.front().move.low()) return &targets_[i];
    return nullptr;
}

// Finds the lines of proven targets that have none. Starts over after each line, since other threads may have
// proven more meanwhile.
template <class Kernel>
void KernelEngine<Kernel>::follow(Search& search, Lock& lock, std::uint64_t budget) {
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (Target& target : targets_) {
            if (target.is_open() || target.is_followed || !needs_line(target) || (kWide && is_busy())) continue;
            target.is_followed = true;
            if (const Target* best = best_followed(); best && &target == &whole()) {
                target.line = best->line;
                continue;
            }
            ++target.workers;
            const Child move = target.move;
            lock.unlock();
            BestLine line = best_line(kernel_, search, move, budget);
            lock.lock();
            --target.workers;
            target.line = std::move(line);
            if ((budget < kUnlimited || control_->is_paused()) && !target.line.is_whole)
                target.is_followed = false;
            else
                goes_on = true;
        }
    }
}

// ---- what is known

template <class Kernel>
void KernelEngine<Kernel>::learn(const Known& move) {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 1; i < targets_.size(); ++i) {
        Target& target = targets_[i];
        if (target.move.pit != move.pit || !target.is_open()) continue;
        target.narrow(move.low - banked_, move.high - banked_);
        agree();
        if (target.is_open() || move.line.empty()) continue;
        target.line = {move.line, true};
        target.is_followed = target.is_learned = true;
    }
}

template <class Kernel>
Report KernelEngine<Kernel>::report() const {
    const std::lock_guard lock(mutex_);
    Report report;
    report.position = known_of(0);
    for (std::size_t i = 1; i < targets_.size(); ++i) report.moves.push_back(known_of(i));
    if (whole().is_open()) follow_best(report);
    report.depth = seen_.depth;
    report.is_done = is_done();
    return report;
}

// Until it is proven, a position is worth what its most promising move is, so that no move looks better than the
// one to play. Of equal moves the one already chosen stays.
template <class Kernel>
void KernelEngine<Kernel>::follow_best(Report& report) {
    Known& position = report.position;
    const auto promise = [chosen = position.line.empty() ? kNoPit : position.line.front()](const Known& move) {
        return std::pair(move.estimate, move.pit == chosen);
    };
    const auto best =
        std::max_element(report.moves.begin(), report.moves.end(),
                         [&](const Known& one, const Known& other) { return promise(one) < promise(other); });
    if (best == report.moves.end()) return;
    position.estimate = std::clamp(best->estimate, position.low * kPartsOfStone, position.high * kPartsOfStone);
    position.line = best->line;
}

template <class Kernel>
Known KernelEngine<Kernel>::known_of(std::size_t number) const {
    const Target& target = targets_[number];
    Known known;
    known.pit = target.move.pit;
    known.low = banked_ + target.move.low();
    known.high = banked_ + target.move.high();
    known.is_narrowed = target.move.low() > target.least || target.move.high() < target.most;
    known.estimate = std::clamp(estimate_of(target), known.low * kPartsOfStone, known.high * kPartsOfStone);
    if (!target.is_open()) {
        // Until the line is found, only its first move is known.
        const int first = number == 0 ? target.move.node.bounds.pit : target.move.pit;
        known.line = target.line.pits;
        if (known.line.empty() && first != kNoPit) known.line = {first};
        return known;
    }
    // Prefer a pit proven to be worth more than the look-ahead expects of any.
    const int proven_pit = target.move.node.bounds.pit;
    int pit = target.move.pit;
    if (number == 0 && proven_pit != kNoPit && known.low * kPartsOfStone >= estimate_of(target)) pit = proven_pit;
    if (pit == kNoPit) {
        known.line = seen_.line;
        const unsigned legal = legal_pits(question_.position);
        if (known.line.empty() && legal != 0) known.line = {std::countr_zero(legal)};  // nothing was seen yet
        return known;
    }
    for (const auto& move : seen_.moves)
        if (move.pit == pit) known.line = move.line;
    if (known.line.empty()) known.line = {pit};
    return known;
}

// In parts of a stone, stores included.
template <class Kernel>
int KernelEngine<Kernel>::estimate_of(const Target& target) const {
    const int banked = banked_ * kPartsOfStone;
    if (seen_.depth == 0) return banked;
    if (target.move.pit == kNoPit) return banked + seen_.value;
    for (const auto& move : seen_.moves)
        if (move.pit == target.move.pit) return banked + move.value;
    return banked;
}

}  // namespace

std::unique_ptr<Engine> make_engine(const Rules& rules, std::size_t hash_bytes, std::size_t look_bytes) {
    return with_kernel(rules, [&]<class Kernel>(const Kernel& kernel) -> std::unique_ptr<Engine> {
        return std::make_unique<KernelEngine<Kernel>>(
            kernel, rules.switches.relay, KernelEngine<Kernel>::make_hash(kernel, hash_bytes), look_bytes);
    });
}

}  // namespace sowfish
