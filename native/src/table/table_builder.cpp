// Filling endgame tables.
//
// A move that banks nothing stays on the mover's side, lowers the rank of the mover's row and leaves the other row
// alone; every other move leads to a lower layer. So a pair of blocks X = (a stones mine, b theirs) and Y = (b
// mine, a theirs) is filled in two passes, one tile after the other. The first takes the best of the moves to
// lower layers, in any order. The second adds the moves that stay: X[m][o] needs Y[o][m'] with m' < m, and Y[o][m]
// needs X[m][o'] with o' < o, so for ascending m the row X[m][..] and then the column Y[..][m] find all they need.
// The pairs of a layer do not depend on each other: they are the parallel work.
#include <algorithm>
#include <array>
#include <atomic>
#include <type_traits>
#include <vector>

#include "sowfish/board/profiles.hpp"
#include "sowfish/system/threads.hpp"
#include "sowfish/table/row_moves.hpp"
#include "sowfish/table/table.hpp"

namespace sowfish {

namespace {

using namespace row_moves;

constexpr std::uint64_t kTile = 128;  // rows per tile: what one pit of a tile accesses fits in the L1 cache
constexpr std::int8_t kWorst = -127;
// Whether to stop: told to, or because the callback says so.
struct Stop {
    bool is_due() {
        if (!told && asked && asked()) told = true;
        return told;
    }

    std::atomic<bool> told{false};
    std::function<bool()> asked;
};

struct Range {
    std::uint64_t begin;
    std::uint64_t end;
};

template <class Kernel>
class Filler {
   public:
    Filler(const Kernel& kernel, Table& table, Stop& stop)
        : kernel_(kernel),
          ranking_(table.ranking()),
          values_(table.values()),
          pits_(kernel.pits()),
          stop_(&stop),
          moves_(kernel, table.ranking()) {}

    void prepare(int stones) { moves_.prepare(stones); }

    // Fills the blocks (a, b) and (b, a) of a layer, a <= b; leaves them unfinished if stopped.
    void fill(int a, int b) const {
        if (a == 0) {
            fill_one_sided(b);
            return;
        }
        for_tiles(b, a, [&](Range o, Range m) {
            if (a == b && m.begin > o.begin) return;
            lower_layers(a, b, m, o);
            if (a != b || m.begin != o.begin) lower_layers(b, a, o, m);
            same_layer(a, b, m, o);
        });
    }

   private:
    std::int8_t* block(int mine, int theirs) const { return values_ + ranking_.block(mine, theirs); }
    const Rows& rows(int stones) const { return moves_.rows(stones); }
    template <class Visit>
    void for_tiles(int outer, int inner, Visit&& visit) const {
        const std::uint64_t outer_end = ranking_.rows(outer);
        const std::uint64_t inner_end = ranking_.rows(inner);
        for (std::uint64_t i = 0; i < outer_end && !stop_->is_due(); i += kTile)
            for (std::uint64_t j = 0; j < inner_end; j += kTile)
                visit(Range{i, std::min(i + kTile, outer_end)}, Range{j, std::min(j + kTile, inner_end)});
    }

    // ---- a side without stones

    // Fills (0, b), where the mover has nothing, and (b, 0). These values also serve moves that end the game.
    void fill_one_sided(int b) const {
        std::int8_t* const mover_empty = block(0, b);
        std::int8_t* const other_empty = block(b, 0);
        const auto due = static_cast<std::int8_t>(kernel_.switches().rest == Rest::owner ? b : 0);
        const bool passes = kernel_.switches().ends == Ending::all_empty && b > 0;
        if (!passes) std::fill_n(mover_empty, ranking_.rows(b), static_cast<std::int8_t>(-due));
        if (b == 0) return;
        if (kernel_.switches().ends == Ending::either_empty) {
            std::fill_n(other_empty, ranking_.rows(b), due);
            return;
        }
        for_tiles(b, 0, [&](Range mine, Range theirs) { lower_layers(b, 0, mine, theirs); });
        for (std::uint64_t row = 0; row < ranking_.rows(b); ++row) {
            for (const Stay& stay : rows(b).stays_of(row)) raise(other_empty[row], -mover_empty[stay.row]);
            if (passes) mover_empty[row] = static_cast<std::int8_t>(-other_empty[row]);
        }
    }

    // ---- first pass

    // Pit by pit: the same pit of neighbouring rows leads to neighbouring values.
    void lower_layers(int a, int b, Range m, Range o) const {
        std::int8_t* const x = block(a, b);
        const std::uint64_t count_b = ranking_.rows(b);
        for (std::uint64_t row = m.begin; row < m.end; ++row)
            std::fill(x + row * count_b + o.begin, x + row * count_b + o.end, kWorst);
        for (int pit = 0; pit < pits_; ++pit)
            for (std::uint64_t row = m.begin; row < m.end; ++row)
                lower_layer(a, b, row, pit, o, x + row * count_b);
    }

    void lower_layer(int a, int b, std::uint64_t m, int pit, Range o, std::int8_t* best) const {
        const Step& step = rows(a).steps[m * static_cast<std::uint64_t>(pits_) + static_cast<std::uint64_t>(pit)];
        const Rows& theirs = rows(b);
        switch (step.kind) {
            case Kind::none:
                return;
            case Kind::again: {
                const std::int8_t* after = block(a - 1, b) + step.row * ranking_.rows(b);
                for (std::uint64_t i = o.begin; i < o.end; ++i) raise(best[i], 1 + after[i]);
                return;
            }
            case Kind::crosses: {
                const std::int8_t* after = block(b + step.place, step.stones) + step.row;
                const std::uint64_t stride = ranking_.rows(step.stones);
                const std::uint32_t* plus = theirs.plus[step.place].data();
                for (std::uint64_t i = o.begin; i < o.end; ++i) raise(best[i], 1 - after[plus[i] * stride]);
                return;
            }
            case Kind::captures:
                capture(b, step, o, best);
                return;
            case Kind::relays:
                relay(b, step, o, best);
                return;
            case Kind::longer:
                for (std::uint64_t i = o.begin; i < o.end; ++i)
                    raise(best[i], played(rows(a).words[m], theirs.words[i], pit));
                return;
        }
    }

    void capture(int b, const Step& step, Range o, std::int8_t* best) const {
        if (kernel_.switches().capture == Capture::opposite && b == 0) return;
        const std::uint8_t* count = rows(b).count[step.place].data();
        const std::uint32_t* without = rows(b).without[step.place].data();
        const std::uint64_t stride = ranking_.rows(step.stones);
        for (std::uint64_t i = o.begin; i < o.end; ++i) {
            const int taken = count[i];
            if (kernel_.switches().capture == Capture::opposite && taken == 0) continue;  // it stays
            const std::int8_t* after = block(b - taken, step.stones) + step.row;
            raise(best[i], taken + 1 - after[without[i] * stride]);
        }
    }

    // Follows the laps of all moves first, so that their values are fetched together.
    void relay(int b, const Step& step, Range o, std::int8_t* best) const {
        const Crossing* first = moves_.crossings(b, step.place);
        const Crossing own{step.row, step.stones, 0};
        const auto take = [](const Relayed& move, std::int8_t& value) {
            raise(value, move.gain + (move.again ? *move.after : -*move.after));
        };
        if constexpr (!kFetchesEarly) {
            for (std::uint64_t i = o.begin; i < o.end; ++i) take(relayed(own, first[i]), best[i]);
            return;
        }
        std::array<Relayed, kTile> moves;
        for (std::uint64_t i = o.begin; i < o.end; ++i) {
            Relayed& move = moves[i - o.begin];
            move = relayed(own, first[i]);
            fetch_early(move.after);
        }
        for (std::uint64_t i = o.begin; i < o.end; ++i) take(moves[i - o.begin], best[i]);
    }

    struct Relayed {
        const std::int8_t* after;
        int gain;
        bool again;
    };

    // The result of a move whose stones have just crossed the other side for the first time.
    Relayed relayed(Crossing mine, Crossing theirs) const {
        for (int gain = 1;; ++gain) {
            if (theirs.left == 0) return {place(theirs, mine), gain, false};
            mine = moves_.crossings(mine.stones, theirs.left)[mine.row];
            if (mine.left == 0) return {place(theirs, mine), gain, false};
            if (mine.left == 1) return {place(mine, theirs), gain + 1, true};
            theirs = moves_.crossings(theirs.stones, mine.left - 1)[theirs.row];
        }
    }

    // The address of the value of a position with these rows; finished games have one, too.
    const std::int8_t* place(const Crossing& mover, const Crossing& other) const {
        return block(mover.stones, other.stones) + mover.row * ranking_.rows(other.stones) + other.row;
    }

    // The score of a move, from the kernel and the table.
    int played(std::uint64_t mine, std::uint64_t theirs, int pit) const {
        Board board{mine, theirs};
        const Next next = kernel_.play(board, pit);
        const int gain = kernel_.margin(board);
        if (next == Next::over) return gain;
        const Board left = kernel_.without_stores(board);
        if (next == Next::again) return gain + values_[ranking_.index(left)];
        return gain - values_[ranking_.index(turned(left))];
    }

    // ---- second pass

    void same_layer(int a, int b, Range m, Range o) const {
        const Rows& mine = rows(a);
        const Rows& theirs = rows(b);
        std::int8_t* const x = block(a, b);
        std::int8_t* const y = block(b, a);
        const std::uint64_t count_a = ranking_.rows(a);
        const std::uint64_t count_b = ranking_.rows(b);
        for (std::uint64_t row = m.begin; row < m.end; ++row) {
            const std::uint64_t begin = a == b ? std::max(o.begin, row) : o.begin;
            std::int8_t* const x_row = x + row * count_b;
            for (const Stay& stay : mine.stays_of(row)) {
                const std::int8_t* after = y + stay.row;
                if (stay.facing == kAlways) {
                    for (std::uint64_t i = begin; i < o.end; ++i) raise(x_row[i], -after[i * count_a]);
                } else {
                    const std::uint8_t* count = theirs.count[stay.facing].data();
                    for (std::uint64_t i = begin; i < o.end; ++i)
                        if (count[i] == 0) raise(x_row[i], -after[i * count_a]);
                }
            }
            const std::uint64_t word = mine.words[row];
            for (std::uint64_t i = begin; i < o.end; ++i) {
                int best = y[i * count_a + row];
                for (const Stay& stay : theirs.stays_of(i))
                    if (stay.facing == kAlways || byte_at(word, stay.facing) == 0)
                        best = std::max(best, -x_row[stay.row]);
                y[i * count_a + row] = static_cast<std::int8_t>(best);
            }
        }
    }

    static void raise(std::int8_t& best, int score) {
        best = static_cast<std::int8_t>(std::max<int>(best, score));
    }

    Kernel kernel_;
    const Ranking& ranking_;
    std::int8_t* values_;
    int pits_;
    Stop* stop_;
    RowMoves<Kernel> moves_;
};

}  // namespace

// Threads take pairs of blocks of the current layer, the largest first, and wait for each other between layers.
struct TableBuilder::State {
    virtual ~State() = default;
    virtual void fill(int a, int b) = 0;
    virtual void prepare(int stones) = 0;

    void work() {
        Lock lock(mutex);
        while (!stop.told && layer <= target) {
            if (next_pair < pairs) {
                const int a = layer / 2 - next_pair++;
                const int b = layer - a;
                ++busy;
                lock.unlock();
                fill(a, b);
                lock.lock();
                --busy;
                if (stop.told)
                    changed.notify_all();
                else if (next_pair == pairs && busy == 0)
                    finish_layer();
                if (should_pause && should_pause()) return;
            } else {
                changed.wait(lock);
            }
        }
    }

    void finish_layer() {
        table->set_stones(layer);
        ++layer;
        next_pair = 0;
        pairs = layer / 2 + 1;
        if (layer <= target) prepare(layer);
        changed.notify_all();
    }

    Table* table = nullptr;
    mutable Mutex mutex;
    Condition changed;
    Stop stop;
    std::function<bool()> should_pause;
    int target = -1;
    int layer = 0;
    int next_pair = 0;
    int pairs = 1;
    int busy = 0;
};

namespace {

template <class Kernel, class State>
struct Filling : State {
    Filling(const Kernel& kernel, Table& table) : filler(kernel, table, this->stop) {}
    void fill(int a, int b) override { filler.fill(a, b); }
    void prepare(int stones) override { filler.prepare(stones); }
    Filler<Kernel> filler;
};

}  // namespace

TableBuilder::TableBuilder(Table& table, std::function<bool()> should_stop) {
    with_kernel(table.rules(), [&]<class Kernel>(const Kernel& kernel) {
        if constexpr (!std::is_same_v<Kernel, WideKernel>) {
            state_ = std::make_unique<Filling<Kernel, State>>(kernel, table);
        }
    });
    state_->table = &table;
    state_->stop.asked = std::move(should_stop);
    state_->layer = table.stones() + 1;
    state_->pairs = state_->layer / 2 + 1;
    set_target(table.capacity());
}

TableBuilder::~TableBuilder() = default;

void TableBuilder::set_target(int stones) {
    const std::lock_guard lock(state_->mutex);
    state_->target = std::min(stones, state_->table->capacity());
    if (state_->layer <= state_->target) state_->prepare(state_->layer);
}

void TableBuilder::work() { state_->work(); }

void TableBuilder::stop() {
    const std::lock_guard lock(state_->mutex);
    state_->stop.told = true;
    state_->changed.notify_all();
}

void TableBuilder::pause_when(std::function<bool()> should_pause) {
    state_->should_pause = std::move(should_pause);
}

bool TableBuilder::is_done() const {
    const std::lock_guard lock(state_->mutex);
    return state_->layer > state_->target;
}

int TableBuilder::layers_done() const {
    const std::lock_guard lock(state_->mutex);
    return state_->layer;
}

}  // namespace sowfish
