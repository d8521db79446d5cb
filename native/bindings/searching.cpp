// Time-limited searches for Python: Monte Carlo, minimax, UCT and the engine's deepening.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>

#include "module.hpp"
#include "sowfish/minimax.hpp"
#include "sowfish/montecarlo.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sowfish {

namespace {

void check_has_move(const Position& position) {
    if (legal_pits(position) == 0) throw std::invalid_argument("there is no legal move");
}

std::unique_ptr<PlayoutRun> checked_playout_run(const Position& position, bool greedy, std::uint64_t seed,
                                                std::uint64_t games, Control& control) {
    check_has_move(position);
    return make_playout_run(position, greedy ? Policy::greedy : Policy::uniform, seed, games, control);
}

MinimaxResult checked_minimax(const Position& position, int max_depth, std::uint64_t expected_nodes,
                              Control& control) {
    check_has_move(position);
    return minimax(position, max_depth, expected_nodes, control);
}

}  // namespace

void bind_searching(nb::module_& m) {
    nb::class_<PitCount>(m, "PitCount", "How the random games after one move ended, for the side that made it.")
        .def_ro("pit", &PitCount::pit)
        .def_ro("wins", &PitCount::wins)
        .def_ro("draws", &PitCount::draws)
        .def_ro("losses", &PitCount::losses);
    nb::class_<PlayoutRun>(m, "PlayoutRun", "Random games after every legal move, by the threads that call work().")
        .def("work", &PlayoutRun::work, Unlocked())
        .def("counts", &PlayoutRun::counts);
    m.def("playout_run", &checked_playout_run, "board"_a, "greedy"_a, "seed"_a, "games"_a, "control"_a,
          nb::keep_alive<0, 5>());

    m.attr("SURE") = kSure;
    m.def("evaluate", &evaluate, "board"_a, "Return who is winning for the side to move, from 0 to SURE.");
    nb::class_<MinimaxResult>(m, "MinimaxResult", "The move a minimax would play, and what it saw.")
        .def_ro("pit", &MinimaxResult::pit)
        .def_ro("value", &MinimaxResult::value)
        .def_ro("depth", &MinimaxResult::depth)
        .def_ro("nodes", &MinimaxResult::nodes)
        .def_ro("line", &MinimaxResult::line)
        .def_ro("sees_end", &MinimaxResult::sees_end);
    m.def("minimax", &checked_minimax, "board"_a, "max_depth"_a, "expected_nodes"_a, "control"_a, Unlocked());
}

}  // namespace sowfish
