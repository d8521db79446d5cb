// The model checker's searches for Python. Counters, words and operations are passed as the integers of the core's
// enums.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "module.hpp"
#include "sowfish/checker/checking.hpp"
#include "sowfish/checker/force.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sowfish {

namespace {

using TrackerNumbers = std::vector<std::tuple<int, int, int, int>>;  // counter, who, cap, after
using TermNumbers = std::tuple<int, int, int>;                       // counter, who, factor
using Program = std::vector<std::pair<int, int>>;                    // operation, argument

constexpr int kLargestFactor = 1'000'000;

Term term_of(const TermNumbers& numbers) {
    const auto [counter, who, sign] = numbers;
    if (counter < 0 || counter >= kCounters || who < 0 || who > 2 || sign == 0 || std::abs(sign) > kLargestFactor)
        throw std::invalid_argument("no such counter");
    return {Counter(counter), Who(who), sign};
}

Predicate condition_of(const Program& program, int trackers) {
    std::vector<Instruction> steps;
    for (const auto& [op, argument] : program) {
        if (op < 0 || op >= kOps) throw std::invalid_argument("no such operation");
        steps.push_back({Instruction::Op(op), argument});
    }
    Predicate condition(std::move(steps));
    if (!condition.is_sound(trackers)) throw std::invalid_argument("the program is not sound");
    return condition;
}

// What all queries share: the start, which states to distinguish, and the limits.
struct Query {
    Position start;
    GraphOptions options;
    Predicate where;
    std::size_t max_bytes;

    int trackers() const { return static_cast<int>(options.trackers.size()); }
};

Query make_query(const Position& start, const TrackerNumbers& trackers, const Program& where, bool keep_stores,
                 bool keep_side, bool is_bounded, std::size_t max_bytes) {
    if (is_bounded && trackers.empty()) throw std::invalid_argument("a bound needs a tracker");
    Query query{start, {{}, keep_stores, keep_side, is_bounded}, {}, max_bytes};
    const int count = static_cast<int>(trackers.size());
    for (const auto& [counter, who, cap, after] : trackers) {
        const Term term = term_of({counter, who, 1});
        if (cap < 1 || cap > 0xffff || term.counter == Counter::margin || after < Tracker::kAtOnce ||
            after >= count)
            throw std::invalid_argument("no such tracker");
        query.options.trackers.push_back({term.counter, term.who, cap, after});
    }
    if (mark_bits(query.options.trackers) > kMarkBits) throw std::invalid_argument("too many trackers");
    query.where = condition_of(where, query.trackers());
    return query;
}

PathQuestion path_question(const Query& query, int scope, std::optional<TermNumbers> cost, int within) {
    if (scope < 0 || scope > 2) throw std::invalid_argument("no such scope");
    PathQuestion question{query.start, query.options, query.where, Scope(scope), {}, within, query.max_bytes};
    if (cost) question.begin_cost = term_of(*cost);
    return question;
}

Extreme checked_extreme(const Query& query, int scope, std::optional<TermNumbers> cost, int within,
                        const std::vector<TermNumbers>& terms, const Program& at_end, bool largest,
                        std::optional<int> target, Control& control) {
    Sum sum{{}, condition_of(at_end, query.trackers()), largest, target};
    for (const TermNumbers& numbers : terms) sum.terms.push_back(term_of(numbers));
    return extreme(path_question(query, scope, cost, within), sum, control);
}

Count checked_count(const Query& query, int scope, std::optional<TermNumbers> cost, int within, Control& control) {
    return count_paths(path_question(query, scope, cost, within), control);
}

PlaceQuestion place_question(const Query& query, int subject, const TermNumbers& cost, std::optional<int> within) {
    if (subject < 0 || subject > 2) throw std::invalid_argument("no such subject");
    const Term term = term_of(cost);
    if (term.factor != 1 || term.counter == Counter::margin) throw std::invalid_argument("a cost must not fall");
    return {query.start, query.options, query.where, Subject(subject), term, within, query.max_bytes};
}

Reached checked_nearest(const Query& query, int subject, const TermNumbers& cost, std::optional<int> within,
                        Control& control) {
    return nearest(place_question(query, subject, cost, within), control);
}

Reached checked_count_places(const Query& query, int subject, const TermNumbers& cost, std::optional<int> within,
                             Control& control) {
    return count_places(place_question(query, subject, cost, within), control);
}

Reached checked_extreme_place(const Query& query, int subject, const TermNumbers& cost, std::optional<int> within,
                              const Program& objective, bool largest, Control& control) {
    return extreme_place(place_question(query, subject, cost, within), condition_of(objective, query.trackers()),
                         largest, control);
}

std::unique_ptr<ForceSearch> checked_force(const Query& query, bool north, bool at_end) {
    if (!query.options.keep_side) throw std::invalid_argument("who forces needs the sides told apart");
    return make_force_search({query.start, query.options, query.where, north, at_end, query.max_bytes});
}

// Checks that the moves are legal in sequence from the position.
const Path& checked_path(const Position& start, const Path& moves) {
    Position position = start;
    for (const int pit : moves) {
        const unsigned legal = legal_pits(position);
        const bool fits = pit == Step::kPass ? legal == 0 && !is_over(position)
                                             : pit >= 0 && pit < kMaxPits && (legal >> pit & 1);
        if (!fits) throw std::invalid_argument("not a legal line");
        if (pit == Step::kPass)
            position.north_to_move = !position.north_to_move;
        else
            position = after(position, pit);
    }
    return moves;
}

// A force search together with its start, so that paths passed to it can be checked.
struct Force {
    Position start;
    std::unique_ptr<ForceSearch> search;
};

nb::object large_number(const Count& count) {
    nb::object sum = nb::int_(0);
    for (auto limb = count.limbs.rbegin(); limb != count.limbs.rend(); ++limb)
        sum = (sum << nb::int_(64)) | nb::int_(*limb);
    return sum;
}

}  // namespace

void bind_checking(nb::module_& m) {
    nb::class_<Searched>(m, "Searched", "Statistics of a search, finished or not.")
        .def_ro("nodes", &Searched::nodes)
        .def_ro("bytes", &Searched::bytes)
        .def_ro("complete", &Searched::complete)
        .def_ro("out_of_memory", &Searched::out_of_memory);

    nb::class_<Extreme>(m, "Extreme",
                        "The largest or smallest sum over games or turns, and a path that attains it.")
        .def_ro("value", &Extreme::value)
        .def_ro("before", &Extreme::before)
        .def_ro("path", &Extreme::path)
        .def_ro("reached", &Extreme::reached)
        .def_ro("searched", &Extreme::searched);

    nb::class_<Count>(m, "PathCount", "The number of games or turns.")
        .def_prop_ro("count", &large_number, nb::sig("def count(self) -> int"))
        .def_ro("searched", &Count::searched);

    nb::class_<Reached>(m, "Reached", "A place found, or the number of places.")
        .def_prop_ro("found", [](const Reached& reached) { return reached.place.found; })
        .def_prop_ro("cost", [](const Reached& reached) { return reached.place.cost; })
        .def_prop_ro("value", [](const Reached& reached) { return reached.place.value; })
        .def_prop_ro("path", [](const Reached& reached) { return reached.place.path; })
        .def_prop_ro("events", [](const Reached& reached) { return reached.place.events; })
        .def_ro("count", &Reached::count)
        .def_ro("settled", &Reached::settled)
        .def_ro("searched", &Reached::searched);

    nb::class_<Force>(m, "Force", "What a side can force, from the start or after given moves.")
        .def(
            "forced",
            [](const Force& force, const Path& moves, Control& control) {
                return force.search->forced(checked_path(force.start, moves), control);
            },
            "moves"_a, "control"_a, Unlocked())
        .def(
            "reached",
            [](const Force& force, const Path& moves) {
                return force.search->reached(checked_path(force.start, moves));
            },
            "moves"_a)
        .def_prop_ro("searched", [](const Force& force) { return force.search->searched(); });

    nb::class_<Query>(m, "Query", "The start of a question, and which states it distinguishes.")
        .def(
            "__init__",
            [](Query* self, const Position& start, const TrackerNumbers& trackers, const Program& where,
               bool keep_stores, bool keep_side, bool is_bounded, std::size_t max_bytes) {
                new (self)
                    Query(make_query(start, trackers, where, keep_stores, keep_side, is_bounded, max_bytes));
            },
            "start"_a, "trackers"_a, "where"_a, "keep_stores"_a, "keep_side"_a, "is_bounded"_a, "max_bytes"_a)
        .def("extreme", &checked_extreme, "scope"_a, "cost"_a.none(), "within"_a, "terms"_a, "at_end"_a,
             "largest"_a, "target"_a.none(), "control"_a, Unlocked())
        .def("count", &checked_count, "scope"_a, "cost"_a.none(), "within"_a, "control"_a, Unlocked())
        .def("nearest", &checked_nearest, "subject"_a, "cost"_a, "within"_a.none(), "control"_a, Unlocked())
        .def("count_places", &checked_count_places, "subject"_a, "cost"_a, "within"_a.none(), "control"_a,
             Unlocked())
        .def(
            "force",
            [](const Query& query, bool north, bool at_end) {
                return Force{query.start, checked_force(query, north, at_end)};
            },
            "north"_a, "at_end"_a)
        .def("extreme_place", &checked_extreme_place, "subject"_a, "cost"_a, "within"_a.none(), "objective"_a,
             "largest"_a, "control"_a, Unlocked());
}

}  // namespace sowfish
