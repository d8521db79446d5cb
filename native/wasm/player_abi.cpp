// The classic searches behind the players, for JavaScript.
#include <bit>
#include <cstring>

#include "abi.hpp"
#include "sowfish/board/wide_kernel.hpp"
#include "sowfish/net/net.hpp"
#include "sowfish/play/minimax.hpp"
#include "sowfish/play/montecarlo.hpp"
#include "sowfish/play/puct.hpp"
#include "sowfish/play/uct.hpp"

using namespace sowfish;
using namespace sowfish::abi;

namespace {

HandleTable<SearchTree> trees;
HandleTable<std::shared_ptr<const Net>> nets;

void limit(Control& control, double seconds, double nodes) {
    if (seconds > 0) control.limit_seconds(seconds);
    if (nodes > 0) control.limit_nodes(long_of(nodes));
}

std::uint64_t joined(std::int32_t low, std::int32_t high) {
    return static_cast<std::uint32_t>(low) | std::uint64_t{static_cast<std::uint32_t>(high)} << 32;
}

// Passes a double as its two words, without losing digits.
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

// The index of the chosen pit, then for every legal pit: pit, wins, draws, losses.
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

// Creates a UCT tree for the rules of the position in the input; kept until dropped.
SOWFISH_EXPORT(sow_tree)
std::int32_t sow_tree(double bytes, double exploration, std::int32_t seed_low, std::int32_t seed_high) {
    return trees.put(make_uct_tree(position().rules, static_cast<std::size_t>(bytes), exploration,
                                   joined(seed_low, seed_high)));
}

// Creates a net from the weights in the input, kept until dropped; -1 if their number does not match the layout.
SOWFISH_EXPORT(sow_net)
std::int32_t sow_net(std::int32_t count, std::int32_t pits, std::int32_t rows, std::int32_t first,
                     std::int32_t second) {
    const NetLayout layout{.pits = pits, .rows = rows, .first = first, .second = second};
    if (!layout.is_valid() || layout.weights() != static_cast<std::size_t>(count)) return -1;
    std::vector<float> weights(static_cast<std::size_t>(count));
    std::memcpy(weights.data(), input.data(), weights.size() * sizeof(float));
    return nets.put(std::make_unique<std::shared_ptr<const Net>>(std::make_shared<Net>(layout, weights.data())));
}

SOWFISH_EXPORT(sow_net_drop) void sow_net_drop(std::int32_t net) { nets.drop(net); }

// A net's evaluation of the position in the input, as doubles: the policy of each pit, the score, and the gain.
SOWFISH_EXPORT(sow_net_guess) std::int32_t sow_net_guess(std::int32_t net) {
    const Position asked = position();
    const WideKernel kernel(asked.rules);
    const WideBoard board = board_of(kernel, asked);
    const NetGuess guess =
        nets.at(net)->evaluate(net_input(kernel, board, kernel.margin(board)), legal_pits(asked));
    answer();
    for (int pit = 0; pit < asked.rules.pits; ++pit)
        put_real(static_cast<double>(guess.policy[static_cast<std::size_t>(pit)]));
    put_real(static_cast<double>(guess.score));
    put_real(static_cast<double>(guess.gain));
    return answered();
}

// Creates a PUCT tree guided by a net (-1 for none); otherwise like sow_tree.
SOWFISH_EXPORT(sow_net_tree)
std::int32_t sow_net_tree(std::int32_t net, double bytes, double exploration, std::int32_t seed_low,
                          std::int32_t seed_high) {
    return trees.put(make_puct_tree(position().rules, net < 0 ? nullptr : nets.at(net),
                                    static_cast<std::size_t>(bytes), exploration, joined(seed_low, seed_high)));
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
