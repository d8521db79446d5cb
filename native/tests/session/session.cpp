// The session: what a request starts from, what it is told meanwhile, and what is left of it afterwards.
#include "sowfish/session/session.hpp"

#include <limits>
#include <memory>
#include <vector>

#include "tests/boards.hpp"
#include "tests/check.hpp"
#include "tests/minimax.hpp"
#include "tests/team.hpp"

using namespace sowfish;

namespace {

constexpr double kMemory = 1 << 24;

// Works on a request with all its threads; the report must be there by then.
Report answer(Session& session, const Request& request, StoredTables* stored = nullptr) {
    session.ask(request, stored);
    team::run(session.begin(), [&] { session.work(); });
    const Progress progress = session.progress();
    CHECK(progress.report.has_value());
    return *progress.report;
}

// A table in memory, as if it were on disk.
struct Stored : StoredTables {
    Stored(const Rules& rules, int stones) : table(std::make_shared<Table>(rules, stones)) {
        TableBuilder(*table).work();
    }
    int stones() override { return table->stones(); }
    std::shared_ptr<const Table> load(int, double) override { return table; }

    std::shared_ptr<Table> table;
};

}  // namespace

TEST(a_session_finds_the_values_of_a_plain_minimax) {
    Random random(31);
    for (const Switches& switches : boards::kProfiles) {
        for (const int pits : {2, 3, 6}) {
            const Rules rules{pits, switches};
            minimax::Minimax minimax(rules);
            Session session(kMemory);
            for (int trial = 0; trial < 12; ++trial) {
                const Position position =
                    minimax::thrown(random, rules, boards::pick(random, 2, pits == 6 ? 8 : 12));
                if (is_over(position)) continue;
                const Report report = answer(
                    session, {.position = position, .every_move = trial % 2 == 0, .threads = 1 + trial % 3});
                CHECK(report.is_done);
                CHECK_EQUAL(report.position.low, minimax.margin_of(position));
                CHECK_EQUAL(report.position.high, minimax.margin_of(position));
            }
        }
    }
}

TEST(a_request_limited_by_nodes_is_the_same_whatever_was_asked_before) {
    const Request request{.position = boards::start(kKalah, 6, 4), .every_move = true, .nodes = 100'000};
    Session fresh(kMemory);
    const Report first = answer(fresh, request);
    Session used(kMemory);
    answer(used, {.position = boards::start(kAvalanche, 4, 3)});
    answer(used, {.position = boards::start(kKalah, 5, 3), .seconds = 0.5});
    used.clear();
    const Report second = answer(used, request);
    CHECK_EQUAL(first.position.estimate, second.position.estimate);
    CHECK_EQUAL(fresh.progress().nodes, used.progress().nodes);
    CHECK_EQUAL(first.table_stones, second.table_stones);
}

TEST(a_session_pauses_and_goes_on) {
    const Position start = boards::start(kKalah, 5, 4);
    Session session(kMemory);
    session.ask({.position = start, .every_move = true, .looks_first = true});
    int slices = 0;
    for (; session.work(0.002); ++slices) CHECK(session.progress().report.has_value());
    const Report report = *session.progress().report;
    CHECK(report.is_done);
    CHECK_EQUAL(report.position.low, 10);
    CHECK(slices > 1);
}

TEST(a_look_is_answered_while_the_table_is_built) {
    Session session(1 << 24);
    session.ask({.position = boards::start(kKalah, 6, 6), .every_move = true, .looks_first = true});
    CHECK(session.begin() > 0);
    const Progress progress = session.progress();
    CHECK(progress.report && progress.report->depth > 0);
    CHECK_EQUAL(progress.report->table_stones, -1);
    // What arrives meanwhile is shown at once and kept for the search.
    session.learn({.low = -2, .high = 20});
    CHECK_EQUAL(session.progress().report->position.high, 20);
    while (session.progress().report->table_stones < 0) session.work(0.05);
    CHECK_EQUAL(session.progress().report->position.high, 20);
    CHECK_EQUAL(session.progress().report->position.low, -2);
}

TEST(a_stored_table_is_used_and_only_what_is_missing_is_built) {
    const Rules rules{6, kKalah};
    for (const int stones : {4, 9, 14}) {
        Stored stored(rules, stones);
        Session session(1 << 24);
        const Report report = answer(session, {.position = boards::start(kKalah, 6, 3), .nodes = 50'000}, &stored);
        CHECK(report.table_stones > 0);
        Session automatic(1 << 25);
        answer(automatic, {.position = boards::start(kKalah, 6, 3), .seconds = 0.3}, &stored);
        CHECK(automatic.table()->stones() >= std::min(stones, 9));
    }
}

TEST(a_fixed_table_has_its_size_whatever_is_stored) {
    const Rules rules{5, kAvalanche};
    Stored stored(rules, 12);
    for (const int stones : {-1, 0, 5, 9}) {
        Session session(kMemory, stones);
        const Report report = answer(session, {.position = boards::start(kAvalanche, 5, 2)}, &stored);
        CHECK(report.is_done);
        CHECK_EQUAL(report.table_stones, stones);
    }
}

TEST(a_move_is_proven_only_where_the_limits_allow_it) {
    const Position start = boards::start(kKalah, 6, 3);
    Session session(kMemory);
    const auto is_narrowed = [&](const Request& request) { return answer(session, request).position.is_narrowed; };
    CHECK(!is_narrowed({.position = start, .aim = Aim::move, .nodes = 50'000}));
    CHECK(!is_narrowed({.position = start, .aim = Aim::move, .seconds = 0.05}));
    CHECK(!is_narrowed({.position = start, .aim = Aim::look, .nodes = 900'000, .depth = 6}));
    CHECK(is_narrowed({.position = start, .aim = Aim::move, .nodes = 2'000'000}));
    // The only move needs no search.
    Position forced = start;
    for (int pit = 1; pit < 6; ++pit) forced.ring[static_cast<std::size_t>(pit)] = 0;
    CHECK_EQUAL(answer(session, {.position = forced, .aim = Aim::move, .seconds = 60}).depth, 1);
}

// ---- facts

TEST(told_the_value_and_a_best_line_there_is_nothing_left_to_do) {
    const Position start = boards::start(kKalah, 6, 3);
    Session teacher(kMemory);
    const Request request{.position = start};
    const Report known = answer(teacher, request);
    const std::uint64_t untold = teacher.progress().nodes;
    Session session(kMemory);
    Request told = request;
    told.known = {{.low = known.position.low, .high = known.position.high, .line = known.position.line}};
    const Report report = answer(session, told);
    CHECK(report.is_done);
    CHECK(report.position.line == known.position.line);
    CHECK(session.progress().nodes * 100 <= untold);
}

TEST(told_the_value_alone_the_turn_is_proven_with_fewer_nodes) {
    for (const Switches& switches : {kKalah, kAvalanche, kEvents}) {
        const Position start = boards::start(switches, 5, 3);
        Session teacher(kMemory);
        const Request request{.position = start};
        const Report known = answer(teacher, request);
        Session session(kMemory);
        Request told = request;
        told.known = {{.low = known.position.low, .high = known.position.high}};
        const Report report = answer(session, told);
        CHECK(report.is_done);
        CHECK(session.progress().nodes < teacher.progress().nodes);
        // The move of the line keeps the value.
        const Position next = after(start, report.position.line.front());
        const int sign = next.north_to_move == start.north_to_move ? 1 : -1;
        CHECK_EQUAL(sign * answer(teacher, {.position = next}).position.low, known.position.low);
    }
}

TEST(a_fact_about_a_move_is_one_about_its_position) {
    const Position start = boards::start(kKalah, 4, 3);
    Session teacher(kMemory);
    const Report known = answer(teacher, {.position = start, .every_move = true});
    Session session(kMemory);
    Request told{.position = start, .every_move = true};
    for (const Known& move : known.moves)
        told.known.push_back({.pit = move.pit, .low = move.low, .high = move.high, .line = move.line});
    const Report report = answer(session, told);
    CHECK(report.is_done);
    CHECK_EQUAL(report.position.low, known.position.low);
    CHECK_EQUAL(report.position.high, known.position.high);
}

TEST(false_facts_leave_no_trace) {
    Random random(17);
    const Rules rules{4, kKalah};
    minimax::Minimax minimax(rules);
    Session session(kMemory, 3);
    int believed = 0;
    for (int trial = 0; trial < 80; ++trial) {
        const Position position = minimax::thrown(random, rules, boards::pick(random, 6, 12));
        if (is_over(position)) continue;
        const int value = minimax.margin_of(position);
        Request lie{.position = position, .every_move = trial % 2 == 0, .threads = 1 + trial % 2};
        const int false_value = value + (trial % 3 == 0 ? 2 : -2);
        lie.known = {{.low = false_value, .high = false_value}};
        if (trial % 5 == 0) lie.known = {{.low = value + 1, .high = 200}};
        believed += answer(session, lie).position.low != value;
        const Report truth = answer(session, {.position = position, .every_move = true});
        CHECK(truth.is_done);
        CHECK_EQUAL(truth.position.low, value);
        CHECK_EQUAL(truth.position.high, value);
    }
    CHECK(believed > 20);
}

TEST(facts_that_contradict_are_forgotten) {
    const Position start = boards::start(kKalah, 4, 3);
    Session session(kMemory);
    Request told{.position = start};
    told.known = {{.low = -3, .high = -3}, {.low = 4, .high = 4}, {.low = 9, .high = -9}};
    session.ask(told);
    session.learn({.low = 12, .high = 12});
    team::run(session.begin(), [&] { session.work(); });
    const Report report = *session.progress().report;
    CHECK(report.is_done || report.position.low <= report.position.high);
    CHECK_EQUAL(answer(session, {.position = start}).position.low, 6);
}

TEST(a_line_that_is_none_is_no_line) {
    const Position start = boards::start(kKalah, 4, 3);
    Session session(kMemory);
    Request told{.position = start};
    told.known = {{.low = 6, .high = 6, .line = {0, 0, 0}}};
    const Report report = answer(session, told);
    CHECK(report.is_done);
    CHECK(report.position.line != told.known.front().line);
}
