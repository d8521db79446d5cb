#include "sowfish/session/batch.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <type_traits>
#include <utility>
#include <vector>

#include "sowfish/board/profiles.hpp"
#include "sowfish/search/engine.hpp"
#include "sowfish/session/valued.hpp"
#include "sowfish/system/threads.hpp"
#include "sowfish/table/table_growth.hpp"

namespace sowfish {

namespace {

template <class Kernel>
class KernelBatch final : public Batch {
   public:
    KernelBatch(const Kernel& kernel, const Rules& rules, const BatchArrays& arrays, const BatchQuestion& question,
                std::shared_ptr<const Table> table, std::shared_ptr<Table> room)
        : kernel_(kernel),
          rules_(rules),
          arrays_(arrays),
          question_(question),
          first_(rules, question.hash_bytes, 1),
          answers_(arrays.value ? 0 : arrays.count) {
        growth_.set_table(std::move(table), std::move(room));
        growth_.begin(0, question.max_table_stones, TableGrowth::kNever);
        due_.store(growth_.due());
    }

    void work() override {
        Worker worker(*this);
        while (!stopped_.load(std::memory_order_relaxed)) {
            std::size_t number = next_.fetch_add(1, std::memory_order_relaxed);
            if (number >= arrays_.count) break;
            if (follows(number)) continue;
            bool is_proven = true;
            do {
                grow_if_due();
                is_proven = worker.answer(number, is_proven) && is_proven;
                done_.fetch_add(1, std::memory_order_relaxed);
            } while (++number < arrays_.count && follows(number) && !stopped_.load());
        }
    }

    void stop() override {
        const std::lock_guard lock(mutex_);
        stopped_.store(true);
        for (Control* control : running_) control->stop();
    }

    void take_no_more() override { next_.store(arrays_.count); }

    std::optional<BatchAnswer> take(std::size_t number) override {
        const std::lock_guard lock(mutex_);
        return std::exchange(answers_[number], std::nullopt);
    }

    std::size_t done() const override { return done_.load(); }
    std::uint64_t nodes() const override { return nodes_.load(); }
    std::shared_ptr<const Table> table() const override { return growth_.table(); }

   private:
    using Board = typename Kernel::Board;
    static constexpr bool kWide = std::is_same_v<Kernel, WideKernel>;
    static constexpr std::uint64_t kFirstSlice =
        200'000;  // nodes before a thread checks whether the table may grow

    // One thread with its engine.
    class Worker {
       public:
        explicit Worker(KernelBatch& batch) : batch_(&batch), engine_(batch.make_sibling()) {}

        // Returns whether the value is proven.
        bool answer(std::size_t number, bool proves) {
            const Position position = batch_->position(number);
            const std::shared_ptr<const Table> table = batch_->current_table();
            if (batch_->keeps_answers()) return search(number, position, table, proves);
            if (is_over(position)) {
                const int margin = batch_->kernel_.margin(board_of(batch_->kernel_, swept(position)));
                batch_->put(number, proven(margin), kNoPit, 0);
                return true;
            }
            return batch_->look_up(number, position, table.get()) || search(number, position, table, proves);
        }

       private:
        bool search(std::size_t number, const Position& position, const std::shared_ptr<const Table>& table,
                    bool proves) {
            const BatchQuestion& asked = batch_->question_;
            const auto started = Control::Clock::now();
            set_table(table);
            const std::uint64_t nodes = proves ? asked.nodes : asked.look_nodes;
            const std::uint64_t most = nodes > 0 ? nodes : TableGrowth::kNever;
            Control control;
            control.limit_nodes(std::min(most, kFirstSlice));
            if (asked.seconds > 0)
                control.limit_time(started + std::chrono::duration_cast<Control::Clock::duration>(
                                                 std::chrono::duration<double>(asked.seconds)));
            batch_->enter(control);
            const Question question{.position = position,
                                    .every_move = asked.every_move,
                                    .proves = proves,
                                    .look_share = 0.05,
                                    .finds_lines = asked.finds_lines};
            bool is_done = engine_->begin(question, control);
            for (std::uint64_t counted = 0;;) {
                if (!is_done) engine_->work();
                batch_->nodes_.fetch_add(control.nodes() - counted, std::memory_order_relaxed);
                counted = control.nodes();
                is_done = is_done || counted < control.max_nodes() || counted >= most || !batch_->resume(control);
                if (is_done) break;
                // A hard position: a larger table may now pay off.
                control.limit_nodes(std::min(most, counted + std::max(kFirstSlice, counted / 4)));
                batch_->grow_if_due();
                set_table(batch_->current_table());
            }
            batch_->leave(control);
            const std::chrono::duration<double> spent = Control::Clock::now() - started;
            BatchAnswer answer{engine_->report(), control.nodes(), spent.count()};
            const bool is_proven = answer.report.position.is_proven();
            batch_->put(number, std::move(answer));
            return is_proven;
        }

        void set_table(const std::shared_ptr<const Table>& table) {
            if (table == table_ && (!table || table->stones() == stones_)) return;
            table_ = table;
            stones_ = table ? table->stones() : -1;
            engine_->set_table(table);
        }

        KernelBatch* batch_;
        std::unique_ptr<Engine> engine_;
        std::shared_ptr<const Table> table_;
        int stones_ = -1;  // of the table when the engine got it
    };

    bool keeps_answers() const { return !arrays_.value; }
    bool follows(std::size_t number) const { return arrays_.follows && arrays_.follows[number] != 0; }

    std::unique_ptr<Engine> make_sibling() {
        const std::lock_guard lock(mutex_);
        return first_.sibling(question_.look_bytes);
    }

    Position position(std::size_t number) const {
        Position position{rules_, {}, arrays_.north_to_move[number] != 0};
        const std::size_t cells = static_cast<std::size_t>(2 * rules_.pits + 2);
        std::copy_n(arrays_.cells + number * cells, cells, position.ring.begin());
        return position;
    }

    std::shared_ptr<const Table> current_table() {
        const std::lock_guard lock(mutex_);
        return growth_.table();
    }

    void enter(Control& control) {
        const std::lock_guard lock(mutex_);
        running_.push_back(&control);
        if (stopped_.load()) control.stop();
    }

    // Continues a search that has reached its current node limit; false if the batch is to stop.
    bool resume(Control& control) {
        const std::lock_guard lock(mutex_);
        if (stopped_.load() || Control::Clock::now() >= control.deadline()) return false;
        control.resume();
        return true;
    }

    void leave(Control& control) {
        const std::lock_guard lock(mutex_);
        running_.erase(std::find(running_.begin(), running_.end(), &control));
    }

    // Grows the table; threads busy with a position join in later, or not at all.
    void grow_if_due() {
        if (nodes_.load(std::memory_order_relaxed) < due_.load(std::memory_order_relaxed)) return;
        Lock lock(mutex_);
        if (nodes_.load() < growth_.due()) return;
        const auto builder = growth_.start(nodes_.load(), [this] { return stopped_.load(); });
        const std::uint64_t round = growth_.round();
        lock.unlock();
        builder->work();
        lock.lock();
        growth_.finish(nodes_.load(), round);
        due_.store(growth_.due());
    }

    // ---- answers

    static Valued proven(int value) { return {value, value, value, Certainty::proven}; }

    void put(std::size_t number, const Valued& known, int pit, std::uint64_t nodes) {
        arrays_.value[number] = static_cast<std::int16_t>(known.value);
        arrays_.low[number] = static_cast<std::int16_t>(known.low);
        arrays_.high[number] = static_cast<std::int16_t>(known.high);
        arrays_.kind[number] = static_cast<std::uint8_t>(known.kind);
        arrays_.pit[number] = static_cast<std::int8_t>(pit == kNoPit ? -1 : pit);
        arrays_.nodes[number] = nodes;
    }

    void put_move(std::size_t number, int pit, const Valued& known) {
        const std::size_t at = number * static_cast<std::size_t>(rules_.pits) + static_cast<std::size_t>(pit);
        arrays_.move_value[at] = static_cast<std::int16_t>(known.value);
        arrays_.move_low[at] = static_cast<std::int16_t>(known.low);
        arrays_.move_high[at] = static_cast<std::int16_t>(known.high);
        arrays_.move_kind[at] = static_cast<std::uint8_t>(known.kind);
    }

    void put(std::size_t number, BatchAnswer answer) {
        if (keeps_answers()) {
            const std::lock_guard lock(mutex_);
            answers_[number] = std::move(answer);
            return;
        }
        const Report& report = answer.report;
        int pit = report.position.line.empty() ? kNoPit : report.position.line.front();
        Valued best{-kMaxStones - 1, -kMaxStones - 1, 0};
        for (const Known& known : report.moves) {
            const Valued move = valued(known);
            put_move(number, known.pit, move);
            // Like Analysis.best: of equal moves the one with the best lower bound, then the lowest pit.
            if (std::pair(move.value, move.low) <= std::pair(best.value, best.low)) continue;
            best = move;
            pit = known.pit;
        }
        put(number, valued(report.position), pit, answer.nodes);
    }

    // Answers from the table alone, if it has the position.
    bool look_up([[maybe_unused]] std::size_t number, [[maybe_unused]] const Position& position,
                 [[maybe_unused]] const Table* table) {
        if constexpr (kWide) {
            return false;
        } else {
            const Board board = board_of(kernel_, position);
            if (!table || kernel_.rest(board) > table->stones()) return false;
            const Ranking& ranking = table->ranking();
            const int banked = kernel_.margin(board);
            const Board bare = kernel_.without_stores(board);
            const int whole = banked + table->at(ranking.index(bare));
            int best = kNoPit;
            for (int pit = 0; pit < rules_.pits; ++pit) {
                if (kernel_.stones(bare, pit) == 0) continue;
                Board after = bare;
                const Next next = kernel_.play(after, pit);
                int value = banked + kernel_.margin(after);
                if (next == Next::again)
                    value += table->at(ranking.index(kernel_.without_stores(after)));
                else if (next == Next::other)
                    value -= table->at(ranking.index(kernel_.turned(kernel_.without_stores(after))));
                if (value == whole && best == kNoPit) best = pit;
                if (question_.every_move) put_move(number, pit, proven(value));
                if (!question_.every_move && best != kNoPit) break;
            }
            put(number, proven(whole), best, 0);
            return true;
        }
    }

    Kernel kernel_;
    Rules rules_;
    BatchArrays arrays_;
    BatchQuestion question_;
    Engine first_;  // owns the transposition table
    TableGrowth growth_;
    Mutex mutex_;
    std::vector<Control*> running_;
    std::vector<std::optional<BatchAnswer>> answers_;  // if they are kept
    std::atomic<std::uint64_t> due_{0};
    std::atomic<std::size_t> next_{0};
    std::atomic<std::size_t> done_{0};
    std::atomic<std::uint64_t> nodes_{0};
    std::atomic<bool> stopped_{false};
};

}  // namespace

std::unique_ptr<Batch> make_batch(const Rules& rules, const BatchArrays& arrays, const BatchQuestion& question,
                                  std::shared_ptr<const Table> table, std::shared_ptr<Table> room) {
    return with_kernel(rules, [&]<class Kernel>(const Kernel& kernel) -> std::unique_ptr<Batch> {
        return std::make_unique<KernelBatch<Kernel>>(kernel, rules, arrays, question, table, room);
    });
}

}  // namespace sowfish
