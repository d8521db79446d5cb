#include "sowfish/deepening.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <type_traits>
#include <utility>

#include "sowfish/board_map.hpp"
#include "sowfish/bounds.hpp"
#include "sowfish/memory.hpp"
#include "sowfish/pit_set.hpp"

namespace sowfish {

namespace {

constexpr int kDeepest = 250;  // moves

template <class Kernel>
class KernelDeepening final : public Deepening {
   public:
    KernelDeepening(const Kernel& kernel, bool relay, std::size_t hash_bytes)
        : kernel_(kernel),
          relay_(relay),
          size_(std::bit_floor(std::max<std::size_t>(hash_bytes / sizeof(Entry), kLeastEntries))),
          entries_(make_block<Entry>(size_)) {}

    void set_root(const Position& position, bool every_move) override {
        const Board board = board_of(kernel_, position);
        root_ = kernel_.without_stores(board);
        banked_ = kernel_.margin(board) * kPartsOfStone;
        every_move_ = every_move;
        generation_ = static_cast<std::uint8_t>(generation_ + 1);
        result_ = {};
        moves_.clear();
        std::array<Child, kMaxPits> children;
        const int count = generate(root_, kGuidedDepth, kNoPit, children);
        for (int i = 0; i < count; ++i) moves_.push_back({children[at(i)], 0});
    }

    void set_table(std::shared_ptr<const Table> table) override { table_ = std::move(table); }

    void set_net(std::shared_ptr<const Net> net, NetUse use) override {
        net_ = std::move(net);
        net_orders_ = net_ && use != NetUse::values;
        net_values_ = net_ && use != NetUse::order;
    }

    bool deepen(Control& control) override {
        if (result_.sees_end || result_.depth >= kDeepest) return false;
        control_ = &control;
        stopped_ = false;
        may_stop_ = result_.depth > 0;
        nodes_ = counted_ = 0;
        cut_off_ = false;
        const bool finished = search_root(result_.depth + 1);
        control.count(nodes_ - counted_);
        if (!finished) return false;
        ++result_.depth;
        result_.sees_end = !cut_off_;
        return !control.stopped();
    }

    DeepResult result() const override {
        DeepResult result = result_;
        for (const Rated& rated : moves_)
            if (every_move_ && result.depth > 0) result.moves.push_back({rated.move.pit, rated.value});
        std::sort(result.moves.begin(), result.moves.end(),
                  [](const DeepMove& a, const DeepMove& b) { return a.pit < b.pit; });
        return result;
    }

   private:
    using Board = typename Kernel::Board;
    static constexpr bool kWide = std::is_same_v<Kernel, WideKernel>;
    static constexpr std::size_t kLeastEntries = 1 << 8;
    static constexpr std::uint64_t kPollNodes = kWide ? 16 : 256;
    static constexpr int kGuidedDepth = 3;  // with less to look ahead, asking the net for an order takes longer
    static constexpr int kFirst = 100'000;  // the order of what was best before

    enum class Bound : std::uint8_t { lower, exact, upper };

    // Fresh memory is zero: depth 0 is an empty entry.
    struct Entry {
        Board board;
        std::int16_t value;
        std::uint16_t depth;
        std::uint8_t pit;
        Bound bound;
        bool cut_off;
        std::uint8_t generation;
    };

    struct Child {
        Board board;   // without stores, in the view of who is next
        int gain = 0;  // parts of stones
        int order = 0;
        int pit = kNoPit;
        Next next = Next::other;
    };

    struct Rated {
        Child move;
        int value;
    };

    static std::size_t at(int number) { return static_cast<std::size_t>(number); }

    // Searches the moves of the root to a depth, the best so far first; false if it was stopped.
    bool search_root(int depth) {
        const int limit = (kernel_.rest(root_) + 1) * kPartsOfStone;
        int best = -limit;
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            const int floor = every_move_ || i == 0 ? -limit : best;
            int value = value_of(moves_[i].move, depth, floor, i == 0 || every_move_ ? limit : floor + 1);
            if (!stopped_ && value > floor && i > 0 && !every_move_)
                value = value_of(moves_[i].move, depth, floor, limit);
            if (stopped_) return false;
            moves_[i].value = banked_ + value;
            if (value <= best) continue;
            best = value;
            take(i);
        }
        if (every_move_)
            std::stable_sort(moves_.begin(), moves_.end(),
                             [](const Rated& a, const Rated& b) { return a.value > b.value; });
        return true;
    }

    // Makes a move the best so far, which the next depth tries first.
    void take(std::size_t number) {
        result_.value = moves_[number].value;
        result_.line = line(moves_[number].move);
        if (!every_move_)
            std::rotate(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(number),
                        moves_.begin() + static_cast<std::ptrdiff_t>(number) + 1);
    }

    // Fail-soft over future margins, as in Search.
    int search(const Board& board, int depth, int alpha, int beta) {
        if (++nodes_ - counted_ >= kPollNodes) poll();
        if (stopped_) return 0;
        const int rest = kernel_.rest(board);
        if constexpr (!kWide) {
            if (table_ && rest <= table_->stones())
                return table_->at(table_->ranking().index(board)) * kPartsOfStone;
        }
        const int most = rest * kPartsOfStone;
        if (alpha >= most) return most;
        if (beta <= -most) return -most;
        if (depth <= 0) {
            cut_off_ = true;
            return evaluate(board, rest);
        }
        int first_pit = kNoPit;
        Entry* pair = entries_.get() + (hash_of(board) >> 20 & (size_ - 2));
        for (Entry* entry : {pair, pair + 1}) {
            if (entry->depth == 0 || entry->board != board) continue;
            first_pit = entry->pit;
            const bool usable = entry->bound == Bound::exact ||
                                (entry->bound == Bound::lower && entry->value >= beta) ||
                                (entry->bound == Bound::upper && entry->value <= alpha);
            if (usable && (entry->depth >= depth || !entry->cut_off)) {
                cut_off_ = cut_off_ || entry->cut_off;
                return entry->value;
            }
            break;
        }

        std::array<Child, kMaxPits> children;
        const int count = generate(board, depth, first_pit, children);
        const bool outer_cut_off = std::exchange(cut_off_, false);
        int best = -most - 1;
        int best_pit = kNoPit;
        for (int i = 0; i < count && best < beta; ++i) {
            const Child& child = children[at(i)];
            const int floor = std::max(alpha, best);
            int value = value_of(child, depth, floor, i == 0 ? beta : floor + 1);
            if (i > 0 && value > floor && value < beta && !stopped_) value = value_of(child, depth, floor, beta);
            if (stopped_) return 0;
            if (value > best) best = value, best_pit = child.pit;
        }
        const Bound bound = best >= beta ? Bound::lower : best > alpha ? Bound::exact : Bound::upper;
        *place_for(pair, board) = {board,
                                   static_cast<std::int16_t>(best),
                                   static_cast<std::uint16_t>(depth),
                                   static_cast<std::uint8_t>(best_pit),
                                   bound,
                                   cut_off_,
                                   generation_};
        cut_off_ = cut_off_ || outer_cut_off;
        return best;
    }

    // The value of a move for its mover; `depth` is that of the position it is made in.
    int value_of(const Child& child, int depth, int alpha, int beta) {
        if (child.next == Next::over) return child.gain;
        if (child.next == Next::again)
            return child.gain + search(child.board, depth - 1, alpha - child.gain, beta - child.gain);
        return child.gain - search(child.board, depth - 1, child.gain - beta, child.gain - alpha);
    }

    // The entry of this board, or else the less useful of the two.
    Entry* place_for(Entry* pair, const Board& board) const {
        if (pair[0].board == board) return pair;
        if (pair[1].board == board) return pair + 1;
        const auto worth = [this](const Entry& entry) {
            return entry.depth + (entry.generation == generation_ ? 1 << 16 : 0);
        };
        return worth(pair[0]) <= worth(pair[1]) ? pair : pair + 1;
    }

    const Entry* entry_of(const Board& board) const {
        const Entry* pair = entries_.get() + (hash_of(board) >> 20 & (size_ - 2));
        for (const Entry* entry : {pair, pair + 1})
            if (entry->depth > 0 && entry->board == board) return entry;
        return nullptr;
    }

    // A move and the best pits remembered after it; passes are left out.
    std::vector<int> line(const Child& move) const {
        std::vector<int> pits;
        if (move.pit != kNoPit) pits.push_back(move.pit);
        Board board = move.board;
        Next next = move.next;
        while (next != Next::over) {
            const Entry* entry = entry_of(board);
            if (!entry || (entry->pit == kNoPit && kernel_.filled(board) != 0)) break;
            next = Next::other;
            if (entry->pit != kNoPit) {
                pits.push_back(entry->pit);
                next = kernel_.play(board, entry->pit);
            }
            board = kernel_.without_stores(next == Next::other ? kernel_.turned(board) : board);
        }
        return pits;
    }

    // All moves, or the pass, in the order of Search, with the net's guess if it is asked for one.
    int generate(const Board& board, int depth, int first_pit, std::array<Child, kMaxPits>& children) const {
        int count = 0;
        const bool guided = net_orders_ && depth >= kGuidedDepth;
        NetGuess guess;
        if (guided) guess = net_->evaluate(net_input(kernel_, board, 0), kernel_.filled(board));
        for (int pit = kernel_.pits() - 1; pit >= 0; --pit) {
            if (kernel_.stones(board, pit) == 0) continue;
            Child child{board, 0, 0, pit, Next::other};
            child.next = kernel_.play(child.board, pit);
            const int gain = kernel_.margin(child.board);
            child.gain = gain * kPartsOfStone;
            child.board =
                kernel_.without_stores(child.next == Next::other ? kernel_.turned(child.board) : child.board);
            child.order = pit == first_pit ? kFirst
                          : child.next == Next::again
                              ? 2 * gain + 12
                              : 2 * gain - kernel_.ready(child.board) -
                                    static_cast<int>(count_of(kernel_.filled(child.board)));
            if (guided && pit != first_pit)
                child.order = guided_order(16 * child.order, guess.policy[at(pit)], 48);
            int place = count++;
            for (; place > 0 && children[at(place - 1)].order < child.order; --place)
                children[at(place)] = children[at(place - 1)];
            children[at(place)] = child;
        }
        if (count == 0) children[at(count++)].board = kernel_.turned(board);
        return count;
    }

    int evaluate(const Board& board, int rest) const {
        if (net_values_)
            return static_cast<int>(std::lround(net_->gain(net_input(kernel_, board, 0)) * kPartsOfStone));
        const Board other = kernel_.turned(board);
        const int filled =
            static_cast<int>(count_of(kernel_.filled(board))) - static_cast<int>(count_of(kernel_.filled(other)));
        const int ready = kernel_.ready(board);
        const int other_ready = kernel_.ready(other);
        int sixteenths = 4 * (3 + 5 * ready - 3 * other_ready + 3 * filled);
        if (!relay_) {
            const int side = kernel_.own_rest(board) - kernel_.own_rest(other);
            const int beyond = kernel_.beyond(board) - kernel_.beyond(other);
            sixteenths = 3 + 13 * ready + 16 * other_ready + 26 * filled + 7 * side - 68 * beyond + rest +
                         10 * best_capture(board, other) - 4 * best_capture(other, board);
        }
        const int most = rest * kPartsOfStone;
        return std::clamp(sixteenths * kPartsOfStone / 16, -most, most);
    }

    // The most stones that one lap without a round can capture.
    int best_capture(const Board& board, const Board& other) const {
        int best = 0;
        for (int pit = 0; pit < kernel_.pits(); ++pit) {
            const int stones = kernel_.stones(board, pit);
            const int last = pit + stones;
            if (stones == 0 || last >= kernel_.pits() || kernel_.stones(board, last) != 0) continue;
            const int taken = kernel_.stones(other, kernel_.pits() - 1 - last);
            if (taken > 0) best = std::max(best, taken + 1);
        }
        return best;
    }

    void poll() {
        const bool stop = control_->count(nodes_ - std::exchange(counted_, nodes_));
        stopped_ = stop && may_stop_;
    }

    Kernel kernel_;
    bool relay_;
    std::size_t size_;
    Block<Entry> entries_;
    std::shared_ptr<const Table> table_;
    std::shared_ptr<const Net> net_;
    bool net_orders_ = false;
    bool net_values_ = false;
    Control* control_ = nullptr;
    Board root_{};
    int banked_ = 0;
    bool every_move_ = false;
    std::vector<Rated> moves_;
    DeepResult result_;
    std::uint8_t generation_ = 0;
    std::uint64_t nodes_ = 0;
    std::uint64_t counted_ = 0;
    bool may_stop_ = false;
    bool stopped_ = false;
    bool cut_off_ = false;
};

}  // namespace

std::unique_ptr<Deepening> make_deepening(const Rules& rules, std::size_t hash_bytes) {
    return with_kernel(rules, [&]<class Kernel>(const Kernel& kernel) -> std::unique_ptr<Deepening> {
        return std::make_unique<KernelDeepening<Kernel>>(kernel, rules.switches.relay, hash_bytes);
    });
}

}  // namespace sowfish
