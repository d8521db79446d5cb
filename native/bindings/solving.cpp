// Best turns and the engine for Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "module.hpp"
#include "ruled_net.hpp"
#include "sowfish/board/line.hpp"
#include "sowfish/board/turn.hpp"
#include "sowfish/search/report.hpp"
#include "sowfish/session/session.hpp"
#include "sowfish/session/valued.hpp"
#include "sowfish/table/table.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sowfish {

namespace {

void check_playable(const Position& position) {
    if (is_over(position)) throw std::invalid_argument("the game is over");
}

// Zero or negative means unlimited.
void set_limits(Control& control, double seconds, std::uint64_t nodes) {
    if (nodes > 0) control.limit_nodes(nodes);
    if (seconds > 0 && seconds < 1e9) control.limit_seconds(seconds);
}

nb::object to_python(TurnGraph::Count count) {
    const nb::object high = nb::int_(static_cast<std::uint64_t>(count >> 64));
    const nb::object low = nb::int_(static_cast<std::uint64_t>(count));
    return nb::steal(PyNumber_Or(nb::steal(PyNumber_Lshift(high.ptr(), nb::int_(64).ptr())).ptr(), low.ptr()));
}

std::optional<BestTurn> checked_best_turn(const Position& position, bool technical_win, int max_laps,
                                          bool by_difference, Control& control) {
    if (legal_pits(position) == 0) throw std::invalid_argument("there is no legal move");
    return best_turn(position, {technical_win, max_laps, /*partial=*/true},
                     by_difference ? Objective::difference : Objective::stones, control);
}

std::unique_ptr<TurnGraph> make_graph(const Position& position, bool technical_win, int max_laps,
                                      Control& control) {
    if (legal_pits(position) == 0) throw std::invalid_argument("there is no legal move");
    return make_turn_graph(position, {technical_win, max_laps}, control);
}

// Ends of turns with the graph they belong to: the indices are only valid for that graph.
struct TurnEnds {
    const TurnGraph* graph;
    TurnGraph::Ends ends;
};

TurnEnds ends_of(const TurnGraph& graph) { return {&graph, graph.ends()}; }

BestTurn best_of_scores(const TurnGraph& graph, const TurnEnds& ends, const std::vector<double>& scores) {
    if (ends.graph != &graph) throw std::invalid_argument("the ends are those of another turn");
    if (scores.size() != ends.ends.positions.size()) throw std::invalid_argument("one score per end is needed");
    if (std::any_of(scores.begin(), scores.end(), [](double score) { return std::isnan(score); }))
        throw std::invalid_argument("a score is not a number");
    return graph.best(ends.ends, scores);
}

// Tables that Python finds on disk.
class PythonTables final : public StoredTables {
   public:
    explicit PythonTables(nb::object tables) : tables_(std::move(tables)) {}

    int stones() override {
        const nb::gil_scoped_acquire lock;
        return nb::cast<int>(tables_.attr("stones")());
    }

    std::shared_ptr<const Table> load(int stones, double seconds) override {
        const nb::gil_scoped_acquire lock;
        const nb::object table = tables_.attr("load")(stones, seconds);
        return table.is_none() ? nullptr : nb::cast<std::shared_ptr<Table>>(table);
    }

   private:
    nb::object tables_;
};

using PythonFact = std::tuple<int, int, int, std::vector<int>>;

Fact from_python(const PythonFact& fact) {
    const auto& [pit, low, high, line] = fact;
    return {pit < 0 ? kNoPit : pit, low, high, line};
}

// Zero seconds or nodes means unlimited.
void ask(Session& self, const Position& position, bool every_move, int aim, double seconds, double spent,
         std::uint64_t nodes, int depth, int threads, bool outside_in, bool looks_first,
         const std::vector<PythonFact>& known, std::shared_ptr<RuledNet> net, nb::object tables) {
    check_playable(position);
    Request request{.position = position,
                    .every_move = every_move,
                    .aim = static_cast<Aim>(aim),
                    .seconds = seconds < 1e9 ? seconds : 0,
                    .nodes = nodes,
                    .depth = depth,
                    .spent = spent,
                    .threads = threads,
                    .outside_in = outside_in,
                    .looks_first = looks_first,
                    .net = checked_net(position.rules, std::move(net))};
    for (const PythonFact& fact : known) request.known.push_back(from_python(fact));
    PythonTables stored(std::move(tables));
    const Unlock unlocked;
    self.ask(request, &stored);
}

Session& asked(Session& self) {
    if (!self.has_request()) throw std::invalid_argument("the session has no request");
    return self;
}

void set_table(Session& self, const Rules& rules, std::shared_ptr<Table> table) {
    if (table && table->rules() != rules) throw std::invalid_argument("the table is for other rules");
    self.set_table(rules, std::move(table));
}

nb::bytes snapshot_of(Session& self, std::uint64_t max_entries) {
    std::vector<std::uint8_t> snapshot;
    {
        const Unlock unlocked;
        snapshot = asked(self).snapshot(max_entries);
    }
    return nb::bytes(snapshot.data(), snapshot.size());
}

bool restore(Session& self, nb::bytes snapshot) {
    const auto* data = static_cast<const std::uint8_t*>(snapshot.data());
    const std::size_t bytes = snapshot.size();
    const Unlock unlocked;
    return asked(self).restore(data, bytes);
}

// A line as whole turns, each a tuple of pits; a forced pass is an empty turn.
nb::tuple to_python(const Position& position, const std::vector<int>& pits) {
    const auto turns = turns_of(position, pits);
    if (!turns) throw std::invalid_argument("not a legal line");
    nb::list told;
    for (const std::vector<int>& turn : *turns) told.append(nb::tuple(nb::cast(turn)));
    return nb::tuple(told);
}

}  // namespace

void bind_solving(nb::module_& m) {
    nb::class_<Control>(m, "Control", "Limits of a search, and a way to stop it from another thread.")
        .def(
            "__init__",
            [](Control* self, double seconds, std::uint64_t nodes) {
                set_limits(*new (self) Control(), seconds, nodes);
            },
            "seconds"_a = 0.0, "nodes"_a = 0)
        .def("stop", &Control::stop)
        .def_prop_ro("stopped", &Control::stopped)
        .def_prop_ro("nodes", &Control::nodes);

    nb::class_<BestTurn>(m, "BestTurn", "The best end of a turn and the sequences of pits that lead there.")
        .def_ro("score", &BestTurn::score)
        .def_prop_ro(
            "sequences", [](const BestTurn& best) { return to_python(best.sequences); },
            nb::sig("def sequences(self) -> int"))
        .def_ro("first", &BestTurn::first)
        .def_ro("shortest", &BestTurn::shortest)
        .def_ro("states", &BestTurn::states)
        .def_ro("complete", &BestTurn::complete);
    m.def("best_turn", &checked_best_turn, "board"_a, "technical_win"_a, "max_laps"_a, "by_difference"_a,
          "control"_a, Unlocked());

    nb::class_<TurnGraph::Tree>(m, "TurnTree", "The tree of all sequences of a turn.")
        .def_prop_ro(
            "nodes", [](const TurnGraph::Tree& tree) { return to_python(tree.nodes); },
            nb::sig("def nodes(self) -> int"))
        .def_prop_ro(
            "leaves", [](const TurnGraph::Tree& tree) { return to_python(tree.leaves); },
            nb::sig("def leaves(self) -> int"))
        .def_ro("longest", &TurnGraph::Tree::longest);

    nb::class_<TurnEnds>(m, "TurnEnds", "The distinct positions in which a turn may end.")
        .def("__len__", [](const TurnEnds& ends) { return ends.ends.positions.size(); })
        .def_prop_ro("boards", [](const TurnEnds& ends) { return ends.ends.positions; });

    nb::class_<TurnGraph>(m, "TurnGraph", "All sequences of free moves from a position.")
        .def_prop_ro("states", &TurnGraph::states)
        .def("ends", &ends_of, nb::keep_alive<0, 1>(), Unlocked())
        .def("best", &best_of_scores, "ends"_a, "scores"_a, Unlocked())
        .def("tree", &TurnGraph::tree, Unlocked());
    m.def("turn_graph", &make_graph, "board"_a, "technical_win"_a, "max_laps"_a, "control"_a, Unlocked(),
          nb::sig("def turn_graph(board: Board, technical_win: bool, max_laps: int, control: Control) -> "
                  "TurnGraph | None"));

    m.def("is_fast", &is_fast, "rules"_a);

    nb::class_<Strategy>(m, "Strategy", "The moves that prove a value.")
        .def_prop_ro("pits", [](const Strategy& self) { return nb::bytes(self.pits.data(), self.pits.size()); })
        .def_ro("positions", &Strategy::positions);
    m.attr("PARTS_OF_STONE") = kPartsOfStone;
    nb::class_<Known>(m, "Known", "What is known about a position or a move, for the side to move.")
        .def_prop_ro(
            "pit",
            [](const Known& known) -> nb::object {
                return known.pit == kNoPit ? nb::none() : nb::object(nb::int_(known.pit));
            },
            nb::sig("def pit(self) -> int | None"))
        .def_ro("low", &Known::low)
        .def_ro("high", &Known::high)
        .def_ro("is_narrowed", &Known::is_narrowed,
                "Whether the bounds are tighter than the stones in play imply.")
        .def_ro("estimate", &Known::estimate, "In parts of a stone.")
        .def_ro("line", &Known::line)
        .def_prop_ro(
            "value", [](const Known& known) { return valued(known).value; }, "Rounded to stones.")
        .def_prop_ro("kind", [](const Known& known) { return static_cast<int>(valued(known).kind); });
    nb::class_<Report>(m, "Report", "What is known so far.")
        .def_ro("position", &Report::position)
        .def_ro("moves", &Report::moves)
        .def_ro("depth", &Report::depth)
        .def_ro("table_stones", &Report::table_stones)
        .def_ro("is_done", &Report::is_done);
    nb::class_<Progress>(m, "Progress", "How far a session is.")
        .def_ro("report", &Progress::report)
        .def_ro("nodes", &Progress::nodes);
    nb::class_<Session>(m, "Session", "Proves and estimates the values of one position after another.")
        .def(
            "__init__",
            [](Session* self, double memory, std::optional<int> table_stones) {
                if (table_stones && (*table_stones < -1 || *table_stones > Table::kMaxTableStones))
                    throw std::invalid_argument("stones out of range");
                new (self) Session(memory, table_stones.value_or(Session::kAnySize));
            },
            "memory"_a, "table_stones"_a = nb::none())
        .def(
            "ask", &ask, "board"_a, nb::kw_only(), "every_move"_a = false, "aim"_a = 0, "seconds"_a = 0.0,
            "spent"_a = 0.0, "nodes"_a = 0, "depth"_a = Request::kDeepest, "threads"_a = 1, "outside_in"_a = false,
            "looks_first"_a = false, "known"_a = std::vector<PythonFact>{}, "net"_a = nb::none(), "tables"_a,
            "Take a request. `known` has facts: pit (-1 for the position), low, high and line.",
            nb::sig("def ask(self, board: Board, *, every_move: bool = False, aim: int = 0, seconds: float = 0.0, "
                    "spent: float = 0.0, nodes: int = 0, depth: int = 250, threads: int = 1, "
                    "outside_in: bool = False, looks_first: bool = False, "
                    "known: collections.abc.Sequence[tuple[int, int, int, collections.abc.Sequence[int]]] = ..., "
                    "net: Net | None = None, tables: object) -> None"))
        .def(
            "begin", [](Session& self) { return asked(self).begin(); }, Unlocked(),
            "Begin to search, unless a table must be built first; return how many threads should work.")
        .def(
            "work", [](Session& self) { asked(self).work(); }, Unlocked())
        .def("stop", &Session::stop)
        .def(
            "learn", [](Session& self, const PythonFact& fact) { self.learn(from_python(fact)); }, "fact"_a,
            nb::sig("def learn(self, fact: tuple[int, int, int, collections.abc.Sequence[int]]) -> None"))
        .def("progress", &Session::progress)
        .def(
            "certify",
            [](Session& self, int value, std::uint64_t max_pending, double seconds) {
                return asked(self).certify(value, max_pending, seconds);
            },
            "value"_a, "max_pending"_a, "seconds"_a, Unlocked(),
            "Return the moves that certify the proven value, or None if stopped or too large.")
        .def("snapshot", &snapshot_of, "max_entries"_a, "Return the hash entries that took the most work.")
        .def("restore", &restore, "snapshot"_a, "Load a snapshot; return False if it does not fit this board.")
        .def_prop_ro(
            "table", [](const Session& self) { return std::const_pointer_cast<Table>(self.table()); },
            nb::sig("def table(self) -> Table | None"), "The table, possibly grown.")
        .def("set_table", &set_table, "rules"_a, "table"_a.none(),
             "Use another table, and forget everything else.")
        .def_prop_ro("hash_bytes", &Session::hash_bytes)
        .def("clear", &Session::clear);
    m.def("usable_seconds", &usable_seconds, "seconds"_a,
          "Return the part of a time limit to search for, so that the answer arrives within it.");
    m.def(
        "turns", [](const Position& position, const std::vector<int>& pits) { return to_python(position, pits); },
        "board"_a, "pits"_a, "Group a line into turns; a forced pass is an empty turn.",
        nb::sig("def turns(board: Board, pits: collections.abc.Sequence[int]) -> tuple[tuple[int, ...], ...]"));
}

}  // namespace sowfish
