// Endgame tables for Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>

#include <memory>
#include <optional>
#include <stdexcept>

#include "module.hpp"
#include "sowfish/board/profiles.hpp"
#include "sowfish/system/file_mapping.hpp"
#include "sowfish/table/checksum.hpp"
#include "sowfish/table/table.hpp"
#include "sowfish/table/table_check.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sowfish {

namespace {

// The checksum of a finished layer; the table may still be growing.
std::uint64_t checksum_of(const Table& table, int layers_done, int stones) {
    if (stones < 0 || stones >= layers_done) throw std::invalid_argument("the table has no such layer");
    const std::uint64_t first = table.ranking().layer(stones);
    return checksum(table.address(first), table.ranking().layer(stones + 1) - first);
}

// Writes a layer into an open file; returns 0 or the error number.
int write_layer(const Table& table, int layers_done, int stones, int file, std::uint64_t place) {
    if (stones < 0 || stones >= layers_done) throw std::invalid_argument("the table has no such layer");
    const std::uint64_t first = table.ranking().layer(stones);
    return write_at(file, table.address(first), table.ranking().layer(stones + 1) - first, place);
}

// A table and its builder. Solvers may use the table once work() has returned in all threads.
class TableTask {
   public:
    TableTask(const Rules& rules, int stones, const Table* from)
        : table_(std::make_shared<Table>(rules, checked(rules, stones))) {
        if (from && from->rules() != rules) throw std::invalid_argument("the table is for other rules");
        if (from) table_->copy_layers(*from);
        builder_ = std::make_unique<TableBuilder>(*table_);
    }

    void work() { builder_->work(); }
    void stop() { builder_->stop(); }
    int layers_done() const { return builder_->layers_done(); }
    std::uint64_t checksum(int stones) const { return checksum_of(*table_, layers_done(), stones); }
    int write(int stones, int file, std::uint64_t place) const {
        return write_layer(*table_, layers_done(), stones, file, place);
    }

    std::shared_ptr<Table> table() const {
        if (table_->stones() < 0) throw std::invalid_argument("not a layer is finished");
        return table_;
    }

   private:
    static int checked(const Rules& rules, int stones) {
        if (!is_fast(rules)) throw std::invalid_argument("only the named profiles with up to 7 pits have tables");
        if (stones < 0 || stones > Table::kMaxTableStones) throw std::invalid_argument("stones out of range");
        return stones;
    }

    std::shared_ptr<Table> table_;
    std::unique_ptr<TableBuilder> builder_;
};

std::shared_ptr<Table> mapped_table(const Rules& rules, int stones, int file, std::size_t offset) {
    if (!is_fast(rules)) throw std::invalid_argument("only the named profiles with up to 7 pits have tables");
    if (stones < 0 || stones > Table::kMaxTableStones) throw std::invalid_argument("stones out of range");
    const std::uint64_t bytes = ranking(rules.pits).layer(stones + 1);
    return std::make_shared<Table>(rules, stones, std::make_shared<FileMapping>(file, offset + bytes), offset);
}

// South's pits, north's pits, the value in the table and the value it should have; south is to move.
nb::object fault_of(const TableCheck& check, int pits) {
    const std::optional<TableCheck::Fault> fault = check.fault();
    if (!fault) return nb::none();
    nb::list mine;
    nb::list theirs;
    for (int pit = 0; pit < pits; ++pit) {
        mine.append(byte_at(fault->board.mine, pit));
        theirs.append(byte_at(fault->board.theirs, pit));
    }
    return nb::make_tuple(mine, theirs, fault->stored, fault->derived);
}

std::uint64_t table_bytes(int pits, int stones) {
    if (pits < 1 || pits > kMaxFastPits || stones < 0 || stones > Table::kMaxTableStones)
        throw std::invalid_argument("no such table");
    return ranking(pits).layer(stones + 1);
}

}  // namespace

void bind_tables(nb::module_& m) {
    nb::class_<Table>(m, "Table", "Exact future margins of all positions with few stones in play.",
                      nb::is_weak_referenceable())
        .def_prop_ro("stones", &Table::stones)
        .def_prop_ro("bytes", &Table::size)
        .def_prop_ro("is_intact", &Table::is_intact, "Whether the file is unchanged.")
        .def("confirm", &Table::confirm, "Accept the current contents as intact.")
        .def(
            "part",
            [](std::shared_ptr<Table> table, int stones) {
                if (stones < 0) throw std::invalid_argument("stones out of range");
                return std::make_shared<Table>(std::move(table), stones);
            },
            "stones"_a, "Return a view of the layers up to this many stones.")
        .def("margin", &Table::margin, "board"_a,
             "Return the final margin for the side to move, or None if the table lacks the position.")
        .def(
            "checksum",
            [](const Table& table, int stones) { return checksum_of(table, table.stones() + 1, stones); },
            "stones"_a, Unlocked())
        .def(
            "write",
            [](const Table& table, int stones, int file, std::uint64_t place) {
                return write_layer(table, table.stones() + 1, stones, file, place);
            },
            "stones"_a, "file"_a, "place"_a, "Write a layer into an open file; return 0 or the error number.",
            Unlocked());
    m.def("mapped_table", &mapped_table, "rules"_a, "stones"_a, "file"_a, "offset"_a);
    m.def("checksum", [](nb::bytes data) { return checksum(data.data(), data.size()); }, "data"_a);
    nb::class_<TableCheck>(m, "TableCheck", "A consistency check of a table, run by the threads that call work().")
        .def(nb::init<const Table&, std::uint64_t, std::uint64_t>(), "table"_a, "samples"_a, "seed"_a,
             nb::keep_alive<1, 2>())
        .def("work", &TableCheck::work, Unlocked())
        .def("stop", &TableCheck::stop)
        .def_prop_ro("total", &TableCheck::total)
        .def_prop_ro("checked", &TableCheck::checked)
        .def("fault", &fault_of, "pits"_a,
             nb::sig("def fault(self, pits: int) -> tuple[list[int], list[int], int, int] | None"));
    nb::class_<TableTask>(m, "TableTask", "The construction of a table, run by the threads that call work().")
        .def(nb::init<const Rules&, int, const Table*>(), "rules"_a, "stones"_a, "start"_a.none() = nb::none())
        .def("work", &TableTask::work, Unlocked())
        .def("stop", &TableTask::stop)
        .def_prop_ro("layers_done", &TableTask::layers_done)
        .def("checksum", &TableTask::checksum, "stones"_a, Unlocked())
        .def("write", &TableTask::write, "stones"_a, "file"_a, "place"_a,
             "Write a finished layer into an open file; return 0 or the error number.", Unlocked())
        .def("table", &TableTask::table);
    m.def("table_bytes", &table_bytes, "pits"_a, "stones"_a);
}

}  // namespace sowfish
