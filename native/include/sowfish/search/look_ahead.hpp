// Look-ahead: alpha-beta with iterative deepening over an evaluation.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "sowfish/board/board_map.hpp"
#include "sowfish/board/pit_set.hpp"
#include "sowfish/search/bounds.hpp"
#include "sowfish/search/evaluation.hpp"
#include "sowfish/search/report.hpp"
#include "sowfish/system/control.hpp"
#include "sowfish/system/memory.hpp"

namespace sowfish {

// A single-threaded search. A finished depth gives the value of plain minimax at that depth, or at a greater one
// where the evaluation allows it. The hash table is kept from root to root.
template <class Kernel, class Evaluation>
class LookAhead {
   public:
    using Board = typename Kernel::Board;
    static constexpr int kDeepest = 250;  // moves

    using Move = LookResult::Move;
    using Result = LookResult;

    LookAhead(const Kernel& kernel, Evaluation evaluation, std::size_t bytes)
        : kernel_(kernel),
          evaluation_(std::move(evaluation)),
          capacity_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Entry), kLeastEntries))),
          size_(std::min(capacity_, kFirstEntries)),
          entries_(make_block<Entry>(capacity_)) {}

    Evaluation& evaluation() { return evaluation_; }
    std::size_t bytes() const { return capacity_ * sizeof(Entry); }

    // Forgets everything.
    void clear() {
        entries_ = make_block<Entry>(capacity_);
        size_ = std::min(capacity_, kFirstEntries);
        filled_ = 0;
    }

    // Sets the position to search, which must not be over. With `every_move` each depth finds the value of every
    // move, not only of the best.
    void set_root(const Board& board, bool every_move) {
        root_ = kept(board);
        every_move_ = every_move;
        generation_ = static_cast<std::uint8_t>(generation_ + 1);
        result_ = {};
        moves_.clear();
        std::array<Child, kMaxPits> children;
        const int count = generate(root_, kNoPit, children);
        for (int i = 0; i < count; ++i) moves_.push_back({children[at(i)], 0});
    }

    // Searches one move deeper; false if stopped by the control, by `halt` or after `budget` nodes, or if the game
    // is searched to its end. When stopped early it keeps a better move if it found one. Always finishes the first
    // depth.
    bool deepen(Control& control, const std::atomic<bool>* halt = nullptr,
                std::uint64_t budget = std::numeric_limits<std::uint64_t>::max()) {
        nodes_ = counted_ = 0;
        if (!is_open()) return false;
        while (size_ < capacity_ && size_ < kRoom * filled_) grow();
        control_ = &control;
        halt_ = halt;
        budget_ = budget;
        stopped_ = false;
        may_stop_ = result_.depth > 0;
        cut_off_ = false;
        const bool finished = search_root(result_.depth + 1);
        control.count(nodes_ - counted_);
        if (!finished) return false;
        ++result_.depth;
        result_.sees_end = !cut_off_;
        return !control.stopped();
    }

    // The result so far.
    Result result() const {
        Result result = result_;
        if (result.depth == 0) return result;
        for (const Rated& rated : moves_) result.moves.push_back({rated.move.pit, rated.value, line(rated.move)});
        std::sort(result.moves.begin(), result.moves.end(),
                  [](const Move& a, const Move& b) { return a.pit < b.pit; });
        return result;
    }

    // Whether a deeper search could change the result.
    bool is_open() const { return !result_.sees_end && result_.depth < kDeepest; }

    // The nodes of the last call of deepen().
    std::uint64_t nodes() const { return nodes_; }

   private:
    static constexpr bool kWide = std::is_same_v<Kernel, WideKernel>;
    static constexpr std::size_t kLeastEntries = 1 << 8;
    static constexpr std::size_t kFirstEntries = 1 << 14;
    static constexpr std::size_t kRoom = 8;  // entries per filled one: the next depth fills many more
    static constexpr std::uint64_t kPollNodes = kWide ? 16 : 256;
    static constexpr int kFirst = 100'000;  // ordering score of the previous best move

    enum class Bound : std::uint8_t { lower, exact, upper };

    // Fresh memory is zero: depth 0 is an empty entry.
    struct Entry {
        Board board;
        std::int32_t value;
        std::uint8_t depth;
        std::uint8_t pit;
        Bound bound;
        bool cut_off : 1;
        std::uint8_t generation : 7;
    };

    struct Child {
        Board board;   // in the view of who is next
        int gain = 0;  // see Evaluation
        int order = 0;
        int pit = kNoPit;
        Next next = Next::other;
    };

    struct Rated {
        Child move;
        int value;
    };

    static std::size_t at(int number) { return static_cast<std::size_t>(number); }

    Board kept(const Board& board) const {
        if constexpr (Evaluation::kKeepsStores) return board;
        return kernel_.without_stores(board);
    }

    // Searches the root's moves to a depth, the best so far first; false if stopped.
    bool search_root(int depth) {
        const int limit = evaluation_.most(root_) + 1;
        int best = -limit;
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            const int floor = every_move_ || i == 0 ? -limit : best;
            int value = value_of(moves_[i].move, depth, floor, i == 0 || every_move_ ? limit : floor + 1);
            if (!stopped_ && value > floor && i > 0 && !every_move_)
                value = value_of(moves_[i].move, depth, floor, limit);
            if (stopped_) return false;
            moves_[i].value = value;
            if (value <= best) continue;
            best = value;
            take(i);
        }
        if (every_move_)
            std::stable_sort(moves_.begin(), moves_.end(),
                             [](const Rated& a, const Rated& b) { return a.value > b.value; });
        return true;
    }

    // Makes a move the best so far; the next depth tries it first.
    void take(std::size_t number) {
        result_.value = moves_[number].value;
        result_.line = line(moves_[number].move);
        const auto move = moves_.begin() + static_cast<std::ptrdiff_t>(number);
        if (!every_move_) std::rotate(moves_.begin(), move, move + 1);
    }

    // Fail-soft.
    int search(const Board& board, int depth, int alpha, int beta) {
        if (++nodes_ - counted_ >= kPollNodes) poll();
        if (stopped_) return 0;
        if (const std::optional<int> known = evaluation_.known(board, alpha, beta)) return *known;
        if (depth <= 0) {
            cut_off_ = true;
            return evaluation_.estimate(board);
        }
        int first_pit = kNoPit;
        Entry* pair = pair_of(board);
        for (Entry* entry : {pair, pair + 1}) {
            if (entry->depth == 0 || entry->board != board) continue;
            first_pit = entry->pit;
            const bool usable = entry->bound == Bound::exact ||
                                (entry->bound == Bound::lower && entry->value >= beta) ||
                                (entry->bound == Bound::upper && entry->value <= alpha);
            const bool deep = Evaluation::kExactDepth ? entry->depth == depth : entry->depth >= depth;
            if (usable && (deep || !entry->cut_off)) {
                cut_off_ = cut_off_ || entry->cut_off;
                return entry->value;
            }
            break;
        }

        std::array<Child, kMaxPits> children;
        const int count = generate(board, first_pit, children);
        const bool outer_cut_off = std::exchange(cut_off_, false);
        int best = -evaluation_.most(board) - 1;
        int best_pit = kNoPit;
        for (int i = 0; i < count && best < beta; ++i) {
            // Null window after the first move: the others are rarely better.
            const Child& child = children[at(i)];
            const int floor = std::max(alpha, best);
            int value = value_of(child, depth, floor, i == 0 ? beta : floor + 1);
            if (i > 0 && value > floor && value < beta && !stopped_) value = value_of(child, depth, floor, beta);
            if (stopped_) return 0;
            if (value > best) best = value, best_pit = child.pit;
        }
        const Bound bound = best >= beta ? Bound::lower : best > alpha ? Bound::exact : Bound::upper;
        Entry& entry = *place_for(pair, board);
        filled_ += entry.depth == 0;
        entry.board = board;
        entry.value = best;
        entry.depth = static_cast<std::uint8_t>(depth);
        entry.pit = static_cast<std::uint8_t>(best_pit);
        entry.bound = bound;
        entry.cut_off = cut_off_;
        entry.generation = generation_ & kGenerations;
        cut_off_ = cut_off_ || outer_cut_off;
        return best;
    }

    // The value of a move for its mover; `depth` is that of the position before the move.
    int value_of(const Child& child, int depth, int alpha, int beta) {
        if (child.next == Next::over) return child.gain;
        if (child.next == Next::again)
            return child.gain + search(child.board, depth - 1, alpha - child.gain, beta - child.gain);
        return child.gain - search(child.board, depth - 1, child.gain - beta, child.gain - alpha);
    }

    Entry* pair_of(const Board& board) const { return entries_.get() + (hash_of(board) >> 20 & (size_ - 2)); }

    // Doubles the entries in use. A short search then touches little memory: fresh pages are slow.
    void grow() {
        const std::size_t old = std::exchange(size_, 2 * size_);
        for (Entry* pair = entries_.get(); pair != entries_.get() + old; pair += 2) {
            Entry* free = pair + old;
            for (Entry* entry : {pair, pair + 1})
                if (entry->depth > 0 && pair_of(entry->board) != pair) *free++ = std::exchange(*entry, Entry{});
        }
    }

    // The entry of this board, or the less useful of the two.
    Entry* place_for(Entry* pair, const Board& board) const {
        if (pair[0].board == board) return pair;
        if (pair[1].board == board) return pair + 1;
        const auto worth = [this](const Entry& entry) {
            return entry.depth + (entry.generation == (generation_ & kGenerations) ? 1 << 16 : 0);
        };
        return worth(pair[0]) <= worth(pair[1]) ? pair : pair + 1;
    }

    const Entry* entry_of(const Board& board) const {
        const Entry* pair = pair_of(board);
        for (const Entry* entry : {pair, pair + 1})
            if (entry->depth > 0 && entry->board == board) return entry;
        return nullptr;
    }

    std::vector<int> line(const Child& move) const {
        std::vector<int> pits;
        if (move.pit != kNoPit) pits.push_back(move.pit);
        Child at = move;
        bool first_turn = move.next == Next::again;
        while (at.next != Next::over) {
            const Entry* entry = entry_of(at.board);
            const bool known = entry && (entry->pit != kNoPit || kernel_.filled(at.board) == 0);
            if (!known && !first_turn) break;
            at = known ? child_of(at.board, entry->pit) : most_promising(at.board);
            if (at.pit != kNoPit) pits.push_back(at.pit);
            first_turn = first_turn && at.next == Next::again;
        }
        return pits;
    }

    // The best move by static evaluation, to complete a turn whose remaining moves are no longer in the table.
    Child most_promising(const Board& board) const {
        std::array<Child, kMaxPits> children;
        const int count = generate(board, kNoPit, children);
        const auto seems = [this](const Child& child) {
            if (child.next == Next::over) return child.gain;
            const int value = evaluation_.estimate(child.board);
            return child.gain + (child.next == Next::again ? value : -value);
        };
        return *std::max_element(children.begin(), children.begin() + count,
                                 [&](const Child& a, const Child& b) { return seems(a) < seems(b); });
    }

    Child child_of(const Board& board, int pit) const {
        Child child{board, 0, 0, pit, Next::other};
        if (pit != kNoPit) child.next = kernel_.play(child.board, pit);
        const int stones = kernel_.margin(child.board) - kernel_.margin(board);
        child.gain = evaluation_.gain(child.board, stones, child.next);
        if (child.next == Next::other) child.board = kernel_.turned(child.board);
        child.board = kept(child.board);
        child.order = child.next == Next::again ? 2 * stones + 12
                                                : 2 * stones - kernel_.ready(child.board) -
                                                      static_cast<int>(count_of(kernel_.filled(child.board)));
        return child;
    }

    // Generates all moves, or the pass: the best so far first, then free moves and those that bank the most.
    int generate(const Board& board, int first_pit, std::array<Child, kMaxPits>& children) const {
        int count = 0;
        for (int pit = kernel_.pits() - 1; pit >= 0; --pit) {
            if (kernel_.stones(board, pit) == 0) continue;
            Child child = child_of(board, pit);
            if (pit == first_pit) child.order = kFirst;
            int place = count++;
            for (; place > 0 && children[at(place - 1)].order < child.order; --place)
                children[at(place)] = children[at(place - 1)];
            children[at(place)] = child;
        }
        if (count == 0) children[at(count++)] = child_of(board, kNoPit);
        return count;
    }

    void poll() {
        bool stop = control_->count(nodes_ - std::exchange(counted_, nodes_));
        stop = stop || nodes_ >= budget_ || (halt_ && halt_->load(std::memory_order_relaxed));
        stopped_ = stop && may_stop_;
    }

    static constexpr std::uint8_t kGenerations = 0x7f;

    Kernel kernel_;
    Evaluation evaluation_;
    std::size_t capacity_;
    std::size_t size_;  // entries in use
    std::size_t filled_ = 0;
    Block<Entry> entries_;
    Control* control_ = nullptr;
    const std::atomic<bool>* halt_ = nullptr;
    std::uint64_t budget_ = 0;
    Board root_{};
    bool every_move_ = false;
    std::vector<Rated> moves_;
    Result result_;
    std::uint8_t generation_ = 0;
    std::uint64_t nodes_ = 0;
    std::uint64_t counted_ = 0;  // of these, reported to the control
    bool may_stop_ = false;
    bool stopped_ = false;
    bool cut_off_ = false;  // whether the last value depends on an estimate
};

}  // namespace sowfish
