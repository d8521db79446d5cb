// Best turns and the engine for Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>

#include "module.hpp"
#include "ruled_net.hpp"
#include "sowfish/board/line.hpp"
#include "sowfish/board/turn.hpp"
#include "sowfish/search/engine.hpp"
#include "sowfish/search/valued.hpp"
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

// An engine with its rules, since it only accepts boards of those rules, and the objects its current question
// uses.
class RuledEngine {
   public:
    RuledEngine(const Rules& rules, std::size_t hash_bytes, std::size_t look_bytes)
        : rules_(rules), engine_(make_engine(rules, hash_bytes, look_bytes)) {}

    // `room_stones` is the size up to which the table may grow, in stones; -1 if it may not.
    void set_table(std::shared_ptr<Table> table, int room_stones) {
        if (table && table->rules() != rules_) throw std::invalid_argument("the table is for other rules");
        if (room_stones > Table::kMaxTableStones) throw std::invalid_argument("stones out of range");
        const bool grows = room_stones >= 0 && is_fast(rules_);
        engine_->set_table(std::move(table), grows ? std::make_shared<Table>(rules_, room_stones) : nullptr);
    }

    std::shared_ptr<Table> table() const { return std::const_pointer_cast<Table>(engine_->table()); }

    void set_net(std::shared_ptr<RuledNet> net) { engine_->set_net(checked_net(rules_, std::move(net))); }

    bool begin(const Position& position, Control& control, bool every_move, bool proves, int threads,
               int max_depth, double look_share, int max_table_stones, bool outside_in, std::optional<int> low,
               std::optional<int> high) {
        check(position);
        Question question{.position = position,
                          .every_move = every_move,
                          .proves = proves,
                          .threads = threads,
                          .max_depth = max_depth,
                          .look_share = look_share,
                          .max_table_stones = max_table_stones,
                          .approach = outside_in ? Approach::outside_in : Approach::guess};
        if (low) question.low = *low;
        if (high) question.high = *high;
        has_question_ = true;
        return engine_->begin(question, control);
    }

    void work() { asked().work(); }
    Report report() const { return asked().report(); }

    std::optional<Strategy> certify(const Position& position, int value, std::uint64_t max_pending,
                                    Control& control) {
        check(position);
        return engine_->certify(position, value, max_pending, control);
    }

    Engine& engine() const { return *engine_; }

   private:
    void check(const Position& position) const {
        check_playable(position);
        if (position.rules != rules_) throw std::invalid_argument("the engine is for other rules");
    }

    Engine& asked() const {
        if (!has_question_) throw std::invalid_argument("the engine has no question");
        return *engine_;
    }

    Rules rules_;
    std::unique_ptr<Engine> engine_;
    bool has_question_ = false;
};

nb::bytes snapshot_of(const RuledEngine& self, std::uint64_t max_entries) {
    std::vector<std::uint8_t> snapshot;
    {
        const Unlock unlocked;
        snapshot = self.engine().snapshot(max_entries);
    }
    return nb::bytes(snapshot.data(), snapshot.size());
}

bool restore(RuledEngine& self, nb::bytes snapshot) {
    const auto* data = static_cast<const std::uint8_t*>(snapshot.data());
    const std::size_t bytes = snapshot.size();
    const Unlock unlocked;
    return self.engine().restore(data, bytes);
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
        .def_ro("is_done", &Report::is_done);
    nb::class_<RuledEngine>(m, "Engine", "Proves and estimates the values of one position after another.")
        .def(nb::init<const Rules&, std::size_t, std::size_t>(), "rules"_a, "hash_bytes"_a, "look_bytes"_a)
        .def("set_table", &RuledEngine::set_table, "table"_a.none(), "room_stones"_a = -1,
             "Set the table, and the size it may grow to, in stones.")
        .def_prop_ro("table", &RuledEngine::table, nb::sig("def table(self) -> Table | None"),
                     "The table, possibly grown.")
        .def("set_net", &RuledEngine::set_net, "net"_a.none())
        .def_prop_ro("hash_bytes", [](const RuledEngine& self) { return self.engine().hash_bytes(); })
        .def(
            "set_hash_bytes",
            [](const RuledEngine& self, std::size_t bytes) { self.engine().set_hash_bytes(bytes); }, "bytes"_a,
            Unlocked())
        .def("clear", [](const RuledEngine& self) { self.engine().clear(); })
        .def("begin", &RuledEngine::begin, "board"_a, "control"_a, nb::kw_only(), "every_move"_a = false,
             "proves"_a = true, "threads"_a = 1, "max_depth"_a = 250, "look_share"_a = 0.5,
             "max_table_stones"_a = -1, "outside_in"_a = false, "low"_a = nb::none(), "high"_a = nb::none(),
             nb::keep_alive<1, 3>(), Unlocked(),
             "Start a question with a first, limited search; return whether that answers it.")
        .def("work", &RuledEngine::work, Unlocked())
        .def("report", &RuledEngine::report)
        .def("certify", &RuledEngine::certify, "board"_a, "value"_a, "max_pending"_a, "control"_a, Unlocked(),
             "Return the moves that certify a proven value, or None if stopped or too large.")
        .def("snapshot", &snapshot_of, "max_entries"_a, "Return the hash entries that took the most work.")
        .def("restore", &restore, "snapshot"_a, "Load a snapshot; return False if it does not fit this board.");
    m.def(
        "turns", [](const Position& position, const std::vector<int>& pits) { return to_python(position, pits); },
        "board"_a, "pits"_a, "Group a line into turns; a forced pass is an empty turn.",
        nb::sig("def turns(board: Board, pits: collections.abc.Sequence[int]) -> tuple[tuple[int, ...], ...]"));
}

}  // namespace sowfish
