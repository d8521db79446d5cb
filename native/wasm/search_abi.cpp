// The engine, and judgements by its values, for JavaScript.
#include <algorithm>

#include "abi.hpp"
#include "memory.hpp"
#include "sowfish/board/line.hpp"
#include "sowfish/session/common_turn.hpp"
#include "sowfish/session/levels.hpp"
#include "sowfish/session/session.hpp"
#include "sowfish/table/checksum.hpp"

using namespace sowfish;
using namespace sowfish::abi;

namespace {

constexpr double kMostNodes = 9e18;

HandleTable<Session> sessions;
HandleTable<CommonTurn> common_turns;

// Pit, value, low, high, kind, estimate in parts of a stone, and the line: how many turns, then each.
void put_known(const Position& asked, const Known& known) {
    put(known.pit);
    put_valued(valued(known));
    put(known.estimate);
    const auto turns = turns_of(asked, known.line);
    put(turns ? static_cast<std::int32_t>(turns->size()) : 0);
    if (!turns) return;
    for (const std::vector<int>& turn : *turns) put_list(turn);
}

}  // namespace

SOWFISH_EXPORT(sow_parts_of_stone) std::int32_t sow_parts_of_stone() { return kPartsOfStone; }

// A new engine with this many bytes.
SOWFISH_EXPORT(sow_session) std::int32_t sow_session(double memory) {
    return sessions.put(std::make_unique<Session>(memory, Session::kAnySize, has_room));
}

SOWFISH_EXPORT(sow_session_drop) void sow_session_drop(std::int32_t session) { sessions.drop(session); }

// Takes a request for the position in the input, which is not over. The aim is to prove (0), to move (1) or to
// look ahead (2). 0 seconds or nodes means unlimited. The search begins with the first report or work, so that
// facts learned in between are known from the start.
SOWFISH_EXPORT(sow_ask)
void sow_ask(std::int32_t session, std::int32_t every_move, std::int32_t aim, std::int32_t depth, double seconds,
             double nodes) {
    sessions.at(session).ask({.position = position(),
                              .every_move = every_move != 0,
                              .aim = static_cast<Aim>(aim),
                              .seconds = seconds,
                              .nodes = static_cast<std::uint64_t>(std::min(nodes, kMostNodes)),
                              .depth = depth,
                              .looks_first = true});
}

// Limits the running search to this many seconds from now on.
SOWFISH_EXPORT(sow_limit) void sow_limit(std::int32_t session, double seconds) {
    sessions.at(session).limit(seconds);
}

// Continues for this many seconds; 0 once there is nothing left to do.
SOWFISH_EXPORT(sow_work) std::int32_t sow_work(std::int32_t session, double seconds) {
    return sessions.at(session).work(seconds);
}

// Depth, nodes, stones of the table, whether memory was short, its MiB; then what is known of the position in the
// input, which must be the one asked about, and of its moves if every move was asked for. No answer as long as a
// request limited by nodes only waits for its table.
SOWFISH_EXPORT(sow_report) std::int32_t sow_report(std::int32_t session) {
    Session& asked = sessions.at(session);
    const Position board = position();
    asked.begin();
    const Progress progress = asked.progress();
    if (!progress.report) return 0;
    answer();
    put(progress.report->depth);
    put_long(progress.nodes);
    put(progress.report->table_stones);
    put(asked.is_short());
    put(static_cast<std::int32_t>(asked.memory() / (1 << 20)));
    put_known(board, progress.report->position);
    put(static_cast<std::int32_t>(progress.report->moves.size()));
    for (const Known& move : progress.report->moves) put_known(board, move);
    return answered();
}

// Takes in bounds of a move, or of the position if the pit is -1, that were proven elsewhere, and its line, the
// pits in the input.
SOWFISH_EXPORT(sow_learn)
void sow_learn(std::int32_t session, std::int32_t pit, std::int32_t low, std::int32_t high, std::int32_t count) {
    sessions.at(session).learn({.pit = pit < 0 ? kNoPit : pit,
                                .low = low,
                                .high = high,
                                .line = std::vector<int>(input.begin(), input.begin() + count)});
}

// For benchmarks: builds an endgame table for the rules of the position in the input; returns the
// checksum of its last layer.
SOWFISH_EXPORT(sow_table) std::int32_t sow_table(std::int32_t stones) {
    Table table(position().rules, stones);
    TableBuilder(table).work();
    answer();
    const std::uint64_t first = table.ranking().layer(stones);
    put_long(checksum(table.address(first), static_cast<std::size_t>(table.size() - first)));
    return answered();
}

// ---- values: two in the input, each as value, low, high, kind

SOWFISH_EXPORT(sow_within) std::int32_t sow_within(std::int32_t low, std::int32_t high) {
    answer();
    put_valued(within(valued_at(0), low, high));
    return answered();
}

SOWFISH_EXPORT(sow_at_least) std::int32_t sow_at_least() {
    answer();
    put_valued(at_least(valued_at(0), valued_at(4)));
    return answered();
}

SOWFISH_EXPORT(sow_lost) std::int32_t sow_lost() {
    answer();
    put_valued(lost(valued_at(0), valued_at(4)));
    return answered();
}

SOWFISH_EXPORT(sow_cost) std::int32_t sow_cost() {
    answer();
    put_valued(cost(valued_at(0), valued_at(4)));
    return answered();
}

// The mark of a turn given the values before and after it, and whether it is proven.
SOWFISH_EXPORT(sow_mark) std::int32_t sow_mark(std::int32_t total) {
    const Valued before = valued_at(0);
    const Valued reached = valued_at(4);
    answer();
    put(static_cast<std::int32_t>(mark_of(before.value, reached.value, total)));
    put(is_mark_proven(before, reached, total));
    return answered();
}

SOWFISH_EXPORT(sow_accuracy) double sow_accuracy(std::int32_t lost, std::int32_t total) {
    return accuracy(lost, total);
}

// ---- a turn that is best under two rules for leftovers

// A search from the position in the input, given its best pits as bits.
SOWFISH_EXPORT(sow_common_turn) std::int32_t sow_common_turn(std::int32_t best) {
    return common_turns.put(std::make_unique<CommonTurn>(position(), static_cast<unsigned>(best)));
}

SOWFISH_EXPORT(sow_common_turn_drop) void sow_common_turn_drop(std::int32_t search) { common_turns.drop(search); }

// Whether there is another position to analyse; then the moves to it, or the turn found.
SOWFISH_EXPORT(sow_common_turn_next)
std::int32_t sow_common_turn_next(std::int32_t search, std::int32_t may_ask) {
    CommonTurn& asked = common_turns.at(search);
    answer();
    put(asked.next(may_ask != 0));
    put_list(asked.pits());
    return answered();
}

SOWFISH_EXPORT(sow_common_turn_tell)
void sow_common_turn_tell(std::int32_t search, std::int32_t best) {
    common_turns.at(search).tell(static_cast<unsigned>(best));
}

// ---- levels

// The depth and node limit of a level from 1 to 9, for the rules of the position in the input.
SOWFISH_EXPORT(sow_level) std::int32_t sow_level(std::int32_t level) {
    const Level& chosen = kLevels[static_cast<std::size_t>(level - 1)];
    answer();
    put(chosen.depth);
    put(static_cast<std::int32_t>(nodes_of(chosen, is_fast(position().rules))));
    return answered();
}

// The index of the move that a level plays among `count` moves, given their estimates in parts of a stone.
SOWFISH_EXPORT(sow_level_move)
std::int32_t sow_level_move(std::int32_t level, std::int32_t count, std::int32_t chance) {
    std::vector<double> values;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
        values.push_back(static_cast<double>(input[i]) / kPartsOfStone);
    return static_cast<std::int32_t>(
        drawn_move(kLevels[static_cast<std::size_t>(level - 1)], values, chances.at(chance)));
}
