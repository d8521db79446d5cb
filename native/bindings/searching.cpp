// Time-limited searches for Python: Monte Carlo, minimax and tree search.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>

#include "module.hpp"
#include "ruled_net.hpp"
#include "sowfish/play/minimax.hpp"
#include "sowfish/play/montecarlo.hpp"
#include "sowfish/play/puct.hpp"
#include "sowfish/play/uct.hpp"

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

// A search tree with its rules; remembers whether it has a root, and admits one thread at a time.
class RuledTree {
   public:
    RuledTree(const Rules& rules, std::unique_ptr<SearchTree> tree) : rules_(rules), tree_(std::move(tree)) {}

    std::size_t set_root(const Position& position) {
        if (position.rules != rules_) throw std::invalid_argument("the tree is for other rules");
        check_has_move(position);
        has_root_ = true;
        return tree_->set_root(position);
    }

    SearchTree& rooted() const {
        if (!has_root_) throw std::invalid_argument("the tree has no root");
        return *tree_;
    }

   private:
    Rules rules_;
    std::unique_ptr<SearchTree> tree_;
    bool has_root_ = false;
};

std::unique_ptr<RuledTree> uct_tree(const Rules& rules, std::size_t bytes, double exploration,
                                    std::uint64_t seed) {
    return std::make_unique<RuledTree>(rules, make_uct_tree(rules, bytes, exploration, seed));
}

std::unique_ptr<RuledTree> puct_tree(const Rules& rules, std::shared_ptr<RuledNet> net, std::size_t bytes,
                                     double exploration, std::uint64_t seed) {
    return std::make_unique<RuledTree>(
        rules, make_puct_tree(rules, checked_net(rules, std::move(net)), bytes, exploration, seed));
}

}  // namespace

void bind_searching(nb::module_& m) {
    nb::class_<PitCount>(m, "PitCount", "How the random games after one move ended, for the side that made it.")
        .def_ro("pit", &PitCount::pit)
        .def_ro("wins", &PitCount::wins)
        .def_ro("draws", &PitCount::draws)
        .def_ro("losses", &PitCount::losses);
    nb::class_<PlayoutRun>(m, "PlayoutRun",
                           "Random games after every legal move, played by the threads that call work().")
        .def("work", &PlayoutRun::work, Unlocked())
        .def("counts", &PlayoutRun::counts);
    m.def("playout_run", &checked_playout_run, "board"_a, "greedy"_a, "seed"_a, "games"_a, "control"_a,
          nb::keep_alive<0, 5>());

    m.attr("SURE") = kSure;
    m.def("evaluate", &evaluate, "board"_a,
          "Return the evaluation for the side to move, from 0 (lost) to SURE (won).");
    nb::class_<MinimaxResult>(m, "MinimaxResult", "The move minimax would play, and its value.")
        .def_ro("pit", &MinimaxResult::pit)
        .def_ro("value", &MinimaxResult::value)
        .def_ro("depth", &MinimaxResult::depth)
        .def_ro("nodes", &MinimaxResult::nodes)
        .def_ro("line", &MinimaxResult::line)
        .def_ro("sees_end", &MinimaxResult::sees_end);
    m.def("minimax", &checked_minimax, "board"_a, "max_depth"_a, "expected_nodes"_a, "control"_a, Unlocked());

    nb::class_<TreeCount>(m, "TreeCount",
                          "What a tree knows about its root or a move, for the side to move at the root.")
        .def_ro("pit", &TreeCount::pit)
        .def_ro("visits", &TreeCount::visits)
        .def_ro("value", &TreeCount::value)
        .def_ro("prior", &TreeCount::prior)
        .def_prop_ro("low", [](const TreeCount& count) { return static_cast<int>(count.low); })
        .def_prop_ro("high", [](const TreeCount& count) { return static_cast<int>(count.high); });
    nb::class_<RuledTree>(m, "SearchTree", "A search tree that persists between searches.")
        .def("set_root", &RuledTree::set_root, "board"_a,
             "Make a position the root; return the number of nodes kept.", Unlocked())
        .def(
            "search",
            [](const RuledTree& self, std::uint64_t visits, Control& control) {
                return self.rooted().search(visits, control);
            },
            "visits"_a, "control"_a, Unlocked())
        .def_prop_ro("nodes", [](const RuledTree& self) { return self.rooted().nodes(); })
        .def_prop_ro("root", [](const RuledTree& self) { return self.rooted().root(); })
        .def_prop_ro("moves", [](const RuledTree& self) { return self.rooted().moves(); })
        .def_prop_ro("line", [](const RuledTree& self) { return self.rooted().line(); });

    m.def("uct_tree", &uct_tree, "rules"_a, "bytes"_a, "exploration"_a, "seed"_a);
    m.def("puct_tree", &puct_tree, "rules"_a, "net"_a.none(), "bytes"_a, "exploration"_a, "seed"_a);
}

}  // namespace sowfish
