// Best turns, estimates and proofs for Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>

#include "module.hpp"
#include "ruled_net.hpp"
#include "sowfish/estimate.hpp"
#include "sowfish/solver.hpp"
#include "sowfish/table.hpp"
#include "sowfish/turn.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sowfish {

namespace {

void check_playable(const Position& position) {
    if (is_over(position)) throw std::invalid_argument("the game is over");
}

// Limits that are not positive are none.
void set_limits(Control& control, double seconds, std::uint64_t nodes) {
    if (nodes > 0) control.limit_nodes(nodes);
    if (seconds > 0 && seconds < 1e9)
        control.limit_time(Control::Clock::now() + std::chrono::duration_cast<Control::Clock::duration>(
                                                       std::chrono::duration<double>(seconds)));
}

nb::object to_python(TurnGraph::Count count) {
    const nb::object high = nb::int_(static_cast<std::uint64_t>(count >> 64));
    const nb::object low = nb::int_(static_cast<std::uint64_t>(count));
    return nb::steal(PyNumber_Or(nb::steal(PyNumber_Lshift(high.ptr(), nb::int_(64).ptr())).ptr(), low.ptr()));
}

std::optional<BestTurn> checked_best_turn(const Position& position, bool technical_win, int max_laps,
                                          bool by_difference, Control& control) {
    if (legal_pits(position) == 0) throw std::invalid_argument("there is no legal move");
    return best_turn(position, {technical_win, max_laps},
                     by_difference ? Objective::difference : Objective::stones, control);
}

std::unique_ptr<TurnGraph> make_graph(const Position& position, bool technical_win, int max_laps,
                                      Control& control) {
    if (legal_pits(position) == 0) throw std::invalid_argument("there is no legal move");
    return make_turn_graph(position, {technical_win, max_laps}, control);
}

// Ends that know their graph, to which alone their numbers mean something.
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

// A solver that knows its rules, for it understands boards of no others.
struct RuledSolver {
    Rules rules;
    std::unique_ptr<Solver> solver;
};

RuledSolver checked_solver(const Rules& rules, std::size_t hash_bytes, std::shared_ptr<Table> table) {
    if (table && table->rules() != rules) throw std::invalid_argument("the table is for other rules");
    return {rules, make_solver(rules, hash_bytes, std::move(table))};
}

std::unique_ptr<Proof> checked_proof(RuledSolver& self, const Position& position, bool every_move, int threads,
                                     Control& control, bool outside_in, const std::vector<int>& guesses) {
    check_playable(position);
    if (position.rules != self.rules) throw std::invalid_argument("the solver is for other rules");
    return self.solver->prove(position, every_move, threads, control,
                              outside_in ? Approach::outside_in : Approach::guess, guesses);
}

std::optional<Strategy> checked_strategy(RuledSolver& self, const Position& position, int value,
                                         std::uint64_t max_pending, Control& control) {
    check_playable(position);
    if (position.rules != self.rules) throw std::invalid_argument("the solver is for other rules");
    return self.solver->certify(position, value, max_pending, control);
}

nb::bytes snapshot_of(const RuledSolver& self, std::uint64_t max_entries) {
    std::vector<std::uint8_t> snapshot;
    {
        const Unlock unlocked;
        snapshot = self.solver->snapshot(max_entries);
    }
    return nb::bytes(snapshot.data(), snapshot.size());
}

bool restore(RuledSolver& self, nb::bytes snapshot) {
    const auto* data = static_cast<const std::uint8_t*>(snapshot.data());
    const std::size_t bytes = snapshot.size();
    const Unlock unlocked;
    return self.solver->restore(data, bytes);
}

}  // namespace

void bind_solving(nb::module_& m) {
    nb::class_<Control>(m, "Control", "Limits of a search, and the way to stop it from another thread.")
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
        .def_ro("states", &BestTurn::states);
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

    nb::class_<TurnGraph>(m, "TurnGraph", "All chains of free moves from a position.")
        .def_prop_ro("states", &TurnGraph::states)
        .def("ends", &ends_of, nb::keep_alive<0, 1>(), Unlocked())
        .def("best", &best_of_scores, "ends"_a, "scores"_a, Unlocked())
        .def("tree", &TurnGraph::tree, Unlocked());
    m.def("turn_graph", &make_graph, "board"_a, "technical_win"_a, "max_laps"_a, "control"_a, Unlocked(),
          nb::sig("def turn_graph(board: Board, technical_win: bool, max_laps: int, control: Control) -> "
                  "TurnGraph | None"));

    m.def("is_fast", &is_fast, "rules"_a);

    nb::class_<Estimate>(m, "Estimate", "A guess at a margin, and how many moves it looked ahead.")
        .def_ro("margin", &Estimate::margin)
        .def_ro("depth", &Estimate::depth)
        .def_ro("line", &Estimate::line);
    m.def(
        "estimate",
        [](const Position& position, std::shared_ptr<Table> table, int max_depth, Control& control) {
            check_playable(position);
            if (table && table->rules() != position.rules)
                throw std::invalid_argument("the table is for other rules");
            return estimate(position, table.get(), max_depth, control);
        },
        "board"_a, "table"_a.none(), "max_depth"_a, "control"_a, Unlocked());

    nb::class_<Proven>(m, "Proven", "Proven bounds of a margin; pit is None for the position itself.")
        .def_ro("low", &Proven::low)
        .def_ro("high", &Proven::high)
        .def_prop_ro(
            "pit",
            [](const Proven& proven) -> nb::object {
                return proven.pit == kNoPit ? nb::none() : nb::object(nb::int_(proven.pit));
            },
            nb::sig("def pit(self) -> int | None"));
    nb::class_<Proof>(m, "Proof", "The proof of one position by the threads that call work().")
        .def("work", &Proof::work, Unlocked())
        .def("believe", &Proof::believe, "low"_a, "high"_a, "Take bounds from an earlier proof.")
        .def("proven", &Proof::proven)
        .def("line", &Proof::line, "number"_a, Unlocked());
    nb::class_<Strategy>(m, "Strategy", "The moves that prove a value.")
        .def_prop_ro("pits", [](const Strategy& self) { return nb::bytes(self.pits.data(), self.pits.size()); })
        .def_ro("positions", &Strategy::positions);
    nb::class_<RuledSolver>(m, "Solver", "What proofs share: the hash table and an endgame table.")
        .def_prop_ro("hash_bytes", [](const RuledSolver& self) { return self.solver->hash_bytes(); })
        .def_prop_ro("is_parallel", [](const RuledSolver& self) { return self.solver->is_parallel(); })
        .def("prove", &checked_proof, "board"_a, "every_move"_a, "threads"_a, "control"_a, "outside_in"_a = false,
             "guesses"_a = std::vector<int>(), nb::keep_alive<0, 1>(), nb::keep_alive<0, 5>(), Unlocked())
        .def(
            "set_net",
            [](RuledSolver& self, std::shared_ptr<RuledNet> net) {
                self.solver->set_net(checked_net(self.rules, std::move(net)));
            },
            "net"_a.none(), "Have a net order the moves of proofs that begin from now on.")
        .def("certify", &checked_strategy, "board"_a, "value"_a, "max_pending"_a, "control"_a, Unlocked(),
             "Return the moves that prove a proven value, or None if stopped or too large.")
        .def("snapshot", &snapshot_of, "max_entries"_a, "Return what took the most work to find.")
        .def("restore", &restore, "snapshot"_a, "Take in a snapshot; return False if it is none for this board.");
    m.def("solver", &checked_solver, "rules"_a, "hash_bytes"_a, "table"_a.none());
}

}  // namespace sowfish
