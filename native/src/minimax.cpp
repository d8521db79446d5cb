#include "sowfish/minimax.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>
#include <utility>

#include "sowfish/board_map.hpp"
#include "sowfish/bounds.hpp"
#include "sowfish/memory.hpp"
#include "sowfish/pit_set.hpp"

namespace sowfish {

namespace {

constexpr double kStoreShare = 0.93;
constexpr std::int32_t kTie = kSure / 2;

// The evaluation for boards with a fixed number of stones, without a division but one by table.
template <class Kernel>
class Evaluation {
   public:
    using Board = typename Kernel::Board;

    Evaluation(const Kernel& kernel, int stones) : kernel_(kernel), stones_(stones) {
        const double store_scale = kSure * kStoreShare / 2;
        for (int margin = -stones; margin <= stones; ++margin)
            by_margin_[at(margin)] = store_scale + (stones > 0 ? store_scale * margin / stones : 0);
        for (int rest = 1; rest <= kMaxStones; ++rest)
            by_rest_[static_cast<std::size_t>(rest)] = kSure * (1 - kStoreShare) / rest;
    }

    static std::int32_t of_finished(int margin) { return margin > 0 ? kSure : margin < 0 ? 0 : kTie; }

    // kSure or 0 if a store holds more than half of all stones, else -1.
    std::int32_t if_decided(const Board& board) const {
        const int mine = kernel_.store(board);
        if (2 * mine > stones_) return kSure;
        return 2 * (mine - kernel_.margin(board)) > stones_ ? 0 : -1;
    }

    std::int32_t of_undecided(const Board& board) const {
        const double stores = by_margin_[at(kernel_.margin(board))];
        const double side = by_rest_[static_cast<std::size_t>(kernel_.rest(board))] * kernel_.own_rest(board);
        return static_cast<std::int32_t>(stores + side + 0.5);
    }

   private:
    static std::size_t at(int margin) { return static_cast<std::size_t>(kMaxStones + margin); }

    Kernel kernel_;
    int stones_;
    std::array<double, 2 * kMaxStones + 1> by_margin_{};
    std::array<double, kMaxStones + 1> by_rest_{};
};

template <class Kernel>
int stones_on(const Kernel& kernel, const typename Kernel::Board& board) {
    return kernel.rest(board) + 2 * kernel.store(board) - kernel.margin(board);
}

template <class Kernel>
class Minimax {
   public:
    using Board = typename Kernel::Board;

    Minimax(const Kernel& kernel, int stones, std::uint64_t expected_nodes, Control& control)
        : kernel_(kernel),
          evaluation_(kernel, stones),
          control_(&control),
          size_(std::bit_ceil(std::clamp<std::size_t>(expected_nodes, kLeastEntries, kMostEntries))),
          entries_(make_block<Entry>(size_)) {}

    MinimaxResult run(const Board& root, int max_depth) {
        MinimaxResult result;
        for (int depth = 1; depth <= max_depth; ++depth) {
            cut_off_ = false;
            may_stop_ = depth > 1;
            ++nodes_;
            const std::int32_t value = search_moves(root, depth, -1, kSure + 1);  // decided or not
            if (stopped_) break;
            result.value = value;
            result.depth = depth;
            result.sees_end = !cut_off_;
            if (value > 0 || depth == 1) result.line = line(root, depth);
            if (!cut_off_) break;  // every line was followed to its end
        }
        control_->count(nodes_ - counted_);
        result.pit = result.line.front();
        result.nodes = nodes_;
        return result;
    }

   private:
    static constexpr std::size_t kLeastEntries = std::size_t{1} << 10;
    static constexpr std::size_t kMostEntries = std::size_t{1} << 21;
    static constexpr std::uint64_t kPollNodes = std::is_same_v<Kernel, WideKernel> ? 64 : 512;

    enum class Bound : std::uint8_t { lower, exact, upper };

    // Fresh memory is zero: depth 0 is an empty entry.
    struct Entry {
        Board board;
        std::int32_t value;
        std::uint8_t depth;
        std::uint8_t pit;
        Bound bound;
        bool cut_off;
    };

    struct Child {
        Board board;  // in the view of who is next; of the mover if the game is over
        int order = 0;
        int pit = kNoPit;
        Next next = Next::other;
    };

    // Fail-soft negamax; values are for the side to move.
    std::int32_t search(const Board& board, int depth, std::int32_t alpha, std::int32_t beta) {
        if (++nodes_ - counted_ >= kPollNodes) poll();
        if (stopped_) return 0;
        const std::int32_t decided = evaluation_.if_decided(board);
        if (decided >= 0) return decided;
        if (depth > 0) return search_moves(board, depth, alpha, beta);
        cut_off_ = true;
        return evaluation_.of_undecided(board);
    }

    std::int32_t search_moves(const Board& board, int depth, std::int32_t alpha, std::int32_t beta) {
        Entry& entry = entry_of(board);
        int first_pit = kNoPit;
        if (entry.depth > 0 && entry.board == board) {
            first_pit = entry.pit;
            const bool usable = entry.bound == Bound::exact ||
                                (entry.bound == Bound::lower && entry.value >= beta) ||
                                (entry.bound == Bound::upper && entry.value <= alpha);
            if (usable && (entry.depth == depth || !entry.cut_off)) {
                cut_off_ = cut_off_ || entry.cut_off;
                return entry.value;
            }
        }

        std::array<Child, kMaxPits> children;
        const int count = generate(board, first_pit, children);
        const bool outer_cut_off = std::exchange(cut_off_, false);
        std::int32_t best = -1;
        int best_pit = kNoPit;
        for (int i = 0; i < count && best < beta; ++i) {
            const Child& child = children[static_cast<std::size_t>(i)];
            // Once there is a good move, the others are only asked whether they are better: mostly they are not.
            const std::int32_t floor = std::max(alpha, best);
            std::int32_t value = value_of(child, depth - 1, floor, i == 0 ? beta : floor + 1);
            if (i > 0 && value > floor && value < beta && !stopped_)
                value = value_of(child, depth - 1, floor, beta);
            if (stopped_) return 0;
            if (value > best) best = value, best_pit = child.pit;
        }
        const Bound bound = best >= beta ? Bound::lower : best > alpha ? Bound::exact : Bound::upper;
        entry = {board, best,    static_cast<std::uint8_t>(depth), static_cast<std::uint8_t>(best_pit),
                 bound, cut_off_};
        cut_off_ = cut_off_ || outer_cut_off;
        return best;
    }

    std::int32_t value_of(const Child& child, int depth, std::int32_t alpha, std::int32_t beta) {
        if (child.next == Next::over) return Evaluation<Kernel>::of_finished(kernel_.margin(child.board));
        if (child.next == Next::again) return search(child.board, depth, alpha, beta);
        return kSure - search(child.board, depth, kSure - beta, kSure - alpha);
    }

    Entry& entry_of(const Board& board) const { return entries_[hash_of(board) >> 20 & (size_ - 1)]; }

    // All moves, or the pass, in the order in which they are tried, which is that of Search.
    int generate(const Board& board, int first_pit, std::array<Child, kMaxPits>& children) const {
        int count = 0;
        const int margin = kernel_.margin(board);
        for (int pit = kernel_.pits() - 1; pit >= 0; --pit) {
            if (kernel_.stones(board, pit) == 0) continue;
            Child child{board, 0, pit, Next::other};
            child.next = kernel_.play(child.board, pit);
            const int gain = kernel_.margin(child.board) - margin;
            if (child.next == Next::other) child.board = kernel_.turned(child.board);
            child.order = 2 * gain;
            if (child.next == Next::again) child.order += 12;
            if (child.next == Next::other)
                child.order -=
                    kernel_.ready(child.board) + static_cast<int>(count_of(kernel_.filled(child.board)));
            if (pit == first_pit) child.order = 1000;
            int place = count++;
            for (; place > 0 && children[static_cast<std::size_t>(place - 1)].order < child.order; --place)
                children[static_cast<std::size_t>(place)] = children[static_cast<std::size_t>(place - 1)];
            children[static_cast<std::size_t>(place)] = child;
        }
        if (count == 0) children[static_cast<std::size_t>(count++)].board = kernel_.turned(board);
        return count;
    }

    // The best pits remembered, one after the other; passes are left out.
    std::vector<int> line(Board board, int depth) const {
        std::vector<int> pits;
        for (; depth > 0; --depth) {
            const Entry& entry = entry_of(board);
            if (entry.depth == 0 || entry.board != board) return pits;
            Next next = Next::other;
            if (entry.pit != kNoPit) {
                pits.push_back(entry.pit);
                next = kernel_.play(board, entry.pit);
            } else if (kernel_.filled(board) != 0) {
                return pits;
            }
            if (next == Next::over) return pits;
            if (next == Next::other) board = kernel_.turned(board);
        }
        return pits;
    }

    void poll() {
        const bool stop = control_->count(nodes_ - std::exchange(counted_, nodes_));
        stopped_ = stop && may_stop_;
    }

    Kernel kernel_;
    Evaluation<Kernel> evaluation_;
    Control* control_;
    std::size_t size_;
    Block<Entry> entries_;
    std::uint64_t nodes_ = 0;
    std::uint64_t counted_ = 0;  // of them the control knows
    bool may_stop_ = false;
    bool stopped_ = false;
    bool cut_off_ = false;  // whether an evaluation of an undecided game went into the value searched last
};

}  // namespace

std::int32_t evaluate(const Position& position) {
    return with_kernel(position.rules, [&]<class Kernel>(const Kernel& kernel) {
        auto board = board_of(kernel, position);
        const Evaluation<Kernel> evaluation(kernel, stones_on(kernel, board));
        if (kernel.is_over(board, Next::again)) {
            kernel.sweep(board);
            return Evaluation<Kernel>::of_finished(kernel.margin(board));
        }
        const std::int32_t decided = evaluation.if_decided(board);
        return decided >= 0 ? decided : evaluation.of_undecided(board);
    });
}

MinimaxResult minimax(const Position& position, int max_depth, std::uint64_t expected_nodes, Control& control) {
    return with_kernel(position.rules, [&]<class Kernel>(const Kernel& kernel) {
        const auto board = board_of(kernel, position);
        Minimax<Kernel> search(kernel, stones_on(kernel, board), expected_nodes, control);
        return search.run(board, std::clamp(max_depth, 1, 255));
    });
}

}  // namespace sowfish
