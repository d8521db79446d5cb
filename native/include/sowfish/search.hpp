// Proving values: null-window search over the future margin.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

#include "sowfish/bounds.hpp"
#include "sowfish/hash.hpp"
#include "sowfish/kernel.hpp"
#include "sowfish/table.hpp"

namespace sowfish {

template <class Kernel>
class Search {
   public:
    using Board = typename Kernel::Board;
    using Key = HashTable::Key;

    struct Node {
        Board board;  // without stores
        int rest;
        Key key;
        Bounds bounds;
    };

    Search(const Kernel& kernel, HashTable& hash, const Table* table)
        : kernel_(kernel), hash_(&hash), table_(table), table_stones_(table ? table->stones() : -1) {}

    Node node(const Board& board) const {
        Node node{stripped(board), 0, 0, {}};
        node.rest = kernel_.rest(node.board);
        node.key = hash_->key(node.board, kernel_.pit_mask(), node.rest);
        node.bounds = {-node.rest, node.rest};
        hash_->probe(node.key, node.bounds);
        return node;
    }

    // For a node with bounds.low < beta <= bounds.high. The result r and the value v of the node:
    //     r >= beta  implies  v >= r
    //     r <  beta  implies  v <= r
    int search(Node& node, int beta);

    std::uint64_t nodes() const { return nodes_; }

   private:
    struct Child {
        Node node;
        int gain;
        int low;   // of the move, for the parent's mover
        int high;
        int order;
        std::uint8_t pit;
        Next next;
    };

    static int order_of(const Node& parent, const Child& child) {
        return (parent.bounds.pit == child.pit ? 1000 : 0) + (child.next == Next::again ? 100 : 0) + child.gain;
    }

    Board stripped(const Board& board) const { return {board.mine & kernel_.pit_mask(), board.theirs & kernel_.pit_mask()}; }

    const Kernel kernel_;
    HashTable* hash_;
    const Table* table_;
    int table_stones_;
    std::uint64_t nodes_ = 0;
};

template <class Kernel>
int Search<Kernel>::search(Node& node, int beta) {
    const std::uint64_t nodes_before = nodes_++;
    std::array<Child, kMaxFastPits> children;
    int count = 0;
    int best = -kMaxStones;
    int best_pit = kNoPit;

    for (int pit = kernel_.pits() - 1; pit >= 0; --pit) {
        if (kernel_.stones(node.board, pit) == 0) continue;
        Child& child = children[static_cast<std::size_t>(count)];
        Board board = node.board;
        child.next = kernel_.play(board, pit);
        child.gain = kernel_.margin(board);
        child.pit = static_cast<std::uint8_t>(pit);
        if (child.next == Next::over) {
            if (child.gain > best) best = child.gain, best_pit = pit;
            continue;
        }
        child.node.board = stripped(child.next == Next::again ? board : kernel_.turned(board));
        child.node.rest = kernel_.rest(child.node.board);
        if (child.node.rest <= table_stones_) {
            child.node.key = table_->ranking().index(child.node.board, kernel_.pit_mask());
            __builtin_prefetch(table_->address(child.node.key));
        } else {
            child.node.key = hash_->key(child.node.board, kernel_.pit_mask(), child.node.rest);
            hash_->prefetch(child.node.key);
        }
        ++count;
    }
    auto finish = [&](int result, int pit) {
        if (result >= beta) {
            node.bounds.low = std::max(node.bounds.low, result);
            node.bounds.pit = pit;
        } else {
            node.bounds.high = std::min(node.bounds.high, result);
        }
        hash_->store(node.key, node.bounds, nodes_ - nodes_before);
        return result;
    };
    if (best >= beta) return finish(best, best_pit);
    int open = 0;
    for (int i = 0; i < count; ++i) {
        Child& child = children[static_cast<std::size_t>(i)];
        Bounds& bounds = child.node.bounds;
        if (child.node.rest <= table_stones_) {
            bounds.low = bounds.high = table_->at(child.node.key);
        } else {
            bounds = {-child.node.rest, child.node.rest};
            hash_->probe(child.node.key, bounds);
        }
        const bool again = child.next == Next::again;
        child.low = child.gain + (again ? bounds.low : -bounds.high);
        child.high = child.gain + (again ? bounds.high : -bounds.low);
        if (child.low >= beta) return finish(child.low, child.pit);
        if (child.high < beta) {
            best = std::max(best, child.high);
            continue;
        }
        child.order = order_of(node, child);
        if (open != i) children[static_cast<std::size_t>(open)] = child;
        ++open;
    }
    for (int i = 0; i < open; ++i) {
        int next = i;
        for (int j = i + 1; j < open; ++j)
            if (children[static_cast<std::size_t>(j)].order > children[static_cast<std::size_t>(next)].order) next = j;
        std::swap(children[static_cast<std::size_t>(i)], children[static_cast<std::size_t>(next)]);
        Child& child = children[static_cast<std::size_t>(i)];
        int score;
        if (child.next == Next::again) score = child.gain + search(child.node, beta - child.gain);
        else score = child.gain - search(child.node, child.gain - beta + 1);
        best = std::max(best, score);
        if (score >= beta) return finish(score, child.pit);
    }
    return finish(best, kNoPit);
}

}  // namespace sowfish
