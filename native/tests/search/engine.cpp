// The engine by any number of threads: values, bounds, estimates and lines.
#include "sowfish/search/engine.hpp"

#include <memory>
#ifndef __wasm__
#include <thread>
#endif
#include <vector>

#include "tests/asking.hpp"
#include "tests/boards.hpp"
#include "tests/check.hpp"
#include "tests/minimax.hpp"
#include "tests/nets.hpp"

using namespace sowfish;
using asking::ask;

namespace {

constexpr std::size_t kLookBytes = 1 << 16;

std::shared_ptr<const Table> table_of(const Rules& rules, int stones) {
    if (stones < 0 || !is_fast(rules)) return nullptr;
    auto table = std::make_shared<Table>(rules, stones);
    TableBuilder(*table).work();
    return table;
}

std::unique_ptr<Engine> engine_of(const Rules& rules, std::size_t hash_bytes, int table_stones) {
    auto engine = std::make_unique<Engine>(rules, hash_bytes, kLookBytes);
    engine->set_table(table_of(rules, table_stones));
    return engine;
}

int margin(const Position& position, bool north) {
    const std::size_t south_store = static_cast<std::size_t>(position.rules.pits);
    const std::size_t north_store = 2 * south_store + 1;
    const int lead = position.ring[south_store] - position.ring[north_store];
    return north ? -lead : lead;
}

// Plays a line, which must be legal; returns where it leads.
Position played(Position position, const std::vector<int>& pits) {
    for (const int pit : pits) {
        if (!is_over(position) && legal_pits(position) == 0) position.north_to_move = !position.north_to_move;
        CHECK(legal_pits(position) >> pit & 1);
        position = after(position, pit);
    }
    return position;
}

// Plays a line to the end of the game and holds it to the value.
void check_line(const Position& position, const std::vector<int>& pits, int value) {
    const Position end = played(position, pits);
    CHECK(is_over(end));
    CHECK_EQUAL(margin(end, position.north_to_move), value);
}

int value_of_move(minimax::Minimax& minimax, const Position& position, int pit) {
    const Position next = after(position, pit);
    const int own = is_over(next) ? margin(next, next.north_to_move) : minimax.margin_of(next);
    return next.north_to_move == position.north_to_move ? own : -own;
}

void check_proven(const Position& position, const Known& known, int value) {
    CHECK_EQUAL(known.low, value);
    CHECK_EQUAL(known.high, value);
    CHECK_EQUAL(known.estimate, value * kPartsOfStone);
    check_line(position, known.line, value);
}

void check_proofs(const Rules& rules, std::size_t hash_bytes, int table_stones, int most, int trials) {
    Random random(static_cast<std::uint64_t>(rules.pits * 1'000 + most));
    minimax::Minimax minimax(rules);
    const auto engine = engine_of(rules, hash_bytes, table_stones);
    for (int trial = 0; trial < trials; ++trial) {
        const Position position = minimax::thrown(random, rules, boards::pick(random, 1, most));
        if (is_over(position)) continue;
        if (trial % 5 == 0) engine->clear();
        if (trial % 7 == 0) engine->set_net(trial % 2 == 0 ? nullptr : nets::wild(rules.pits, random));
        Question question{.position = position, .threads = 1 + trial % 3, .look_share = 0.1 * (trial % 8)};
        if (trial % 4 == 0) question.approach = Approach::outside_in;
        const Report whole = ask(*engine, question);
        CHECK(whole.is_done);
        CHECK(whole.moves.empty());
        CHECK_EQUAL(whole.position.pit, kNoPit);
        check_proven(position, whole.position, minimax.margin_of(position));

        if (trial % 3 == 0) engine->clear();
        question.every_move = true;
        const Report all = ask(*engine, question);
        CHECK(all.is_done);
        CHECK_EQUAL(all.moves.size(), count_of(legal_pits(position)));
        check_proven(position, all.position, minimax.margin_of(position));
        for (const Known& move : all.moves) {
            CHECK(legal_pits(position) >> move.pit & 1);
            CHECK_EQUAL(move.line.front(), move.pit);
            check_proven(position, move, value_of_move(minimax, position, move.pit));
        }
    }
}

#ifdef NDEBUG
constexpr int kTrials = 40;
#else  // slower under the sanitizers
constexpr int kTrials = 8;
#endif

}  // namespace

TEST(proofs_of_profiles_find_the_values_of_a_plain_minimax) {
    for (const Switches& switches : boards::kProfiles) {
        for (int pits = 1; pits <= kMaxFastPits; ++pits) {
            const int most = pits == 1 ? 200 : pits == 2 ? 30 : pits == 3 ? 14 : pits <= 5 ? 10 : 8;
            check_proofs({pits, switches}, pits < 4 ? 0 : 1 << 12, -1, most, kTrials);
            check_proofs({pits, switches}, 1 << 20, 5, most, kTrials);
        }
    }
}

TEST(proofs_under_any_rules_find_the_values_of_a_plain_minimax) {
    Random random(61);
    for (int trial = 0; trial < 2 * kTrials; ++trial) {
        const Rules rules{boards::pick(random, 1, kMaxPits), boards::random_switches(random)};
        const int most = rules.pits == 1 ? 120 : rules.pits < 4 ? 9 : rules.pits < 8 ? 5 : 4;
        check_proofs(rules, trial % 2 == 0 ? 0 : 1 << 14, -1, most, 6);
    }
}

TEST(the_known_starts_of_kalah_are_proven_by_any_number_of_threads) {
    struct Start {
        int pits, stones, value;
    };
    for (const Start& start : {Start{3, 5, 6}, {4, 3, 6}, {4, 4, 2}, {5, 2, 2}, {6, 2, 6}}) {
        for (const int threads : {1, 2, 4}) {
            const Position position = boards::start(kKalah, start.pits, start.stones);
            const auto engine = engine_of(position.rules, 1 << 20, 8);
            const Report report = ask(*engine, {.position = position, .threads = threads, .look_share = 0.05});
            check_proven(position, report.position, start.value);
        }
    }
}

TEST(an_answer_cut_short_keeps_true_bounds_and_legal_lines) {
    const Position start = boards::start(kKalah, 6, 3);
    const std::vector<int> values = {-14, -16, -10, -2, 2, 0};
    const auto engine = engine_of(start.rules, 1 << 16, 6);
    for (const std::uint64_t nodes : {1u, 500u, 5'000u, 50'000u, 200'000u}) {
        for (const int threads : {1, 2}) {
            engine->clear();
            Control control;
            control.limit_nodes(nodes);
            const Report report =
                ask(*engine, {.position = start, .every_move = true, .threads = threads}, control);
            CHECK(report.depth >= 1);
            CHECK(report.position.low <= 2 && report.position.high >= 2);
            played(start, report.position.line);
            CHECK_EQUAL(report.moves.size(), values.size());
            for (std::size_t i = 0; i < values.size(); ++i) {
                const Known& move = report.moves[i];
                CHECK(move.low <= values[i] && values[i] <= move.high);
                CHECK(move.estimate >= move.low * kPartsOfStone && move.estimate <= move.high * kPartsOfStone);
                CHECK_EQUAL(move.line.front(), static_cast<int>(i));
                played(start, move.line);
                // The whole turn is told, however little is known.
                if (move.is_proven()) continue;
                Position at = start;
                for (const int pit : move.line)
                    if (!at.north_to_move && !is_over(at)) at = after(at, pit);
                CHECK(at.north_to_move || is_over(at));
            }
        }
    }
}

TEST(no_move_of_an_unfinished_answer_looks_better_than_the_one_to_play) {
    Random random(71);
    int unfinished = 0;
    for (int trial = 0; trial < 60; ++trial) {
        const Position position = boards::start(boards::kProfiles[random.below(6)], 6, boards::pick(random, 4, 6));
        const auto engine = engine_of(position.rules, 1 << 16, -1);
        Control control;
        control.limit_nodes(1u << boards::pick(random, 0, 14));
        Report report = ask(*engine, {.position = position, .every_move = true}, control);
        for (std::size_t told = 0; told < report.moves.size() && !report.position.is_proven();
             ++told, ++unfinished) {
            const Known chosen = report.moves[static_cast<std::size_t>(report.position.line.front())];
            CHECK_EQUAL(chosen.estimate, report.position.estimate);
            for (const Known& move : report.moves) CHECK(move.estimate <= chosen.estimate);
            // Somebody proves that it is worse than it looks.
            const int high = std::max(chosen.low, chosen.estimate / kPartsOfStone - 3);
            engine->learn({.pit = chosen.pit, .low = chosen.low, .high = high});
            report = engine->report();
        }
    }
    CHECK(unfinished > 100);
}

TEST(a_move_is_told_before_anything_is_known) {
    const Rules rules{6, {true, Capture::none, false, Ending::all_empty, Rest::owner}};
    Position position{rules, {}, false};
    position.ring[2] = 1;
    const auto engine = engine_of(rules, 1 << 16, -1);
    Control control;
    engine->begin({.position = position, .every_move = true, .proves = false, .max_depth = 0}, control);
    const Report report = engine->report();
    CHECK_EQUAL(report.depth, 0);
    CHECK(report.position.line == std::vector<int>{2});
}

#ifndef __wasm__  // needs threads
TEST(reports_only_get_better_while_threads_work) {
    const Position start = boards::start(kKalah, 6, 4);
    const auto engine = engine_of(start.rules, 1 << 16, -1);
    Control control;
    control.limit_nodes(400'000);
    engine->begin({.position = start, .every_move = true, .threads = 2}, control);
    std::thread one([&] { engine->work(); });
    std::thread two([&] { engine->work(); });
    Report before = engine->report();
    while (!control.stopped()) {
        const Report report = engine->report();
        CHECK(report.depth >= before.depth);
        CHECK(report.position.low >= before.position.low && report.position.high <= before.position.high);
        for (std::size_t i = 0; i < report.moves.size(); ++i) {
            CHECK(report.moves[i].low >= before.moves[i].low && report.moves[i].high <= before.moves[i].high);
            CHECK(report.moves[i].high <= report.position.high);
            CHECK(report.moves[i].estimate <= report.position.estimate);
        }
        before = report;
        std::this_thread::yield();
    }
    one.join();
    two.join();
    CHECK(control.nodes() >= 400'000);
}
#endif

TEST(without_proofs_it_looks_as_deep_as_it_is_told) {
    const Position start = boards::start(kKalah, 6, 4);
    const auto engine = engine_of(start.rules, 1 << 16, -1);
    const Report report = ask(*engine, {.position = start, .every_move = true, .proves = false, .max_depth = 3});
    CHECK_EQUAL(report.depth, 3);
    CHECK_EQUAL(report.position.high, 48);
    CHECK(!report.position.is_narrowed);
    CHECK_EQUAL(report.moves.size(), 6u);
    for (const Known& move : report.moves) CHECK(!move.is_narrowed);
}

TEST(what_was_proven_once_is_known_at_once) {
    const Position start = boards::start(kAvalanche, 5, 3);
    const auto engine = engine_of(start.rules, 1 << 22, 8);
    Control first;
    const Report report = ask(*engine, {.position = start, .every_move = true, .look_share = 0.05}, first);
    CHECK(report.is_done);
    Control second;
    CHECK(engine->begin({.position = start, .every_move = true}, second));
    CHECK(second.nodes() * 20 < first.nodes());
    CHECK_EQUAL(engine->report().position.low, report.position.low);
    // A larger table changes nothing that is known, and neither does another size of the hash.
    engine->set_table(table_of(start.rules, 9));
    engine->set_hash_bytes(1 << 23);
    Control third;
    CHECK(engine->begin({.position = start, .every_move = true}, third));
    CHECK_EQUAL(engine->report().position.low, report.position.low);
    engine->clear();
    Control fourth;
    engine->begin({.position = start, .every_move = true}, fourth);
    CHECK(!engine->report().is_done);
}

TEST(a_table_grows_with_the_search_and_changes_no_value) {
    for (const Switches& switches : {kKalah, kAvalanche, kEvents}) {
        const Position start = boards::start(switches, 5, 3);
        const auto without = engine_of(start.rules, 1 << 20, -1);
        const Report expected = ask(*without, {.position = start, .every_move = true, .look_share = 0.05});
        for (const int threads : {1, 3}) {
            for (const int first : {-1, 4}) {
                const auto engine = std::make_unique<Engine>(start.rules, 1 << 20, kLookBytes);
                engine->set_table(table_of(start.rules, first), std::make_shared<Table>(start.rules, 14));
                Question question{.position = start, .every_move = true, .threads = threads, .look_share = 0.05};
                question.max_table_stones = 12;
                Control control;
                const Report report = ask(*engine, question, control);
                CHECK(report.is_done);
                check_proven(start, report.position, expected.position.low);
                for (std::size_t i = 0; i < report.moves.size(); ++i)
                    check_proven(start, report.moves[i], expected.moves[i].low);
                CHECK(engine->table() && engine->table()->stones() > first && engine->table()->stones() <= 12);
            }
        }
    }
}

TEST(growth_depends_on_nodes_alone) {
    const Position start = boards::start(kKalah, 5, 4);
    std::vector<std::uint64_t> counts;
    std::vector<int> stones;
    for (int trial = 0; trial < 3; ++trial) {
        const auto engine = std::make_unique<Engine>(start.rules, 1 << 20, kLookBytes);
        engine->set_table(nullptr, std::make_shared<Table>(start.rules, 16));
        Control control;
        control.limit_nodes(300'000);
        const Question question{.position = start, .look_share = 0.05, .max_table_stones = 16};
        const Report report = ask(*engine, question, control);
        counts.push_back(control.nodes() * 1000 + static_cast<std::uint64_t>(report.position.high));
        stones.push_back(engine->table()->stones());
    }
    CHECK(counts[0] == counts[1] && counts[1] == counts[2]);
    CHECK(stones[0] > 5 && stones[0] == stones[1] && stones[1] == stones[2]);
}

TEST(many_small_questions_grow_the_table_too) {
    const Rules rules{6, kKalah};
    const auto engine = std::make_unique<Engine>(rules, 1 << 20, kLookBytes);
    engine->set_table(table_of(rules, 9), std::make_shared<Table>(rules, 14));
    Random random(5);
    for (int i = 0; i < 60; ++i) {
        const Position position = minimax::thrown(random, rules, 24);
        Control control;
        control.limit_nodes(90'000);
        if (!is_over(position)) ask(*engine, {.position = position, .max_table_stones = 14}, control);
    }
    CHECK(engine->table()->stones() >= 11);
}

#ifndef __wasm__  // needs threads
TEST(a_table_that_grows_stops_when_the_search_does) {
    const Position start = boards::start(kKalah, 7, 5);
    const auto engine = std::make_unique<Engine>(start.rules, 1 << 20, kLookBytes);
    engine->set_table(nullptr, std::make_shared<Table>(start.rules, 18));
    Control control;
    engine->begin({.position = start, .threads = 2, .look_share = 0.05, .max_table_stones = 18}, control);
    std::thread one([&] { engine->work(); });
    std::thread two([&] { engine->work(); });
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    control.stop();
    one.join();
    two.join();
    CHECK(engine->table() && engine->table()->stones() >= 0);
    // It goes on from there with the next question.
    const int before = engine->table()->stones();
    Control next;
    next.limit_nodes(1'000'000);
    const Report report =
        ask(*engine, {.position = start, .threads = 2, .look_share = 0.05, .max_table_stones = 18}, next);
    CHECK(report.position.low <= report.position.high);
    CHECK(engine->table()->stones() >= before);
}
#endif

TEST(a_proof_goes_on_from_bounds_it_is_told) {
    const Rules rules{4, kKalah};
    Random random(23);
    minimax::Minimax minimax(rules);
    for (int trial = 0; trial < 60; ++trial) {
        const Position position = minimax::thrown(random, rules, boards::pick(random, 2, 10));
        if (is_over(position)) continue;
        const int value = minimax.margin_of(position);
        const auto engine = std::make_unique<Engine>(rules, 1 << 16, kLookBytes);
        Control control;
        const Fact fact{.low = value - trial % 3, .high = value + trial % 2};
        engine->begin({.position = position, .known = {fact}}, control);
        CHECK(engine->report().position.low >= value - trial % 3);
        CHECK(engine->report().position.high <= value + trial % 2);
        engine->work();
        check_proven(position, engine->report().position, value);
    }
}

TEST(a_snapshot_spares_another_engine_the_work) {
    const Position start = boards::start(kKalah, 4, 4);
    const auto first = std::make_unique<Engine>(start.rules, 1 << 20, kLookBytes);
    Control work;
    ask(*first, {.position = start, .look_share = 0.05}, work);
    const auto second = std::make_unique<Engine>(start.rules, 1 << 22, kLookBytes);
    const auto snapshot = first->hash().snapshot(1 << 20);
    CHECK(second->hash().restore(snapshot.data(), snapshot.size()));
    Control again;
    ask(*second, {.position = start, .look_share = 0.05}, again);
    CHECK(again.nodes() * 10 < work.nodes() + 10);
}
