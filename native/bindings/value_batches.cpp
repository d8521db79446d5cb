// The values of many positions for Python, in arrays.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "module.hpp"
#include "sowfish/board/profiles.hpp"
#include "sowfish/session/batch.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sowfish {

namespace {

template <class T>
using Column = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Grid = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void check(bool fits) {
    if (!fits) throw std::invalid_argument("the arrays have incompatible shapes");
}

// A batch with its options and its table.
class BatchTask {
   public:
    void work() { batch_->work(); }
    void stop() { batch_->stop(); }
    std::size_t done() const { return batch_->done(); }
    std::uint64_t nodes() const { return batch_->nodes(); }
    std::shared_ptr<Table> table() const { return std::const_pointer_cast<Table>(batch_->table()); }

   protected:
    static BatchQuestion question(const nb::kwargs& options) {
        return {.nodes = nb::cast<std::uint64_t>(options["max_nodes"]),
                .seconds = nb::cast<double>(options["max_seconds"]),
                .hash_bytes = nb::cast<std::size_t>(options["hash_bytes"]),
                .look_bytes = nb::cast<std::size_t>(options["look_bytes"]),
                .max_table_stones = nb::cast<int>(options["max_table_stones"])};
    }

    void start(const Rules& rules, const BatchArrays& arrays, const BatchQuestion& question,
               const nb::kwargs& options) {
        std::shared_ptr<Table> table;
        if (!options["table"].is_none()) table = nb::cast<std::shared_ptr<Table>>(options["table"]);
        if (table && table->rules() != rules) throw std::invalid_argument("the table is for other rules");
        const bool grows = is_fast(rules) && question.max_table_stones > (table ? table->stones() : -1);
        check(question.max_table_stones <= Table::kMaxTableStones);
        batch_ = make_batch(rules, arrays, question, table,
                            grows ? std::make_shared<Table>(rules, question.max_table_stones) : nullptr);
    }

    std::unique_ptr<Batch> batch_;
};

// Keeps alive the arrays that the core reads and writes.
class ValueTask : public BatchTask {
   public:
    ValueTask(const Rules& rules, Grid<const std::uint8_t> cells, Column<const std::uint8_t> north_to_move,
              Grid<std::int16_t> values, Column<std::uint8_t> kind, Column<std::int8_t> pit,
              Column<std::uint64_t> nodes, nb::object moves, nb::object move_kinds, const nb::kwargs& options)
        : held_(nb::make_tuple(cells, north_to_move, values, kind, pit, nodes, moves, move_kinds)) {
        const std::size_t count = cells.shape(0);
        const auto pits = static_cast<std::size_t>(rules.pits);
        if (cells.shape(1) != 2 * pits + 2) throw std::invalid_argument("wrong number of cells");
        check(north_to_move.shape(0) == count && values.shape(0) == 3 && values.shape(1) == count &&
              kind.shape(0) == count && pit.shape(0) == count && nodes.shape(0) == count);
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint8_t* row = cells.data() + i * cells.shape(1);
            if (std::accumulate(row, row + cells.shape(1), 0) > kMaxStones)
                throw std::invalid_argument("too many stones");
        }
        BatchArrays arrays{.count = count,
                           .cells = cells.data(),
                           .north_to_move = north_to_move.data(),
                           .value = values.data(),
                           .low = values.data() + count,
                           .high = values.data() + 2 * count,
                           .kind = kind.data(),
                           .pit = pit.data(),
                           .nodes = nodes.data()};
        BatchQuestion asked = question(options);
        asked.every_move = !moves.is_none();
        if (asked.every_move) {
            const auto grid =
                nb::cast<nb::ndarray<std::int16_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>>(moves);
            const auto kinds = nb::cast<Grid<std::uint8_t>>(move_kinds);
            check(grid.shape(0) == 3 && grid.shape(1) == count && grid.shape(2) == pits &&
                  kinds.shape(0) == count && kinds.shape(1) == pits);
            arrays.move_value = grid.data();
            arrays.move_low = grid.data() + count * pits;
            arrays.move_high = grid.data() + 2 * count * pits;
            arrays.move_kind = kinds.data();
        }
        start(rules, arrays, asked, options);
    }

   private:
    nb::object held_;
};

// Analyses every move of unfinished positions; answers are collected one by one.
class AnalysisTask : public BatchTask {
   public:
    AnalysisTask(const Rules& rules, const std::vector<Position>& positions, nb::bytes follows,
                 const nb::kwargs& options)
        : follows_(follows.c_str(), follows.c_str() + follows.size()) {
        check(follows_.empty() || follows_.size() == positions.size());
        for (const Position& position : positions) {
            if (position.rules != rules || is_over(position))
                throw std::invalid_argument("the position must be of these rules and not over");
            cells_.insert(cells_.end(), position.ring.begin(), position.ring.begin() + 2 * rules.pits + 2);
            north_to_move_.push_back(position.north_to_move);
        }
        BatchQuestion asked = question(options);
        asked.every_move = true;
        asked.finds_lines = nb::cast<bool>(options["finds_lines"]);
        asked.look_nodes = nb::cast<std::uint64_t>(options["look_nodes"]);
        start(rules,
              {.count = positions.size(),
               .cells = cells_.data(),
               .north_to_move = north_to_move_.data(),
               .follows = follows_.empty() ? nullptr : follows_.data()},
              asked, options);
    }

    void take_no_more() { batch_->take_no_more(); }

    std::optional<BatchAnswer> take(std::size_t number) {
        if (number >= north_to_move_.size()) throw std::invalid_argument("position index out of range");
        return batch_->take(number);
    }

   private:
    std::vector<std::uint8_t> follows_, cells_, north_to_move_;
};

}  // namespace

void bind_value_batches(nb::module_& m) {
    nb::class_<BatchTask>(m, "BatchTask", "The values of many positions, found by the threads that call work().")
        .def("work", &BatchTask::work, Unlocked())
        .def("stop", &BatchTask::stop)
        .def_prop_ro("done", &BatchTask::done)
        .def_prop_ro("nodes", &BatchTask::nodes)
        .def_prop_ro("table", &BatchTask::table, nb::sig("def table(self) -> Table | None"),
                     "The table, possibly grown; not to be read while threads work.");
    nb::class_<ValueTask, BatchTask>(m, "ValueTask", "The values of many positions as arrays.")
        .def(nb::init<const Rules&, Grid<const std::uint8_t>, Column<const std::uint8_t>, Grid<std::int16_t>,
                      Column<std::uint8_t>, Column<std::int8_t>, Column<std::uint64_t>, nb::object, nb::object,
                      const nb::kwargs&>(),
             "rules"_a, "cells"_a, "north_to_move"_a, "values"_a, "kind"_a, "pit"_a, "nodes"_a, "moves"_a.none(),
             "move_kinds"_a.none(), "options"_a,
             nb::sig(
                 "def __init__(self, rules: Rules, cells: object, north_to_move: object, values: object, kind: "
                 "object, pit: object, nodes: object, moves: object | None, move_kinds: object | None, *, table: "
                 "Table | None, max_nodes: int, max_seconds: float, hash_bytes: int, look_bytes: int, "
                 "max_table_stones: int) -> None"));
    nb::class_<BatchAnswer>(m, "BatchAnswer", "What is known about one of many positions.")
        .def_ro("report", &BatchAnswer::report)
        .def_ro("nodes", &BatchAnswer::nodes)
        .def_ro("seconds", &BatchAnswer::seconds);
    nb::class_<AnalysisTask, BatchTask>(m, "AnalysisTask", "Everything known about many positions.")
        .def(
            nb::init<const Rules&, const std::vector<Position>&, nb::bytes, const nb::kwargs&>(), "rules"_a,
            "boards"_a, "follows"_a, "options"_a,
            nb::sig("def __init__(self, rules: Rules, boards: collections.abc.Sequence[Board], follows: bytes, *, "
                    "finds_lines: bool, look_nodes: int, table: Table | None, max_nodes: int, max_seconds: float, "
                    "hash_bytes: int, look_bytes: int, max_table_stones: int) -> None"))
        .def("take_no_more", &AnalysisTask::take_no_more,
             "Let each thread finish its current position and return.")
        .def("take", &AnalysisTask::take, "number"_a, "Return and remove an answer, or None if it is not ready.",
             nb::sig("def take(self, number: int) -> BatchAnswer | None"));
}

}  // namespace sowfish
