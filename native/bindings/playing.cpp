// Random numbers, deals, levels and judgements of turns, for Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string_view>
#include <tuple>
#include <vector>

#include "module.hpp"
#include "sowfish/board/deal.hpp"
#include "sowfish/board/profiles.hpp"
#include "sowfish/play/montecarlo.hpp"
#include "sowfish/session/common_turn.hpp"
#include "sowfish/session/levels.hpp"
#include "sowfish/session/sizes.hpp"
#include "sowfish/session/valued.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sowfish {

namespace {

using Number = std::tuple<int, int, int, int>;  // value, low, high, kind

Valued from_python(const Number& number) {
    const auto [value, low, high, kind] = number;
    if (kind < 0 || kind > 2) throw std::invalid_argument("no such kind");
    return {value, low, high, Certainty(kind)};
}

Number to_python(const Valued& known) {
    return {known.value, known.low, known.high, static_cast<int>(known.kind)};
}

template <Valued (*join)(const Valued&, const Valued&)>
Number joined(const Number& one, const Number& other) {
    return to_python(join(from_python(one), from_python(other)));
}

std::optional<Position> checked_deal(const Rules& rules, int deal, int total, Chance& chance) {
    if (deal < 0 || deal > 4) throw std::invalid_argument("no such deal");
    return dealt(rules, Deal(deal), total, chance);
}

const Level& level_of(int level) {
    if (level < 1 || level > static_cast<int>(kLevels.size())) throw std::invalid_argument("no such level");
    return kLevels[static_cast<std::size_t>(level - 1)];
}

std::size_t move_of_level(int level, const std::vector<double>& values, Chance& chance) {
    if (values.empty()) throw std::invalid_argument("there is no move");
    return drawn_move(level_of(level), values, chance);
}

std::size_t selected_count(const std::vector<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>>& counts,
                           int select) {
    if (counts.empty() || select < 0 || select > 2) throw std::invalid_argument("no such choice");
    std::vector<PitCount> found;
    for (const auto& [wins, draws, losses] : counts) found.push_back({0, wins, draws, losses});
    return best_count(found, Select(select));
}

Sizes checked_sizes(const Rules& rules, int rest, double memory, double seconds, int threads, bool every_move,
                    int stored_stones) {
    return sizes_for(rules, {rest, memory, seconds, threads, every_move, stored_stones});
}

void check_pits(const Position& position, unsigned pits) {
    if (pits & ~legal_pits(position)) throw std::invalid_argument("an illegal move");
}

void make_common_turn(CommonTurn* place, const Position& position, unsigned best) {
    check_pits(position, best);
    new (place) CommonTurn(position, best);
}

void checked_tell(CommonTurn& search, unsigned best) {
    if (search.position() == nullptr) throw std::invalid_argument("the search is over");
    check_pits(*search.position(), best);
    search.tell(best);
}

void bind_chance(nb::module_& m) {
    nb::class_<Chance>(m, "Chance", "Seeded random numbers, identical to those of Python's random.")
        .def(nb::init<std::string_view>(), "text"_a)
        .def(nb::init<const std::vector<std::uint32_t>&>(), "words"_a)
        .def(
            "bits",
            [](Chance& chance, int count) {
                if (count < 1 || count > 64) throw std::invalid_argument("bits out of range");
                return chance.bits(count);
            },
            "count"_a, "Return a random integer of 1 to 64 bits.")
        .def("real", &Chance::real, "Return a uniform number in [0, 1).");
    m.def("dealt", &checked_deal, "rules"_a, "deal"_a, "total"_a, "chance"_a,
          "Return a random start, or None if no such deal exists.");
}

void bind_levels(nb::module_& m) {
    nb::class_<Level>(m, "Level", "Depth, node limit and carelessness of a level.")
        .def_ro("depth", &Level::depth)
        .def_ro("nodes", &Level::nodes)
        .def_ro("carelessness", &Level::carelessness)
        .def_ro("overlooked", &Level::overlooked);
    m.attr("MOST_LEVELS") = kLevels.size();
    m.def("level", &level_of, "number"_a, nb::rv_policy::copy);
    m.def(
        "level_nodes", [](int level, const Rules& rules) { return nodes_of(level_of(level), is_fast(rules)); },
        "number"_a, "rules"_a);
    m.def("drawn_move", &move_of_level, "level"_a, "values"_a, "chance"_a,
          "Return the index of the move a level plays, given its estimate of each move in stones.");
}

void bind_values(nb::module_& m) {
    m.def(
        "within",
        [](const Number& known, int low, int high) { return to_python(within(from_python(known), low, high)); },
        "known"_a, "low"_a, "high"_a);
    m.def("at_least", &joined<at_least>, "before"_a, "after"_a);
    m.def("lost", &joined<lost>, "before"_a, "after"_a);
    m.def("cost", &joined<cost>, "best"_a, "reached"_a);
    m.def(
        "mark", [](int before, int after, int total) { return static_cast<int>(mark_of(before, after, total)); },
        "before"_a, "after"_a, "total"_a);
    m.def(
        "is_mark_proven",
        [](const Number& before, const Number& after, int total) {
            return is_mark_proven(from_python(before), from_python(after), total);
        },
        "before"_a, "after"_a, "total"_a);
    m.def("accuracy", &accuracy, "lost"_a, "total"_a);
    nb::class_<CommonTurn>(m, "CommonTurn", "A search for a turn that is best under two rules for leftovers.")
        .def("__init__", &make_common_turn, "board"_a, "best"_a)
        .def("next", &CommonTurn::next, "may_ask"_a,
             "Advance to the next position to analyse; return False once the search is over.")
        .def("tell", &checked_tell, "best"_a)
        .def_prop_ro("pits", &CommonTurn::pits);
}

}  // namespace

void bind_playing(nb::module_& m) {
    bind_chance(m);
    bind_levels(m);
    bind_values(m);
    m.def("best_count", &selected_count, "counts"_a, "select"_a,
          "Return the index of the best of some counts: wins, draws, losses.");
    nb::class_<Sizes>(m, "Sizes", "Table sizes of an engine.")
        .def_ro("table_stones", &Sizes::table_stones)
        .def_ro("max_table_stones", &Sizes::max_table_stones)
        .def_ro("hash_bytes", &Sizes::hash_bytes);
    m.def("sizes", &checked_sizes, "rules"_a, "rest"_a, "memory"_a, "seconds"_a, "threads"_a, "every_move"_a,
          "stored_stones"_a);
    m.def("look_bytes", &look_bytes, "memory"_a);
    m.def("largest_table", &largest_table, "rules"_a, "positions"_a);
}

}  // namespace sowfish
