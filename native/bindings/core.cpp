// The core as a Python module: checks arguments, converts, releases the GIL, nothing else.
#include <nanobind/nanobind.h>
#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>

#include <numeric>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "module.hpp"
#include "sowfish/board/position.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace sowfish;

namespace {

// Defines __init__ by a function that checks its arguments and returns a value. Not nb::new_, whose types abort on
// object.__new__(type).
template <auto make, class Value, class... Arguments>
auto init_from(Value (*)(Arguments...)) {
    return [](Value* self, Arguments... arguments) { new (self) Value(make(arguments...)); };
}

template <auto make>
auto init_by() {
    return init_from<make>(make);
}

Rules make_rules(int pits, bool relay, int capture, bool both_stores, int ends, int rest) {
    if (pits < 1 || pits > kMaxPits) throw std::invalid_argument("pits out of range");
    if (capture < 0 || capture > 2 || ends < 0 || ends > 2 || rest < 0 || rest > 1)
        throw std::invalid_argument("no such rule");
    return {pits, {relay, Capture(capture), both_stores, Ending(ends), Rest(rest)}};
}

Position make_board(const Rules& rules, nb::bytes ring, bool north_to_move) {
    const std::string_view cells(ring.c_str(), ring.size());
    if (cells.size() != static_cast<std::size_t>(2 * rules.pits + 2))
        throw std::invalid_argument("wrong number of cells");
    Position position{rules, {}, north_to_move};
    std::copy(cells.begin(), cells.end(), position.ring.begin());
    if (std::accumulate(position.ring.begin(), position.ring.end(), 0) > kMaxStones)
        throw std::invalid_argument("too many stones");
    return position;
}

nb::bytes ring_of(const Position& position) {
    return nb::bytes(position.ring.data(), static_cast<std::size_t>(2 * position.rules.pits + 2));
}

bool is_legal(const Position& position, int pit) {
    return pit >= 0 && pit < position.rules.pits && (legal_pits(position) >> pit & 1);
}

// Returns None for an illegal pit; Python raises the error with the right message.
std::optional<Position> checked_after(const Position& position, int pit) {
    if (!is_legal(position, pit)) return std::nullopt;
    return after(position, pit);
}

// (board, next, laps, captured, banked, swept, path), or None.
nb::object checked_move(const Position& position, int pit) {
    if (!is_legal(position, pit)) return nb::none();
    MoveRecord record;
    const Position result = after(position, pit, record);
    const nb::bytes path(record.path.data(), record.path.size());
    return nb::make_tuple(result, static_cast<int>(record.next), record.laps, record.captured, record.banked,
                          record.swept, path);
}

// (board, last cell in the mover's order) after one lap of the side to move, without a capture; None if empty.
nb::object checked_lap(const Position& position, int pit) {
    if (pit < 0 || pit >= position.rules.pits) return nb::none();
    const WideKernel kernel(position.rules);
    WideBoard board = board_of(kernel, position);
    if (kernel.stones(board, pit) == 0) return nb::none();
    const int last = kernel.lap(board, pit);
    Position result = position;
    put_board(kernel, board, result);
    return nb::make_tuple(result, last);
}

Position passed(const Position& position) {
    Position result = position;
    result.north_to_move = !position.north_to_move;
    return result;
}

std::size_t position_hash(const Position& position) {
    const std::string_view cells(reinterpret_cast<const char*>(position.ring.data()), position.ring.size());
    return std::hash<std::string_view>{}(cells) * 2 + position.north_to_move;
}

Perft checked_perft(const Position& position, int depth) {
    if (depth < 0) throw std::invalid_argument("depth must not be negative");
    return perft(position, depth);
}

}  // namespace

NB_MODULE(_core, m) {
    nb::set_leak_warnings(false);  // positions may legitimately outlive the interpreter
    m.doc() = "The native core of Sowfish. Use the sowfish package instead, which validates arguments.";
    m.attr("MAX_STONES") = kMaxStones;

    nb::class_<Rules>(m, "Rules", "The switches and size of a game.")
        .def("__init__", init_by<&make_rules>(), "pits"_a, "relay"_a, "capture"_a, "both_stores"_a, "ends"_a,
             "rest"_a);

    nb::class_<Perft>(m, "Perft", "The number of move sequences, and a signature of the boards they reach.")
        .def_ro("sequences", &Perft::sequences)
        .def_ro("margins", &Perft::margins);

    nb::class_<Tally>(m, "Tally", "Results of many games, for the side to move.")
        .def_ro("wins", &Tally::wins)
        .def_ro("losses", &Tally::losses)
        .def_ro("ties", &Tally::ties)
        .def_ro("margins", &Tally::margins)
        .def_ro("moves", &Tally::moves);

    nb::class_<Position>(m, "Board", "A position: south's pits and store, north's pits and store, side to move.")
        .def("__init__", init_by<&make_board>(), "rules"_a, "ring"_a, "north_to_move"_a)
        .def_prop_ro("ring", &ring_of)
        .def_ro("north_to_move", &Position::north_to_move)
        .def(nb::self == nb::self, nb::sig("def __eq__(self, arg: object, /) -> bool"))
        .def("__hash__", &position_hash)
        .def(
            "legal_pits", [](const Position& position) { return legal_pits(position); },
            "Bit i is set if pit i is legal.")
        .def("is_over", [](const Position& position) { return is_over(position); })
        .def("after", &checked_after, "pit"_a)
        .def("move", &checked_move, "pit"_a,
             nb::sig("def move(self, pit: int) -> tuple[Board, int, int, int, int, int, bytes] | None"))
        .def("lap", &checked_lap, "pit"_a, nb::sig("def lap(self, pit: int) -> tuple[Board, int] | None"))
        .def("passed", &passed)
        .def("swept", [](const Position& position) { return swept(position); })
        .def("perft", &checked_perft, "depth"_a, Unlocked())
        .def(
            "playouts",
            [](const Position& position, std::uint64_t seed, std::uint64_t first, std::uint64_t games) {
                return playouts(position, seed, first, games);
            },
            "seed"_a, "first"_a, "games"_a, Unlocked());

    bind_tables(m);
    bind_solving(m);
    bind_batches(m);
    bind_nets(m);
    bind_value_batches(m);
    bind_searching(m);
    bind_playing(m);
    bind_checking(m);
    await_calls_at_exit();
}
