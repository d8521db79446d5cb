// The common part of search trees: nodes, bounds, backing up, and re-rooting at a later position.
#pragma once

#include <algorithm>
#include <tuple>
#include <type_traits>
#include <utility>

#include "sowfish/play/search_tree.hpp"
#include "sowfish/search/bounds.hpp"
#include "sowfish/system/memory.hpp"

namespace sowfish {

template <class Kernel>
class KernelTree : public SearchTree {
   public:
    KernelTree(const Kernel& kernel, std::size_t bytes, std::uint64_t seed)
        : kernel_(kernel),
          capacity_(
              std::clamp<std::size_t>(bytes / sizeof(Node) / 2, kMaxPits + 1, kNone)),  // two when re-rooting
          seed_(seed) {}

    std::size_t set_root(const Position& position) override {
        const Board board = board_of(kernel_, position);
        const std::uint32_t found = size_ > 0 ? find(board, position.north_to_move) : kNone;
        north_at_root_ = position.north_to_move;
        if (found == kNone) {
            nodes_ = make_block<Node>(capacity_);
            nodes_[0] = make_node(board, kNoPit, Next::again);
            size_ = 1;
        } else if (found != 0) {
            keep_below(found);
        }
        if (nodes_[0].count == 0) grow(0);
        return found == kNone ? 0 : size_;
    }

    std::uint64_t search(std::uint64_t visits, Control& control) override {
        std::uint64_t made = 0;
        for (std::uint64_t told = 0; made < visits && !nodes_[0].is_proven();) {
            visit();
            ++made;
            if (made - told < kPollVisits && made < visits) continue;
            const bool stop = control.count(made - told);
            told = made;
            if (stop) break;
        }
        return made;
    }

    std::size_t nodes() const override { return size_; }

    TreeCount root() const override {
        const Node& root = nodes_[0];
        TreeCount count{kNoPit, root.visits, mean(root), 0, root.low, root.high};
        if (root.is_proven()) count.value = value_of(root.low);
        return count;
    }

    std::vector<TreeCount> moves() const override {
        std::vector<TreeCount> all;
        for (const Node& child : children_of(nodes_[0])) {
            TreeCount count{child.pit,    child.visits,          mean_for_parent(child),
                            prior(child), low_for_parent(child), high_for_parent(child)};
            if (child.is_proven()) count.value = value_of(count.low);
            all.push_back(count);
        }
        return all;
    }

    std::vector<int> line() const override {
        std::vector<int> pits;
        for (const Node* node = &nodes_[0]; node->count > 0;) {
            const Node* best = best_child(*node);
            if (node != &nodes_[0] && best->visits == 0 && !best->is_proven()) break;
            if (best->pit != kNoPit) pits.push_back(best->pit);
            node = best;
        }
        return pits;
    }

   protected:
    using Board = typename Kernel::Board;
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};
    static constexpr std::uint64_t kPollVisits = std::is_same_v<Kernel, WideKernel> ? 1 : 16;
    static constexpr int kMostLooks = 1'000'000;  // nodes visited to find a position in the tree
    static constexpr double kWhole = 65535;

    // Visits, values and bounds are for the side to move here.
    struct Node {
        Board board;
        double sum;  // of the values of its visits, each from 0 to 1
        std::uint32_t visits;
        std::uint32_t first;  // of its children, which are contiguous
        std::uint8_t count;   // of its children; 0 before expansion
        std::uint8_t pit;     // that leads here; kNoPit for a pass
        Next next;            // what followed that move
        Outcome low;
        Outcome high;
        std::uint16_t prior;  // the policy's probability of the move that leads here, in parts of kWhole

        bool is_proven() const { return low == high; }
    };

    struct Children {
        Node* first;
        Node* last;
        Node* begin() const { return first; }
        Node* end() const { return last; }
    };

    Children children_of(const Node& node) const {
        Node* first = nodes_.get() + node.first;
        return {first, first + node.count};
    }

    // The board is in the view of the next side to move, or of the last mover if the game is over.
    Node make_node(const Board& board, int pit, Next next) const {
        Node node{board, 0, 0, 0, 0, static_cast<std::uint8_t>(pit), next, Outcome::loss, Outcome::win, 0};
        if (next == Next::over || is_decided(kernel_, board))
            node.low = node.high = outcome_of(kernel_.margin(board));
        return node;
    }

    static double prior(const Node& child) { return child.prior / kWhole; }
    static double value_of(Outcome outcome) { return 0.5 * static_cast<int>(outcome); }
    static bool turns(const Node& child) { return child.next == Next::other; }
    static double mean(const Node& node) { return node.visits == 0 ? 0.5 : node.sum / node.visits; }
    static double mean_for_parent(const Node& child) { return turns(child) ? 1 - mean(child) : mean(child); }
    static Outcome low_for_parent(const Node& child) {
        return turns(child) ? turned_outcome(child.high) : child.low;
    }
    static Outcome high_for_parent(const Node& child) {
        return turns(child) ? turned_outcome(child.low) : child.high;
    }

    // ---- what differs between kinds of tree

    // Whether a visit expands an unexpanded node and descends further.
    virtual bool is_ripe(const Node& node) const = 0;

    // Expands a node.
    virtual void grow(std::uint32_t number) { expand(number); }

    // The value of a visit that ends at a node, for its side to move, from 0 to 1; may expand the node.
    virtual double value_at(std::uint32_t number, Random& random) = 0;

    // Selects the move to visit among those that can still improve on the proven bounds.
    virtual const Node* choose(const Node& node, Random& random) const = 0;

    // ---- visits

    // Descends to a leaf, evaluates it and backs the value up.
    void visit() {
        path_.assign(1, 0);
        expanded_ = 0;
        Random random(seed_, visits_++);
        double value = 0;
        for (;;) {
            const std::uint32_t number = path_.back();
            const Node& node = nodes_[number];
            if (!node.is_proven() && node.count == 0 && is_ripe(node)) grow(number);
            if (!node.is_proven() && node.count == 0) {
                value = value_at(number, random);
                break;
            }
            if (node.is_proven()) {
                value = value_of(node.low);
                break;
            }
            path_.push_back(static_cast<std::uint32_t>(choose(node, random) - nodes_.get()));
        }
        back_up(value);
    }

    // Adds all moves of a node on the path, or its pass, unless the memory is full.
    void expand(std::uint32_t number) {
        Node& node = nodes_[number];
        if (size_ + kMaxPits > capacity_) return;
        expanded_ = path_.size();
        node.first = static_cast<std::uint32_t>(size_);
        for (unsigned pits = kernel_.filled(node.board); pits != 0; pits &= pits - 1) {
            const int pit = member_of(pits, 0);
            Board board = node.board;
            const Next next = kernel_.play(board, pit);
            nodes_[size_++] = make_node(next == Next::other ? kernel_.turned(board) : board, pit, next);
            ++node.count;
        }
        if (node.count == 0) {
            nodes_[size_++] = make_node(kernel_.turned(node.board), kNoPit, Next::other);
            node.count = 1;
        }
        narrow(node);
    }

    // Sets the bounds of a node to those of its best moves; true if they changed.
    bool narrow(Node& node) const {
        Outcome low = Outcome::loss;
        Outcome high = Outcome::loss;
        for (const Node& child : children_of(node)) {
            low = std::max(low, low_for_parent(child));
            high = std::max(high, high_for_parent(child));
        }
        const bool has_changed = node.low != low || node.high != high;
        node.low = low;
        node.high = high;
        return has_changed;
    }

    // The value is for the side to move at the end of the path. Every change of bounds must reach the root: stale
    // bounds could leave a node with no move to choose.
    void back_up(double value) {
        const Node& last = nodes_[path_.back()];
        bool has_changed = last.is_proven();  // whether its bounds changed, so that its parent's may
        for (std::size_t i = path_.size(); i-- > 0;) {
            Node& node = nodes_[path_[i]];
            if (i + 1 < path_.size()) {
                if (turns(nodes_[path_[i + 1]])) value = 1 - value;
                if (has_changed) has_changed = narrow(node);
            }
            if (i + 1 == expanded_) has_changed = true;
            ++node.visits;
            node.sum += value;
        }
    }

    // The move to play: proven best, or the most visited. A proven draw is passed over only for a move whose mean
    // is at least a draw.
    const Node* best_child(const Node& node) const {
        const Node* sure = nullptr;
        const Node* open = nullptr;
        for (const Node& child : children_of(node)) {
            if (low_for_parent(child) == node.low && (!sure || is_better(child, *sure))) sure = &child;
            if (high_for_parent(child) > node.low && (!open || is_better(child, *open))) open = &child;
        }
        if (!open || node.is_proven()) return sure;
        const bool has_draw = sure && node.low == Outcome::draw && low_for_parent(*sure) == Outcome::draw;
        return has_draw && mean_for_parent(*open) < 0.5 ? sure : open;
    }

    // Compares visits, then the prior, then the margin right after the move.
    bool is_better(const Node& one, const Node& other) const {
        return std::tuple(one.visits, one.prior, margin_for_parent(one)) >
               std::tuple(other.visits, other.prior, margin_for_parent(other));
    }

    int margin_for_parent(const Node& child) const {
        const int margin = kernel_.margin(child.board);
        return turns(child) ? -margin : margin;
    }

    // The node of a position below the root, if it has been visited. Stores only grow, which prunes the search.
    std::uint32_t find(const Board& board, bool north_to_move) const {
        struct Place {
            std::uint32_t number;
            bool north;
        };
        const Board other = kernel_.turned(board);
        std::vector<Place> open{{0, north_at_root_}};
        for (int looks = 0; !open.empty() && looks < kMostLooks; ++looks) {
            const Place place = open.back();
            open.pop_back();
            const Node& node = nodes_[place.number];
            const bool same_side = place.north == north_to_move;
            if (same_side && node.next != Next::over && node.board == board) return place.number;
            const Board& target = same_side ? board : other;
            if (kernel_.store(node.board) > kernel_.store(target)) continue;
            if (kernel_.store(kernel_.turned(node.board)) > kernel_.store(kernel_.turned(target))) continue;
            for (const Node& child : children_of(node))
                if (child.next != Next::over)
                    open.push_back(
                        {static_cast<std::uint32_t>(&child - nodes_.get()), place.north != turns(child)});
        }
        return kNone;
    }

    // Copies a node and its subtree to the front of fresh memory, level by level.
    void keep_below(std::uint32_t number) {
        Block<Node> kept = make_block<Node>(capacity_);
        kept[0] = nodes_[number];
        std::size_t size = 1;
        for (std::size_t i = 0; i < size; ++i) {
            const Children children = children_of(kept[i]);
            kept[i].first = static_cast<std::uint32_t>(size);
            for (const Node& child : children) kept[size++] = child;
        }
        nodes_ = std::move(kept);
        size_ = size;
        nodes_[0].next = Next::again;
        nodes_[0].pit = kNoPit;
    }

    Kernel kernel_;
    std::size_t capacity_;
    std::uint64_t seed_;
    std::uint64_t visits_ = 0;
    Block<Node> nodes_;
    std::size_t size_ = 0;
    bool north_at_root_ = false;
    std::vector<std::uint32_t> path_;
    std::size_t expanded_ = 0;  // the path length of a node whose bounds were set by its expansion
};

}  // namespace sowfish
