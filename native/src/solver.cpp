#include "sowfish/solver.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <type_traits>

#include "sowfish/estimate.hpp"
#include "sowfish/search.hpp"

namespace sowfish {

namespace {

template <class Kernel>
struct Shared {
    Kernel kernel;
    std::shared_ptr<const Table> table;
    HashFor<Kernel> hash;
    Busy busy;
    std::shared_ptr<const Net> net = nullptr;
};

template <class Kernel>
class KernelProof final : public Proof {
   public:
    using Search = sowfish::Search<Kernel>;
    using Board = typename Kernel::Board;

    KernelProof(Shared<Kernel>& shared, const Position& position, bool every_move, int threads, Control& control,
                Approach approach, const std::vector<int>& guesses)
        : shared_(&shared), control_(&control), busy_(threads > 1 ? &shared.busy : nullptr) {
        const Board board = board_of(shared.kernel, position);
        banked_ = shared.kernel.margin(board);
        const Search search = make_search();
        if (every_move) {
            for (int pit = 0; pit < shared.kernel.pits(); ++pit)
                if (shared.kernel.stones(board, pit) > 0) add(search.child(board, pit));
        }
        if (!every_move || targets_.empty()) {
            Child whole{};
            whole.pit = kNoPit;
            whole.located = true;
            whole.next = Next::again;
            whole.node = search.node(board);
            add(whole);
        }
        const bool guessed = guesses.size() == targets_.size();
        auto expected = guesses.begin();
        for (Target& target : targets_) {
            const int margin = guessed ? *expected++ : 0;
            if (!is_open(target)) continue;
            target.guess =
                guessed ? node_value(target.move, margin - banked_) : guess(position, target.move.node.board);
            target.centre = target.guess;
            if (approach == Approach::outside_in) target.reach = kFirstReach;
        }
    }

    void believe(int low, int high) override {
        const std::lock_guard lock(mutex_);
        Bounds& bounds = targets_.front().move.node.bounds;
        bounds.low = std::max(bounds.low, low - banked_);
        bounds.high = std::min(bounds.high, high - banked_);
    }

    void work() override {
        Search search = make_search();
        std::unique_lock lock(mutex_);
        while (!control_->stopped()) {
            Target* target = next_target();
            if (!target) return;
            const int beta = question(*target);
            const std::uint32_t job = target->job.load();
            auto node = target->move.node;
            ++target->workers;
            lock.unlock();
            search.begin(&target->job, job);
            const int value = search.search(node, beta);
            search.end();
            lock.lock();
            --target->workers;
            if (!search.aborted() && target->job.load() == job) settle(*target, value, beta, node.bounds.pit);
        }
    }

    std::vector<Proven> proven() const override {
        const std::lock_guard lock(mutex_);
        std::vector<Proven> all;
        for (const Target& target : targets_)
            all.push_back({banked_ + target.move.low(), banked_ + target.move.high(), target.move.pit});
        return all;
    }

    std::vector<int> line(std::size_t number) override;

   private:
    using Child = typename Search::Child;

    struct Target {
        Child move;
        int guess = 0;   // for the node
        int steps = 0;   // how often in a row the value was beyond the guess on the same side
        int centre = 0;  // the first guess
        int reach = 0;   // how far from the centre the bounds shall be next; 0: go by the guess
        int workers = 0;
        std::atomic<std::uint32_t> job{0};  // changes when its test is decided: other threads then drop it
    };

    Search make_search() const {
        return {shared_->kernel, shared_->hash, shared_->table.get(), busy_, *control_, shared_->net.get()};
    }

    void add(const Child& move) {
        targets_.emplace_back();
        targets_.back().move = move;
    }

    int guess(const Position& like, const Board& board) const {
        Position position = like;
        put_board(shared_->kernel, board, position);
        return legal_pits(position) ? first_guess(position, shared_->table.get(), control_->deadline()) : 0;
    }

    static int node_value(const Child& move, int score) {
        return move.again() ? score - move.gain : move.gain - score;
    }

    static bool is_open(const Target& target) {
        return target.move.next != Next::over && !target.move.node.bounds.exact();
    }

    // The open target with the fewest threads, so that targets are shared out before threads join forces.
    Target* next_target() {
        Target* best = nullptr;
        for (Target& target : targets_)
            if (is_open(target) && (!best || target.workers < best->workers)) best = &target;
        return best;
    }

    // The next test of the node: is its value at least this?
    static int question(Target& target) {
        const Bounds& bounds = target.move.node.bounds;
        while (target.reach > 0) {
            const int low = target.centre - target.reach;
            const int high = target.centre + target.reach;
            if (bounds.low > high || bounds.high < low) {
                target.reach = 0;  // a bad guess: go by the answers from here on
                break;
            }
            if (bounds.low < low) return low;
            if (bounds.high > high) return high + 1;
            target.reach /= 2;
            target.guess = target.centre;
        }
        return std::clamp(target.guess, bounds.low + 1, bounds.high);
    }

    // Takes in the answer to "is the value of the node at least beta?" and chooses the next question: next to the
    // answer at first, with longer and longer strides if the value keeps running away.
    void settle(Target& target, int value, int beta, int pit) {
        Bounds& bounds = target.move.node.bounds;
        const bool up = value >= beta;
        target.steps = up ? std::max(target.steps, 0) + 1 : std::min(target.steps, 0) - 1;
        const int count = std::abs(target.steps);
        const int stride = count <= 2 ? 0 : 1 << std::min(count - 2, 6);
        if (up) {
            bounds.low = value;
            bounds.pit = pit;
            target.guess = value + 1 + stride;
        } else {
            bounds.high = value;
            target.guess = value - stride;
        }
        target.job.fetch_add(1);
    }

    static constexpr int kFirstReach = 32;

    Shared<Kernel>* shared_;
    Control* control_;
    Busy* busy_;
    int banked_ = 0;
    mutable std::mutex mutex_;
    std::deque<Target> targets_;
};

// Follows moves that keep the proven value; the hash table's moves are tried first, and checked.
template <class Kernel>
std::vector<int> KernelProof<Kernel>::line(std::size_t number) {
    if (number >= targets_.size()) return {};
    std::vector<int> pits;
    Search search = make_search();
    search.begin(nullptr, 0);
    Child at = targets_[number].move;
    if (at.pit != kNoPit) pits.push_back(at.pit);
    for (bool first = true; at.next != Next::over && at.node.bounds.exact(); first = false) {
        const int value = at.node.bounds.low;
        const Board board = at.node.board;
        std::vector<Child> moves;
        for (int pit = 0; pit < shared_->kernel.pits(); ++pit)
            if (shared_->kernel.stones(board, pit) > 0) moves.push_back(search.child(board, pit));
        if (moves.empty()) moves.push_back(search.pass(board));
        std::stable_sort(moves.begin(), moves.end(), [&](const Child& a, const Child& b) {
            return std::pair(a.low(), a.pit == at.node.bounds.pit) >
                   std::pair(b.low(), b.pit == at.node.bounds.pit);
        });
        bool found = false;
        for (Child& move : moves) {
            if (move.high() < value) continue;
            if (move.low() < value) {
                search.search(move.node, move.node_beta(value));
                if (search.aborted()) {
                    // Of the position asked about a best move is known even so: the one that raised the lower
                    // bound, or any if none had to.
                    const int known = at.node.bounds.pit != kNoPit ? at.node.bounds.pit : move.pit;
                    if (first && pits.empty() && known != kNoPit) pits.push_back(known);
                    return pits;
                }
            }
            if (move.low() < value) continue;
            if (move.next != Next::over) move.node.bounds.low = move.node.bounds.high = node_value(move, value);
            at = move;
            found = true;
            break;
        }
        if (!found) return pits;
        if (at.pit != kNoPit) pits.push_back(at.pit);
    }
    return pits;
}

template <class Kernel>
class KernelSolver final : public Solver {
   public:
    KernelSolver(const Kernel& kernel, std::size_t hash_bytes, std::shared_ptr<const Table> table)
        : shared_{kernel, std::move(table), make_hash(kernel, hash_bytes), {}, nullptr} {}

    void set_net(std::shared_ptr<const Net> net) override { shared_.net = std::move(net); }

    std::unique_ptr<Proof> prove(const Position& position, bool every_move, int threads, Control& control,
                                 Approach approach, const std::vector<int>& guesses) override {
        return std::make_unique<KernelProof<Kernel>>(shared_, position, every_move, threads, control, approach,
                                                     guesses);
    }

    std::optional<Strategy> certify(const Position& position, int value, std::uint64_t max_pending,
                                    Control& control) override {
        Search<Kernel> search(shared_.kernel, shared_.hash, shared_.table.get(), nullptr, control);
        const auto board = board_of(shared_.kernel, position);
        return Certifier<Kernel>(shared_.kernel, search, control, max_pending)
            .certify(board, value - shared_.kernel.margin(board));
    }

    std::vector<std::uint8_t> snapshot(std::uint64_t max_entries) const override {
        if constexpr (std::is_same_v<Kernel, WideKernel>)
            return {};
        else
            return shared_.hash.snapshot(max_entries);
    }

    bool restore(const std::uint8_t* snapshot, std::size_t bytes) override {
        if constexpr (std::is_same_v<Kernel, WideKernel>)
            return false;
        else
            return shared_.hash.restore(snapshot, bytes);
    }

    std::size_t hash_bytes() const override { return shared_.hash.bytes(); }
    bool is_parallel() const override { return !std::is_same_v<Kernel, WideKernel>; }

   private:
    static HashFor<Kernel> make_hash(const Kernel& kernel, std::size_t bytes) {
        if constexpr (std::is_same_v<Kernel, WideKernel>) {
            return WideHash(bytes);
        } else {
            return HashTable(kernel.pits(), bytes);
        }
    }

    Shared<Kernel> shared_;
};

}  // namespace

std::unique_ptr<Solver> make_solver(const Rules& rules, std::size_t hash_bytes,
                                    std::shared_ptr<const Table> table) {
    return with_kernel(rules, [&]<class Kernel>(const Kernel& kernel) -> std::unique_ptr<Solver> {
        return std::make_unique<KernelSolver<Kernel>>(kernel, hash_bytes, std::move(table));
    });
}

}  // namespace sowfish
