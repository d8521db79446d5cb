// The game graph under some rules, with only the distinctions a question needs.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "sowfish/board/board_map.hpp"
#include "sowfish/board/position.hpp"
#include "sowfish/checker/condition.hpp"
#include "sowfish/checker/features.hpp"

namespace sowfish {

// A counter that a condition refers to, counted up to its cap.
struct Tracker {
    Counter counter = Counter::events;
    Who who = Who::either;
    int cap = 1;
    int after = kAtOnce;  // counts only steps after this other tracker first became positive

    static constexpr int kAtOnce = -1;
};

// Which positions are distinct nodes. Stores and sides that a question ignores are dropped: fewer nodes.
struct GraphOptions {
    std::vector<Tracker> trackers;
    bool keep_stores = false;
    bool keep_side = false;
    bool is_bounded = false;  // do not search beyond nodes where the first tracker has reached its cap
};

// The number of bits all trackers need; at most kMarkBits.
int mark_bits(const std::vector<Tracker>& trackers);
inline constexpr int kMarkBits = 62;

// A board in the mover's view, and beside it:
//
//     bits   63      61 .. 0
//            north   the trackers, the first one lowest
template <class Board>
struct Node {
    Board board{};
    std::uint64_t marks = 0;

    static constexpr std::uint64_t kNorth = std::uint64_t{1} << 63;
    bool north() const { return (marks & kNorth) != 0; }
    friend bool operator==(const Node&, const Node&) = default;
};

template <class Board>
std::uint64_t hash_of(const Node<Board>& node) {
    return hash_of(node.board) + node.marks * 0xff51afd7ed558ccdULL + (node.marks >> 21) * 0xc4ceb9fe1a85ec53ULL;
}

// The levels of a board in the mover's view; hand and over are left at 0.
template <class Kernel>
Quantities levels_of(const Kernel& kernel, const typename Kernel::Board& board, bool north, bool with_pits) {
    const auto other = kernel.turned(board);
    const auto& south_board = north ? other : board;
    const auto& north_board = north ? board : other;
    Quantities levels{kernel.store(south_board), kernel.store(north_board), kernel.own_rest(south_board),
                      kernel.own_rest(north_board)};
    levels[static_cast<std::size_t>(Quantity::north_to_move)] = north ? 1 : 0;
    for (int pit = 0; with_pits && pit < kernel.pits(); ++pit) {
        levels[static_cast<std::size_t>(kSouthPits + pit)] = kernel.stones(south_board, pit);
        levels[static_cast<std::size_t>(kNorthPits + pit)] = kernel.stones(north_board, pit);
    }
    return levels;
}

template <class Kernel>
class GameGraph {
   public:
    using Board = typename Kernel::Board;
    using Node = sowfish::Node<Board>;

    struct Edge {
        Node after;
        Step step;
    };

    // A pass among the choices of a node.
    static constexpr unsigned kPassBit = 1u << 31;

    GameGraph(const Kernel& kernel, const Rules& rules, const GraphOptions& options)
        : kernel_(kernel), rules_(rules), options_(options) {
        int shift = 0;
        for (const Tracker& tracker : options.trackers) {
            const int bits = std::bit_width(static_cast<unsigned>(tracker.cap));
            fields_.push_back({shift, (std::uint64_t{1} << bits) - 1});
            shift += bits;
        }
    }

    const GraphOptions& options() const { return options_; }

    Node root(const Position& position) const {
        Node node{board_of(kernel_, position), 0};
        if (!options_.keep_stores) node.board = kernel_.without_stores(node.board);
        if (options_.keep_side && position.north_to_move) node.marks |= Node::kNorth;
        return node;
    }

    bool is_over(const Node& node) const { return kernel_.is_over(node.board, Next::again); }

    // The legal pits as bits, or kPassBit; 0 when the game is over.
    unsigned choices(const Node& node) const {
        if (is_over(node)) return 0;
        const unsigned pits = kernel_.filled(node.board);
        return pits != 0 ? pits : kPassBit;
    }

    Edge follow(const Node& node, unsigned choice) const {
        return choice == kPassBit ? passed(node) : played(node, std::countr_zero(choice));
    }

    int tracker(const Node& node, int number) const { return field_of(node.marks, number); }

    // The marks of a node after a step, trackers capped; the side is kept.
    std::uint64_t counted(std::uint64_t marks, const Step& step) const {
        const std::uint64_t before = marks;
        for (std::size_t i = 0; i < fields_.size(); ++i) {
            const Tracker& tracker = options_.trackers[i];
            if (tracker.after != Tracker::kAtOnce && field_of(before, tracker.after) == 0) continue;
            const int more = amount(step, tracker.counter, tracker.who);
            if (more == 0) continue;
            const auto [shift, mask] = fields_[i];
            const int sum = static_cast<int>(marks >> shift & mask) + more;
            marks &= ~(mask << shift);
            marks |= static_cast<std::uint64_t>(sum < tracker.cap ? sum : tracker.cap) << shift;
        }
        return marks;
    }

    Quantities levels(const Node& node, bool with_pits) const {
        Quantities levels = levels_of(kernel_, node.board, node.north(), with_pits);
        levels[static_cast<std::size_t>(Quantity::over)] = is_over(node) ? 1 : 0;
        return levels;
    }

    bool holds(const Predicate& condition, const Node& node) const {
        if (condition.is_empty()) return true;
        return condition.holds([&](int number) { return tracker(node, number); },
                               levels(node, condition.asks_pits()));
    }

    int value(const Predicate& program, const Node& node) const {
        if (program.is_empty()) return 0;
        return program.value([&](int number) { return tracker(node, number); }, levels(node, program.asks_pits()));
    }

    // Whether a node lies beyond the bound of the search.
    bool is_beyond(const Node& node) const {
        return options_.is_bounded && tracker(node, 0) == options_.trackers[0].cap;
    }

    // The node without its trackers.
    Node bare(const Node& node) const { return {node.board, node.marks & Node::kNorth}; }

    // The node's board for sowing one stone at a time, in the mover's view.
    WideBoard wide(const Node& node) const {
        Position position{rules_, {}, false};
        put_board(kernel_, node.board, position);
        return WideBoard{position.ring};
    }

   private:
    struct Field {
        int shift;
        std::uint64_t mask;
    };

    int field_of(std::uint64_t marks, int number) const {
        const Field& field = fields_[static_cast<std::size_t>(number)];
        return static_cast<int>(marks >> field.shift & field.mask);
    }

    Edge passed(const Node& node) const {
        Edge edge{{kernel_.turned(node.board), node.marks}, {}};
        edge.step.pit = Step::kPass;
        edge.step.north = node.north();
        edge.step.turn_over = true;
        arrive(edge);
        return edge;
    }

    Edge played(const Node& node, int pit) const {
        Edge edge{node, {}};
        Board& board = edge.after.board;
        Step& step = edge.step;
        step.pit = pit;
        step.north = node.north();
        const int mine = kernel_.store(board), theirs = mine - kernel_.margin(board);
        const Next next = sow(board, pit, step);
        step.banked = kernel_.store(board) - mine;
        step.over = kernel_.is_over(board, next);
        if (step.over) {
            const int rest = kernel_.rest(board);
            kernel_.sweep(board);
            step.swept = rest - kernel_.rest(board);
        }
        step.mine = kernel_.store(board) - mine;
        step.theirs = kernel_.store(board) - kernel_.margin(board) - theirs;
        step.free_move = next == Next::again && !step.over;
        step.turn_over = !step.free_move;
        if (!options_.keep_stores) board = kernel_.without_stores(board);
        if (next == Next::other) board = kernel_.turned(board);
        edge.after.marks = counted(node.marks, step);
        if (next == Next::other && options_.keep_side) edge.after.marks ^= Node::kNorth;
        return edge;
    }

    void arrive(Edge& edge) const {
        edge.after.marks = counted(edge.after.marks, edge.step);
        if (options_.keep_side) edge.after.marks ^= Node::kNorth;
    }

    Next sow(Board& board, int pit, Step& step) const {
        if constexpr (std::is_same_v<Kernel, WideKernel>) {
            MoveRecord record;
            const Next next = kernel_.sow(board, pit, &record);
            step.laps = record.laps;
            step.drops = static_cast<int>(record.path.size()) - 2 * record.laps;
            step.captured = record.captured;
            return next;
        } else {
            Sown sown;
            const Next next = kernel_.sow(board, pit, sown);
            step.laps = sown.laps;
            step.drops = sown.stones;
            step.captured = sown.captured;
            return next;
        }
    }

    Kernel kernel_;
    Rules rules_;
    GraphOptions options_;
    std::vector<Field> fields_;
};

}  // namespace sowfish
