#include "sowfish/board/turn.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "tests/boards.hpp"
#include "tests/check.hpp"
#include "tests/minimax.hpp"

using namespace sowfish;

namespace {

// All turns from a position, unfolded, by the moves of `position.hpp`.
struct Tree {
    TurnOptions options;
    std::uint64_t nodes = 1;
    std::uint64_t leaves = 0;
    int longest = 0;
    std::set<std::vector<int>> states;
    std::set<std::vector<int>> ends;
    std::map<int, std::vector<std::vector<int>>> by_store;   // sequences, lexicographically
    std::map<int, std::vector<std::vector<int>>> by_margin;  //

    void walk(const Position& position, std::vector<int> pits, int laps) {
        states.insert(key(position, options.max_laps > 0 ? laps : 0));
        for (int pit = 0; pit < position.rules.pits; ++pit) {
            if ((legal_pits(position) >> pit & 1) == 0) continue;
            MoveRecord record;
            const Position next = after(position, pit, record);
            ++nodes;
            pits.push_back(pit);
            longest = std::max(longest, static_cast<int>(pits.size()));
            const bool again = next.north_to_move == position.north_to_move && legal_pits(next) != 0;
            if (again && !ends_early(next, laps + record.laps)) {
                walk(next, pits, laps + record.laps);
            } else {
                ++leaves;
                ends.insert(key(next, is_over(next) ? 2 : next.north_to_move ? 1 : 0));
                const auto [own, other] = stores(next, position.north_to_move);
                by_store[own].push_back(pits);
                by_margin[own - other].push_back(pits);
            }
            pits.pop_back();
        }
    }

    bool ends_early(const Position& position, int laps) const {
        if (options.max_laps > 0 && laps >= options.max_laps) return true;
        const auto [own, other] = stores(position, position.north_to_move);
        const int rest = boards::total(position) - own - other;
        return options.technical_win && (own > other + rest || other > own + rest);
    }

    static std::pair<int, int> stores(const Position& position, bool north) {
        const int south_store = position.ring[static_cast<std::size_t>(position.rules.pits)];
        const int north_store = position.ring[static_cast<std::size_t>(2 * position.rules.pits + 1)];
        return north ? std::pair(north_store, south_store) : std::pair(south_store, north_store);
    }

    static std::vector<int> key(const Position& position, int more) {
        std::vector<int> cells(position.ring.begin(), position.ring.end());
        cells.push_back(more);
        return cells;
    }
};

void check_best(const BestTurn& best, const std::map<int, std::vector<std::vector<int>>>& known) {
    const auto& [score, sequences] = *known.rbegin();
    CHECK_EQUAL(best.score, score);
    CHECK(best.sequences == sequences.size());
    CHECK(best.first == sequences.front());
    const auto shorter = [](const auto& a, const auto& b) { return a.size() < b.size(); };
    CHECK(best.shortest == *std::min_element(sequences.begin(), sequences.end(), shorter));
}

void check_turns(const Position& position, const TurnOptions& options) {
    Tree known{options, 1, 0, 0, {}, {}, {}, {}};
    known.walk(position, {}, 0);
    Control control;
    const auto graph = make_turn_graph(position, options, control);
    CHECK(graph != nullptr);
    CHECK_EQUAL(graph->states(), known.states.size());
    CHECK(graph->tree().nodes == known.nodes);
    CHECK(graph->tree().leaves == known.leaves);
    CHECK_EQUAL(graph->tree().longest, known.longest);
    const TurnGraph::Ends ends = graph->ends();
    CHECK_EQUAL(ends.positions.size(), known.ends.size());
    for (const Objective objective : {Objective::stones, Objective::difference}) {
        const auto best = best_turn(position, options, objective, control);
        CHECK(best.has_value());
        CHECK_EQUAL(best->states, known.states.size());
        check_best(*best, objective == Objective::stones ? known.by_store : known.by_margin);
    }
    std::vector<double> scores;
    for (const Position& end : ends.positions) scores.push_back(Tree::stores(end, position.north_to_move).first);
    check_best(graph->best(ends, scores), known.by_store);
}

}  // namespace

TEST(the_turn_of_the_four_stone_avalanche_start_has_the_known_counts) {
    Control control;
    const Position start = boards::start(kAvalanche, 6, 4);
    const auto graph = make_turn_graph(start, {}, control);
    CHECK_EQUAL(graph->states(), 9'583u);
    CHECK(graph->tree().nodes == 36'411);
    CHECK(graph->tree().leaves == 26'286);
    CHECK_EQUAL(graph->tree().longest, 29);
    CHECK_EQUAL(graph->ends().positions.size(), 24'347u);
    const auto best = best_turn(start, {}, Objective::stones, control);
    CHECK_EQUAL(best->score, 43);
    CHECK(best->sequences == 2);
    CHECK_EQUAL(best->shortest.size(), 26u);
    CHECK_EQUAL(best->states, 9'583u);
    const TurnOptions decided{.technical_win = true};
    CHECK(make_turn_graph(start, decided, control)->tree().nodes == 9'513);
    CHECK_EQUAL(best_turn(start, decided, Objective::stones, control)->score, 29);
    CHECK_EQUAL(best_turn(start, {.max_laps = 60}, Objective::stones, control)->score, 39);
}

TEST(graphs_have_the_turns_of_the_unfolded_tree) {
    Random random(81);
#ifdef NDEBUG
    constexpr int trials = 2'000;
#else
    constexpr int trials = 300;
#endif
    for (int trial = 0; trial < trials; ++trial) {
        const bool named = trial % 2 == 0;
        const Switches switches = named ? boards::kProfiles[random.below(6)] : boards::random_switches(random);
        const Rules rules{boards::pick(random, 1, named ? 7 : kMaxPits), switches};
        const Position position = minimax::thrown(random, rules, boards::pick(random, 1, 26));
        if (legal_pits(position) == 0) continue;
        check_turns(position, {random.below(3) == 0, random.below(3) == 0 ? boards::pick(random, 1, 12) : 0});
    }
}

TEST(a_control_that_stops_leaves_nothing) {
    Control control;
    control.limit_nodes(5'000);
    CHECK(make_turn_graph(boards::start(kAvalanche, 6, 4), {}, control) == nullptr);
    CHECK(control.stopped());
    Control stopped;
    stopped.stop();
    CHECK(make_turn_graph(boards::start(kAvalanche, 6, 5), {}, stopped) == nullptr);
    CHECK(!best_turn(boards::start(kAvalanche, 6, 5), {}, Objective::stones, stopped));
}

TEST(a_turn_that_is_stopped_gives_its_best_end_so_far_if_asked) {
    Control control;
    control.limit_nodes(20'000);
    const Position start = boards::start(kAvalanche, 10, 12);
    const auto best = best_turn(start, {.partial = true}, Objective::stones, control);
    CHECK(best.has_value());
    CHECK(!best->complete);
    Position end = start;
    for (const int pit : best->shortest) end = after(end, pit);
    CHECK_EQUAL(static_cast<int>(best->score), static_cast<int>(end.ring[10]));
    CHECK(end.north_to_move || is_over(end));
}
