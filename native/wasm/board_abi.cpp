// Rules, moves, random numbers and deals, for JavaScript.
#include <algorithm>
#include <limits>
#include <string>

#include "abi.hpp"
#include "sowfish/board/deal.hpp"
#include "sowfish/board/turn.hpp"

using namespace sowfish;

namespace sowfish::abi {

Position position() {
    const auto at = [](std::size_t place) { return input[place]; };
    Position position{
        {at(0), {at(1) != 0, Capture(at(2)), at(3) != 0, Ending(at(4)), Rest(at(5))}}, {}, at(6) != 0};
    for (std::size_t cell = 0; cell < static_cast<std::size_t>(2 * at(0) + 2); ++cell)
        position.ring[cell] = static_cast<std::uint8_t>(at(7 + cell));
    return position;
}

Valued valued_at(std::size_t place) {
    return {input[place], input[place + 1], input[place + 2], Certainty(input[place + 3])};
}

std::uint64_t long_of(double number) {
    return number >= 1.8e19 ? std::numeric_limits<std::uint64_t>::max() : static_cast<std::uint64_t>(number);
}

}  // namespace sowfish::abi

using namespace sowfish::abi;

SOWFISH_EXPORT(sow_input) std::int32_t* sow_input(std::int32_t count) {
    input.resize(std::max<std::size_t>(input.size(), static_cast<std::size_t>(count)));
    return input.data();
}

SOWFISH_EXPORT(sow_output) const std::int32_t* sow_output() { return output.data(); }

// The legal pits as bits, whether the game is over, and the cells with the end-of-game rule applied.
SOWFISH_EXPORT(sow_stands) std::int32_t sow_stands() {
    const Position asked = position();
    answer();
    put(static_cast<std::int32_t>(legal_pits(asked)));
    put(is_over(asked));
    put_ring(swept(asked));
    return answered();
}

// The cells after a move, whether north is to move then, who moves next, laps, captured, banked, swept, and the
// path: for every lap the cell lifted, how many stones, and the cell of each stone, all in the mover's order. No
// answer if the move is illegal.
SOWFISH_EXPORT(sow_play) std::int32_t sow_play(std::int32_t pit) {
    const Position asked = position();
    answer();
    if (pit < 0 || pit >= asked.rules.pits || !(legal_pits(asked) >> pit & 1)) return 0;
    MoveRecord record;
    const Position reached = after(asked, pit, record);
    put_ring(reached);
    put(reached.north_to_move);
    put(static_cast<std::int32_t>(record.next));
    for (const int number : {record.laps, record.captured, record.banked, record.swept}) put(number);
    for (const std::uint8_t cell : record.path) put(cell);
    return answered();
}

// The best turn by an objective: whether the search is complete, the score, the states, and the shortest sequence
// of pits. Limited by states and seconds; 0 seconds means unlimited. No answer if no end was found.
SOWFISH_EXPORT(sow_best_turn)
std::int32_t sow_best_turn(std::int32_t by_difference, double states, double seconds) {
    Control control;
    control.limit_nodes(long_of(states));
    if (seconds > 0) control.limit_seconds(seconds);
    const auto best = best_turn(position(), {.partial = true},
                                by_difference ? Objective::difference : Objective::stones, control);
    answer();
    if (!best) return 0;
    put(best->complete);
    put(static_cast<std::int32_t>(best->score));
    put_long(best->complete ? best->states : control.nodes());
    put_list(best->shortest);
    return answered();
}

// A random generator seeded from a number, given as words in the input, or from a text, one byte per number.
SOWFISH_EXPORT(sow_chance_of_number) std::int32_t sow_chance_of_number(std::int32_t count) {
    return chances.put(std::make_unique<Chance>(std::vector<std::uint32_t>(input.begin(), input.begin() + count)));
}

SOWFISH_EXPORT(sow_chance_of_text) std::int32_t sow_chance_of_text(std::int32_t count) {
    return chances.put(
        std::make_unique<Chance>(std::string_view(std::string(input.begin(), input.begin() + count))));
}

SOWFISH_EXPORT(sow_chance_drop) void sow_chance_drop(std::int32_t chance) { chances.drop(chance); }

SOWFISH_EXPORT(sow_chance_bits) std::int32_t sow_chance_bits(std::int32_t chance, std::int32_t count) {
    answer();
    put_long(chances.at(chance).bits(count));
    return answered();
}

SOWFISH_EXPORT(sow_chance_below) std::int32_t sow_chance_below(std::int32_t chance, std::int32_t bound) {
    return static_cast<std::int32_t>(chances.at(chance).below(static_cast<std::uint64_t>(bound)));
}

// The cells of a deal under the rules of the position in the input; no answer if no such deal exists.
SOWFISH_EXPORT(sow_deal) std::int32_t sow_deal(std::int32_t deal, std::int32_t total, std::int32_t chance) {
    answer();
    const auto position_dealt = dealt(position().rules, Deal(deal), total, chances.at(chance));
    if (!position_dealt) return 0;
    put_ring(*position_dealt);
    return answered();
}

// For benchmarks: the number of move sequences of this depth.
SOWFISH_EXPORT(sow_perft) std::int32_t sow_perft(std::int32_t depth) {
    const Perft counted = perft(position(), depth);
    answer();
    put_long(counted.sequences);
    return answered();
}
