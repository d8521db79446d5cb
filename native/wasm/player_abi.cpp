// The classic searches that players are made of, for JavaScript.
#include <bit>

#include "abi.hpp"
#include "sowfish/search/minimax.hpp"
#include "sowfish/search/montecarlo.hpp"
#include "sowfish/tree/uct.hpp"

using namespace sowfish;
using namespace sowfish::abi;

namespace {

Shelf<SearchTree> trees;

void limit(Control& control, double seconds, double nodes) {
    if (seconds > 0) control.limit_seconds(seconds);
    if (nodes > 0) control.limit_nodes(long_of(nodes));
}

std::uint64_t joined(std::int32_t low, std::int32_t high) {
    return static_cast<std::uint32_t>(low) | std::uint64_t{static_cast<std::uint32_t>(high)} << 32;
}

// A share in billionths would lose digits: a double as its two words.
void put_real(double number) { put_long(std::bit_cast<std::uint64_t>(number)); }

}  // namespace

// Pit, value for the side to move in hundred-millionths, depth, nodes, whether it sees the end, line.
SOWFISH_EXPORT(sow_minimax)
std::int32_t sow_minimax(std::int32_t depth, double expected, double seconds, double nodes) {
    Control control;
    limit(control, seconds, nodes);
    const MinimaxResult found = minimax(position(), depth, long_of(expected), control);
    answer();
    put(found.pit);
    put(found.value);
    put(found.depth);
    put_long(found.nodes);
    put(found.sees_end);
    put_list(found.line);
    return answered();
}

// The place of the chosen pit, then for every legal pit: pit, wins, draws, losses.
SOWFISH_EXPORT(sow_playouts)
std::int32_t sow_playouts(std::int32_t is_greedy, std::int32_t select, std::int32_t seed_low,
                          std::int32_t seed_high, double games, double seconds) {
    Control control;
    limit(control, seconds, 0);
    const auto run = make_playout_run(position(), is_greedy ? Policy::greedy : Policy::uniform,
                                      joined(seed_low, seed_high), long_of(games), control);
    run->work();
    const std::vector<PitCount> counts = run->counts();
    answer();
    put(static_cast<std::int32_t>(best_count(counts, Select(select))));
    for (const PitCount& count : counts) {
        put(count.pit);
        for (const std::uint64_t number : {count.wins, count.draws, count.losses}) put_long(number);
    }
    return answered();
}

// A tree of random games, kept until it is dropped, by the rules of the position in the input.
SOWFISH_EXPORT(sow_tree)
std::int32_t sow_tree(double bytes, double exploration, std::int32_t seed_low, std::int32_t seed_high) {
    return trees.put(make_uct_tree(position().rules, static_cast<std::size_t>(bytes), exploration,
                                   joined(seed_low, seed_high)));
}

SOWFISH_EXPORT(sow_tree_drop) void sow_tree_drop(std::int32_t tree) { trees.drop(tree); }

// Playouts made, nodes, whether the root is proven, the line, and for every move: pit, visits, value as a double,
// proven outcome at least and at most.
SOWFISH_EXPORT(sow_tree_search)
std::int32_t sow_tree_search(std::int32_t tree, double playouts, double seconds) {
    SearchTree& asked = trees.at(tree);
    Control control;
    limit(control, seconds, 0);
    asked.set_root(position());
    const std::uint64_t made = asked.search(long_of(playouts), control);
    answer();
    put_long(made);
    put_long(asked.nodes());
    put(asked.root().is_proven());
    put_list(asked.line());
    for (const TreeCount& move : asked.moves()) {
        put(move.pit);
        put_long(move.visits);
        put_real(move.value);
        put(static_cast<std::int32_t>(move.low));
        put(static_cast<std::int32_t>(move.high));
    }
    return answered();
}
