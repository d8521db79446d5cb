#include "sowfish/estimate.hpp"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>
#include <vector>

#include "sowfish/board_map.hpp"
#include "sowfish/bounds.hpp"
#include "sowfish/pit_set.hpp"
#include "sowfish/turn.hpp"

namespace sowfish {

namespace {

// Plain alpha-beta with a small hash table; fail-soft, over future margins as in Search.
template <class Kernel>
class Estimator {
   public:
    using Board = typename Kernel::Board;

    Estimator(const Kernel& kernel, const Table* table, bool relay, Control& control)
        : kernel_(kernel), table_(table), relay_(relay), control_(&control), entries_(kEntries) {}

    Estimate run(const Board& board, int max_depth) {
        Estimate result{kernel_.margin(board), 0, {}};
        const int banked = result.margin;
        const Board root = kernel_.without_stores(board);
        const int rest = kernel_.rest(root);
        for (int depth = 1; depth <= max_depth; ++depth) {
            cut_off_ = false;
            const int value = search(root, depth, -rest - 1, rest + 1);
            if (stopped_) break;
            result = {banked + value, depth, line(root)};
            if (!cut_off_) break;  // every line was followed to its end
        }
        return result;
    }

   private:
    static constexpr std::size_t kEntries = std::size_t{1} << 16;
    static constexpr std::uint64_t kPollNodes = 1024;

    enum class Bound : std::uint8_t { lower, exact, upper };

    struct Entry {
        Board board{};
        std::int16_t value = 0;
        std::uint8_t depth = 0;  // 0: empty
        std::uint8_t pit = kNoPit;
        Bound bound = Bound::exact;
        bool cut_off = false;
    };

    struct Child {
        Board board;
        int gain;
        int order;
        int pit;
        Next next;
    };

    int search(const Board& board, int depth, int alpha, int beta) {
        if (++nodes_ % kPollNodes == 0) stopped_ = control_->count(kPollNodes);
        if (stopped_) return 0;
        const int rest = kernel_.rest(board);
        if constexpr (!std::is_same_v<Kernel, WideKernel>) {
            if (table_ && rest <= table_->stones()) return table_->at(table_->ranking().index(board));
        }
        if (depth == 0) {
            cut_off_ = true;
            return evaluate(board, rest);
        }
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
        int best = -kMaxStones;
        int best_pit = kNoPit;
        for (int i = 0; i < count && best < beta; ++i) {
            const Child& child = children[static_cast<std::size_t>(i)];
            const int floor = std::max(alpha, best);
            int score = child.gain;
            if (child.next == Next::again)
                score += search(child.board, depth - 1, floor - child.gain, beta - child.gain);
            if (child.next == Next::other)
                score -= search(child.board, depth - 1, child.gain - beta, child.gain - floor);
            if (stopped_) return 0;
            if (score > best) best = score, best_pit = child.pit;
        }
        const Bound bound = best >= beta ? Bound::lower : best > alpha ? Bound::exact : Bound::upper;
        entry = {board,
                 static_cast<std::int16_t>(best),
                 static_cast<std::uint8_t>(std::min(depth, 255)),
                 static_cast<std::uint8_t>(best_pit),
                 bound,
                 cut_off_};
        cut_off_ = cut_off_ || outer_cut_off;
        return best;
    }

    Entry& entry_of(const Board& board) { return entries_[hash_of(board) >> 20 & (kEntries - 1)]; }

    // The best pits remembered, one after the other.
    std::vector<int> line(Board board) {
        std::vector<int> pits;
        for (;;) {
            const Entry& entry = entry_of(board);
            if (entry.depth == 0 || entry.board != board || entry.pit == kNoPit) return pits;
            pits.push_back(entry.pit);
            const Next next = kernel_.play(board, entry.pit);
            if (next == Next::over) return pits;
            board = kernel_.without_stores(next == Next::other ? kernel_.turned(board) : board);
        }
    }

    int generate(const Board& board, int first_pit, std::array<Child, kMaxPits>& children) const {
        int count = 0;
        for (int pit = kernel_.pits() - 1; pit >= 0; --pit) {
            if (kernel_.stones(board, pit) == 0) continue;
            Child& child = children[static_cast<std::size_t>(count++)];
            Board after = board;
            child.next = kernel_.play(after, pit);
            child.gain = kernel_.margin(after);
            child.pit = pit;
            child.order = pit == first_pit ? 1000 : 2 * child.gain + (child.next == Next::again ? 3 : 0);
            child.board = kernel_.without_stores(child.next == Next::other ? kernel_.turned(after) : after);
        }
        if (count == 0)
            children[static_cast<std::size_t>(count++)] = {kernel_.turned(board), 0, 0, kNoPit, Next::other};
        std::stable_sort(children.begin(), children.begin() + count,
                         [](const Child& a, const Child& b) { return a.order > b.order; });
        return count;
    }

    int evaluate(const Board& board, int rest) const {
        const Board other = kernel_.turned(board);
        const int ready = kernel_.ready(board);
        const int other_ready = kernel_.ready(other);
        const int filled =
            static_cast<int>(count_of(kernel_.filled(board))) - static_cast<int>(count_of(kernel_.filled(other)));
        const int quarters =
            relay_ ? 3 + 5 * ready - 3 * other_ready + 3 * filled : 7 + 4 * ready - 2 * other_ready + 7 * filled;
        return std::clamp((quarters >= 0 ? quarters + 2 : quarters - 2) / 4, -rest, rest);
    }

    Kernel kernel_;
    const Table* table_;
    bool relay_;
    Control* control_;
    std::vector<Entry> entries_;
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
    bool cut_off_ = false;  // whether an evaluation went into the value searched last
};

}  // namespace

Estimate estimate(const Position& position, const Table* table, int max_depth, Control& control) {
    return with_kernel(position.rules, [&]<class Kernel>(const Kernel& kernel) {
        Estimator<Kernel> estimator(kernel, table, position.rules.switches.relay, control);
        return estimator.run(board_of(kernel, position), max_depth);
    });
}

int first_guess(const Position& position, const Table* table, Control::Clock::time_point deadline) {
    constexpr std::uint64_t kGuessNodes = 100'000;
    Control control;
    control.limit_nodes(kGuessNodes);
    control.limit_time(deadline);
    if (position.rules.switches.relay) {
        const auto best = best_turn(position, {}, Objective::difference, control);
        if (best) return static_cast<int>(best->score);
    }
    Control search_control;
    search_control.limit_nodes(kGuessNodes);
    search_control.limit_time(deadline);
    return estimate(position, table, kMaxStones, search_control).margin;
}

}  // namespace sowfish
