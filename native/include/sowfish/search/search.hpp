// Proving values: null-window search over the future margin.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

#include "sowfish/board/kernel.hpp"
#include "sowfish/search/bounds.hpp"
#include "sowfish/search/in_flight.hpp"
#include "sowfish/search/near_hash.hpp"
#include "sowfish/search/proof_hash.hpp"
#include "sowfish/system/control.hpp"
#include "sowfish/table/table.hpp"

namespace sowfish {

// One thread's search. Banked stones cannot affect later moves, so boards have no stores here and values are
// future margins: what the side to move will bank from now on minus what the other will.
template <class Kernel>
class Search {
   public:
    using Board = typename Kernel::Board;
    using Hash = HashFor<Kernel>;
    static constexpr bool kFast = std::is_same_v<Hash, HashTable>;

    struct Node {
        Board board;
        int rest;
        typename Hash::Key key;
        Bounds bounds;
    };

    // A move, from its mover's point of view. Its value is gain + value(node), or gain - value(node) if the turn
    // passes.
    struct Child {
        Node node;
        Next next;
        bool located;  // whether the node has its key
        int pit;
        int gain;
        int order;

        bool again() const { return next == Next::again; }
        int low() const {
            return next == Next::over ? gain : gain + (again() ? node.bounds.low : -node.bounds.high);
        }
        int high() const {
            return next == Next::over ? gain : gain + (again() ? node.bounds.high : -node.bounds.low);
        }
        // The test on the node that answers whether the move is worth beta.
        int node_beta(int beta) const { return again() ? beta - gain : gain - beta + 1; }
        int score(int node_value) const { return again() ? gain + node_value : gain - node_value; }
    };

    // `table` may be null.
    Search(const Kernel& kernel, Hash& hash, std::shared_ptr<const Table> table) : kernel_(kernel), hash_(&hash) {
        set_table(std::move(table));
    }

    // Switches to another table, or to its new layers. Earlier nodes must be located again.
    void set_table(std::shared_ptr<const Table> table) {
        table_ = std::move(table);
        table_stones_ = table_ ? table_->stones() : -1;
        near_stones_ = table_stones_ + kNear;
    }

    // The node of a board, with what is known about it.
    Node node(const Board& board) const;

    // Computes the key of a node for the current tables.
    [[gnu::noinline]] void locate(Node& node) const;

    // The move of a non-empty pit, with what is known about it.
    Child child(const Board& board, int pit) const;

    // The pass of a side with nothing to sow.
    Child pass(const Board& board) const;

    // For a node with bounds.low < beta <= bounds.high. The result r and the value v of the node:
    //     r >= beta  implies  v >= r
    //     r <  beta  implies  v <= r
    // and the node's bounds are updated. Meaningless if aborted() afterwards.
    int search(Node& node, int beta) {
        if constexpr (kFast) {
            if (node.rest <= near_stones_) return search_near(node, beta);
        }
        return search_far(node, beta);
    }

    // Joins a search. `busy` lets cooperating threads see which nodes are being searched; it may be null.
    void join(Control& control, InFlight* busy) {
        control_ = &control;
        in_flight_ = busy;
    }

    static constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

    // Searches until the control stops it, `job` is no longer `number`, `budget` nodes are spent or all threads
    // together have searched `pause` nodes.
    void begin(const std::atomic<std::uint32_t>* job = nullptr, std::uint32_t number = 0,
               std::uint64_t budget = kUnlimited, std::uint64_t pause = kUnlimited) {
        job_ = job;
        number_ = number;
        budget_ = budget;
        pause_ = pause;
        nodes_ = 0;
        aborted_ = control_->stopped();
    }
    bool aborted() const { return aborted_; }

    // Reports the nodes since the last poll.
    void end() { control_->count(nodes_ % kPollNodes); }

    // The nodes since begin().
    std::uint64_t nodes() const { return nodes_; }

   private:
    static constexpr std::uint64_t kPollNodes = 256;
    static constexpr int kFirst = 100'000;  // before everything else
    // Subtrees this close to the table are too small for the large hash, or to be shared out.
    static constexpr int kNear = 7;
    static constexpr int kWait = 2;  // moves, until a value has arrived from memory

    // All moves of a node, or the pass.
    struct Moves {
        std::array<Child, kFast ? kMaxFastPits : kMaxPits> children;
        int count;
    };

    // A move into the table whose value is on its way from memory.
    struct Fetched {
        const std::int8_t* value;
        Next next;
        int pit;
        int gain;
    };

    [[gnu::noinline]] int search_far(Node& node, int beta);
    [[gnu::noinline]] int search_near(Node& node, int beta);
    int best_near(const Node& node, int beta, int& best_pit);
    void generate(const Node& parent, Moves& moves) const;
    void look_up(Node& node) const;
    void raise_low(Node& node, int beta) const;
    int finish(Node& node, int beta, int result, int pit, std::uint64_t nodes_before);
    [[gnu::noinline]] bool try_child(Child& child, int beta, int& best);  // once: copies of it would be large
    static Child& bring_best(Child* first, Child* end);
    int order_of(const Node& parent, const Child& child) const;
    void poll();

    Kernel kernel_;
    Hash* hash_;
    std::shared_ptr<const Table> table_;
    int table_stones_ = -1;
    int near_stones_ = -1;
    NearHash near_;
    InFlight* in_flight_ = nullptr;
    Control* control_ = nullptr;
    const std::atomic<std::uint32_t>* job_ = nullptr;
    std::uint32_t number_ = 0;
    std::uint64_t budget_ = 0;
    std::uint64_t pause_ = 0;
    bool aborted_ = false;
    std::uint64_t nodes_ = 0;
};

template <class Kernel>
auto Search<Kernel>::node(const Board& board) const -> Node {
    Node node{kernel_.without_stores(board), kernel_.rest(board), {}, {}};
    locate(node);
    look_up(node);
    return node;
}

template <class Kernel>
auto Search<Kernel>::child(const Board& board, int pit) const -> Child {
    Child child{};
    Board after = kernel_.without_stores(board);
    child.pit = pit;
    child.next = kernel_.play(after, pit);
    child.gain = kernel_.margin(after);
    if (child.next == Next::over) return child;
    child.node = node(child.again() ? after : kernel_.turned(after));
    child.located = true;
    return child;
}

template <class Kernel>
auto Search<Kernel>::pass(const Board& board) const -> Child {
    Child child{};
    child.next = Next::other;
    child.pit = kNoPit;
    child.node = node(kernel_.turned(board));
    child.located = true;
    return child;
}

template <class Kernel>
int Search<Kernel>::search_far(Node& node, int beta) {
    const std::uint64_t nodes_before = nodes_++;
    if (nodes_ % kPollNodes == 0) poll();
    if (aborted_) return 0;

    Moves moves;
    generate(node, moves);
    auto& children = moves.children;
    int best = -kMaxStones;
    int open = 0;  // children that may decide, moved to the front
    for (int i = 0; i < moves.count; ++i) {
        Child& child = children[static_cast<std::size_t>(i)];
        if (child.next != Next::over) {
            if (child.located) look_up(child.node);
            raise_low(child.node, child.node_beta(beta));
        }
        if (child.low() >= beta) return finish(node, beta, child.low(), child.pit, nodes_before);
        if (child.high() < beta) {
            best = std::max(best, child.high());
            continue;
        }
        if (open != i) children[static_cast<std::size_t>(open)] = child;
        ++open;
    }

    int deferred = 0;  // children that other threads are searching, kept in front until the others are done
    for (int i = 0; i < open; ++i) {
        Child& child = bring_best(children.data() + i, children.data() + open);
        if (!child.located) locate(child.node);
        if (i > 0 && in_flight_ && child.node.rest > near_stones_ && in_flight_->has(child.node.key)) {
            std::swap(children[static_cast<std::size_t>(deferred++)], child);
            continue;
        }
        if (try_child(child, beta, best)) return finish(node, beta, best, child.pit, nodes_before);
        if (aborted_) return 0;
    }
    for (int i = 0; i < deferred; ++i) {
        Child& child = children[static_cast<std::size_t>(i)];
        if (try_child(child, beta, best)) return finish(node, beta, best, child.pit, nodes_before);
        if (aborted_) return 0;
    }
    return finish(node, beta, best, kNoPit, nodes_before);
}

// Moves the most promising child to the front.
template <class Kernel>
auto Search<Kernel>::bring_best(Child* first, Child* end) -> Child& {
    std::iter_swap(first,
                   std::max_element(first, end, [](const Child& a, const Child& b) { return a.order < b.order; }));
    return *first;
}

// Searches a located child; true if it is worth beta. Raises `best` to the child's score.
template <class Kernel>
bool Search<Kernel>::try_child(Child& child, int beta, int& best) {
    look_up(child.node);  // its siblings, or another thread, may have settled it meanwhile
    if (child.low() < beta && child.high() >= beta) {
        const bool shared = in_flight_ && child.node.rest > near_stones_;
        if (shared) in_flight_->enter(child.node.key);
        const int score = child.score(search(child.node, child.node_beta(beta)));
        if (shared) in_flight_->leave(child.node.key);
        if (aborted_) return false;
        best = std::max(best, score);
        return score >= beta;
    }
    best = std::max(best, child.low() >= beta ? child.low() : child.high());
    return best >= beta;
}

// Generates all moves, or the pass. Prefetches the values of those in the table, and the hash entry of the most
// promising other one, which is nearly always the only one searched.
template <class Kernel>
void Search<Kernel>::generate(const Node& parent, Moves& moves) const {
    auto& children = moves.children;
    int count = 0;
    Child* first = nullptr;
    for (int pit = kernel_.pits() - 1; pit >= 0; --pit) {
        if (kernel_.stones(parent.board, pit) == 0) continue;
        Child& child = children[static_cast<std::size_t>(count++)];
        Board after = parent.board;
        child.pit = pit;
        child.next = kernel_.play(after, pit);
        child.gain = kernel_.margin(after);
        if (child.next == Next::over) continue;
        child.node.board = kernel_.without_stores(child.again() ? after : kernel_.turned(after));
        child.node.rest = kernel_.rest(child.node.board);
        child.node.bounds = {-child.node.rest, child.node.rest};
        child.located = child.node.rest <= table_stones_;
        if (child.located) {
            locate(child.node);
            continue;
        }
        child.order = order_of(parent, child);
        if (!first || child.order > first->order) first = &child;
    }
    if (first) {
        locate(first->node);
        first->located = true;
    }
    if constexpr (kFast && !kFetchesEarly) {
        for (int i = 0; i < count; ++i) {
            const Child& child = children[static_cast<std::size_t>(i)];
            if (child.next == Next::over || !child.located) continue;
            const Node& node = child.node;
            if (node.rest <= table_stones_)
                touch(table_->address(node.key));
            else if (node.rest > near_stones_)
                touch(hash_->address(node.key));
        }
    }
    if (count == 0) children[static_cast<std::size_t>(count++)] = pass(parent.board);
    moves.count = count;
}

template <class Kernel>
void Search<Kernel>::locate(Node& node) const {
    if constexpr (kFast) {
        if (node.rest <= near_stones_) {
            node.key = hash_->ranking().index(node.board);
            if (node.rest <= table_stones_) fetch_early(table_->address(node.key));
            return;
        }
    }
    node.key = hash_->key(node.board, node.rest);
    hash_->prefetch(node.key);
}

// Sets the bounds of a located node from table and hash; no side can gain more than the stones in play.
template <class Kernel>
void Search<Kernel>::look_up(Node& node) const {
    if constexpr (kFast) {
        if (node.rest <= table_stones_) {
            node.bounds.low = node.bounds.high = table_->at(node.key);
            return;
        }
    }
    node.bounds = {-node.rest, node.rest};
    if constexpr (kFast) {
        if (node.rest <= near_stones_) return near_.probe(node.key, node.bounds);
    }
    hash_->probe(node.key, node.bounds);
}

// Raises the lower bound of a node to what its mover can certainly bank, if that decides the test on the node.
// Saves a sixth of the nodes, with relay a fifth.
template <class Kernel>
void Search<Kernel>::raise_low(Node& node, int beta) const {
    if constexpr (kFast) {
        const int needed = (beta + node.rest + 1) / 2;
        // A pit seldom banks twice, and few captures bring more: larger gains are not worth trying.
        if (node.rest <= table_stones_ || needed > kernel_.pits() + (Kernel::kRelays ? 0 : 4)) return;
        const int low = 2 * kernel_.sure_gain(node.board, needed) - node.rest;
        if (low >= beta) node.bounds.low = std::max(node.bounds.low, low);
    }
}

template <class Kernel>
int Search<Kernel>::finish(Node& node, int beta, int result, int pit, std::uint64_t nodes_before) {
    if (result >= beta) {
        node.bounds.low = std::max(node.bounds.low, result);
        node.bounds.pit = pit;
    } else {
        node.bounds.high = std::min(node.bounds.high, result);
    }
    if constexpr (kFast) {
        if (node.rest <= near_stones_) {
            near_.store(node.key, node.bounds);
            return result;
        }
    }
    hash_->store(node.key, node.bounds, nodes_ - nodes_before);
    return result;
}

// Move ordering: the best pit of an earlier visit; then free moves, which keep the initiative and lead to small
// subtrees; then by stones gained and by how few good moves the opponent gets. Without relay also: pits near the
// store, ready pits for the next turn, and stones on the opponent's side, unless a pit holds so many that they
// come back. The weights are the best of some two hundred tried on Kalah(6,4).
template <class Kernel>
int Search<Kernel>::order_of(const Node& parent, const Child& child) const {
    if (child.pit == parent.bounds.pit) return kFirst;
    const Board& board = child.node.board;
    const auto filled = [this](const Board& seen) { return static_cast<int>(count_of(kernel_.filled(seen))); };
    if constexpr (kFast) {
        if constexpr (!Kernel::kRelays) {
            if (child.again()) return 160 + 2 * child.pit;
            const Board own = kernel_.turned(board);
            return 24 * child.gain + 6 * child.pit + child.node.rest + 2 * kernel_.own_rest(board) +
                   6 * (kernel_.ready(own) - kernel_.ready(board) - kernel_.beyond(board)) + 8 * filled(own) -
                   14 * filled(board);
        }
    }
    if (child.again()) return 20 * child.gain + 120;
    return 20 * child.gain - 10 * kernel_.ready(board) - 10 * filled(board);
}

template <class Kernel>
void Search<Kernel>::poll() {
    aborted_ = control_->count(kPollNodes) || nodes_ >= budget_ || control_->nodes() >= pause_ ||
               (job_ && job_->load(std::memory_order_relaxed) != number_);
}

}  // namespace sowfish

#include "sowfish/search/search_near.hpp"
