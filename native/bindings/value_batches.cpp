// The values of many positions for Python, in arrays.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>

#include <memory>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "module.hpp"
#include "sowfish/board/profiles.hpp"
#include "sowfish/search/batch.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sowfish {

namespace {

template <class T>
using Column = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Grid = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// Holds the arrays that the core reads and writes.
class BatchTask {
   public:
    BatchTask(const Rules& rules, Grid<const std::uint8_t> cells, Column<const std::uint8_t> north_to_move,
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
        BatchQuestion question{.every_move = !moves.is_none(),
                               .nodes = nb::cast<std::uint64_t>(options["max_nodes"]),
                               .seconds = nb::cast<double>(options["max_seconds"]),
                               .hash_bytes = nb::cast<std::size_t>(options["hash_bytes"]),
                               .look_bytes = nb::cast<std::size_t>(options["look_bytes"]),
                               .max_table_stones = nb::cast<int>(options["max_table_stones"])};
        if (question.every_move) {
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
        std::shared_ptr<Table> table;
        if (!options["table"].is_none()) table = nb::cast<std::shared_ptr<Table>>(options["table"]);
        if (table && table->rules() != rules) throw std::invalid_argument("the table is for other rules");
        const bool grows = is_fast(rules) && question.max_table_stones > (table ? table->stones() : -1);
        check(question.max_table_stones <= Table::kMaxTableStones);
        batch_ = make_batch(rules, arrays, question, table,
                            grows ? std::make_shared<Table>(rules, question.max_table_stones) : nullptr);
    }

    void work() { batch_->work(); }
    void stop() { batch_->stop(); }
    std::size_t done() const { return batch_->done(); }
    std::uint64_t nodes() const { return batch_->nodes(); }
    std::shared_ptr<Table> table() const { return std::const_pointer_cast<Table>(batch_->table()); }

   private:
    static void check(bool fits) {
        if (!fits) throw std::invalid_argument("the arrays do not fit each other");
    }

    nb::object held_;
    std::unique_ptr<Batch> batch_;
};

}  // namespace

void bind_value_batches(nb::module_& m) {
    nb::class_<BatchTask>(m, "BatchTask", "The values of many positions, by the threads that call work().")
        .def(nb::init<const Rules&, Grid<const std::uint8_t>, Column<const std::uint8_t>, Grid<std::int16_t>,
                      Column<std::uint8_t>, Column<std::int8_t>, Column<std::uint64_t>, nb::object, nb::object,
                      const nb::kwargs&>(),
             "rules"_a, "cells"_a, "north_to_move"_a, "values"_a, "kind"_a, "pit"_a, "nodes"_a, "moves"_a.none(),
             "move_kinds"_a.none(), "options"_a,
             nb::sig(
                 "def __init__(self, rules: Rules, cells: object, north_to_move: object, values: object, kind: "
                 "object, pit: object, nodes: object, moves: object | None, move_kinds: object | None, *, table: "
                 "Table | None, max_nodes: int, max_seconds: float, hash_bytes: int, look_bytes: int, "
                 "max_table_stones: int) -> None"))
        .def("work", &BatchTask::work, Unlocked())
        .def("stop", &BatchTask::stop)
        .def_prop_ro("done", &BatchTask::done)
        .def_prop_ro("nodes", &BatchTask::nodes)
        .def_prop_ro("table", &BatchTask::table, nb::sig("def table(self) -> Table | None"),
                     "The table, grown or not; not while threads work.");
}

}  // namespace sowfish
