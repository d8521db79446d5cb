// Many positions at once: the values are those of an engine asked one by one, on any number of threads.
#include "sowfish/session/batch.hpp"

#include <memory>
#ifndef __wasm__
#include <thread>
#endif
#include <vector>

#include "sowfish/session/valued.hpp"
#include "tests/asking.hpp"
#include "tests/boards.hpp"
#include "tests/check.hpp"
#include "tests/minimax.hpp"
#include "tests/team.hpp"

using namespace sowfish;

namespace {

#ifdef NDEBUG
constexpr int kCount = 60;
#else  // slower under the sanitizers
constexpr int kCount = 15;
#endif

struct Rows {
    explicit Rows(const std::vector<Position>& positions) {
        const auto pits = static_cast<std::size_t>(positions.front().rules.pits);
        for (const Position& position : positions) {
            cells.insert(cells.end(), position.ring.begin(),
                         position.ring.begin() + static_cast<std::ptrdiff_t>(2 * pits + 2));
            north.push_back(position.north_to_move);
        }
        const std::size_t count = positions.size();
        value.resize(count), low.resize(count), high.resize(count), nodes.resize(count);
        kind.assign(count, kNoValue);
        pit.assign(count, -1);
        move_value.resize(count * pits), move_low.resize(count * pits), move_high.resize(count * pits);
        move_kind.assign(count * pits, kNoValue);
    }

    BatchArrays arrays() {
        return {value.size(),      cells.data(),    north.data(),     nullptr,         value.data(),
                low.data(),        high.data(),     kind.data(),      pit.data(),      nodes.data(),
                move_value.data(), move_low.data(), move_high.data(), move_kind.data()};
    }

    BatchArrays positions(const std::vector<std::uint8_t>& follows) {
        return {.count = value.size(),
                .cells = cells.data(),
                .north_to_move = north.data(),
                .follows = follows.data()};
    }

    std::vector<std::uint8_t> cells, north, kind, move_kind;
    std::vector<std::int16_t> value, low, high, move_value, move_low, move_high;
    std::vector<std::int8_t> pit;
    std::vector<std::uint64_t> nodes;
};

void run(Batch& batch, int threads) {
    team::run(threads, [&] { batch.work(); });
}

void check_batch(const Rules& rules, int most, int threads, bool every_move, int room) {
    Random random(static_cast<std::uint64_t>(rules.pits * 10 + threads));
    std::vector<Position> positions;
    for (int i = 0; i < kCount; ++i)
        positions.push_back(minimax::thrown(random, rules, boards::pick(random, 0, most)));
    Rows rows(positions);
    const BatchQuestion question{
        .every_move = every_move, .hash_bytes = 1 << 16, .look_bytes = 1 << 12, .max_table_stones = room};
    const auto grown = room >= 0 && is_fast(rules) ? std::make_shared<Table>(rules, room) : nullptr;
    const auto batch = make_batch(rules, rows.arrays(), question, nullptr, grown);
    run(*batch, threads);
    CHECK_EQUAL(batch->done(), positions.size());
    const auto engine = std::make_unique<Engine>(rules, 1 << 16, 1 << 12);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const Position& position = positions[i];
        CHECK_EQUAL(rows.kind[i], static_cast<std::uint8_t>(Certainty::proven));
        if (is_over(position)) {
            CHECK_EQUAL(static_cast<int>(rows.pit[i]), -1);
            continue;
        }
        const Report report = asking::ask(*engine, {.position = position, .every_move = true, .look_share = 0.05});
        CHECK_EQUAL(static_cast<int>(rows.value[i]), report.position.low);
        int best = -kMaxStones;
        for (const Known& move : report.moves) {
            const std::size_t at = i * static_cast<std::size_t>(rules.pits) + static_cast<std::size_t>(move.pit);
            if (every_move) CHECK_EQUAL(static_cast<int>(rows.move_value[at]), move.low);
            if (every_move) CHECK_EQUAL(rows.move_kind[at], static_cast<std::uint8_t>(Certainty::proven));
            if (move.pit == rows.pit[i]) best = move.low;
        }
        if (!report.moves.empty()) CHECK_EQUAL(best, report.position.low);
    }
}

}  // namespace

TEST(a_batch_finds_the_values_of_an_engine_asked_one_by_one) {
    for (const Switches& switches : boards::kProfiles) {
        for (const int threads : {1, 3}) {
            check_batch({4, switches}, 12, threads, true, -1);
            check_batch({4, switches}, 12, threads, false, 10);
            check_batch({6, switches}, 9, threads, true, 6);
        }
    }
    check_batch({8, kKalah}, 6, 2, true, -1);
    check_batch({3, {.relay = true, .capture = Capture::always}}, 8, 2, false, -1);
}

TEST(the_table_of_a_batch_grows_while_a_hard_position_is_searched) {
    Rows rows({boards::start(kAvalanche, 6, 3)});
    const Rules rules{6, kAvalanche};
    const auto batch =
        make_batch(rules, rows.arrays(),
                   {.every_move = true, .hash_bytes = 1 << 20, .look_bytes = 1 << 16, .max_table_stones = 14},
                   nullptr, std::make_shared<Table>(rules, 14));
    run(*batch, 1);
    CHECK(batch->table() && batch->table()->stones() > 8);
    CHECK_EQUAL(rows.kind[0], static_cast<std::uint8_t>(Certainty::proven));
    CHECK_EQUAL(batch->nodes(), rows.nodes[0]);
}

TEST(a_batch_keeps_to_the_nodes_of_each_position) {
    const std::vector<Position> positions(20, boards::start(kKalah, 6, 6));
    Rows rows(positions);
    const auto batch =
        make_batch({6, kKalah}, rows.arrays(), {.nodes = 5'000, .hash_bytes = 1 << 16, .look_bytes = 1 << 12},
                   nullptr, nullptr);
    run(*batch, 2);
    CHECK_EQUAL(batch->done(), positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        CHECK(rows.nodes[i] >= 5'000 && rows.nodes[i] < 7'000);
        CHECK(rows.low[i] <= rows.value[i] && rows.value[i] <= rows.high[i]);
        CHECK(rows.kind[i] != kNoValue);
        CHECK(rows.pit[i] >= 0);
    }
}

TEST(a_batch_keeps_whole_answers_that_are_taken_once) {
    Random random(7);
    std::vector<Position> positions;
    while (positions.size() < 20) {
        const Position position = minimax::thrown(random, {4, kKalah}, 12);
        if (!is_over(position)) positions.push_back(position);
    }
    Rows rows(positions);
    const std::vector<std::uint8_t> follows(positions.size(), 0);
    const BatchQuestion question{
        .every_move = true, .finds_lines = true, .hash_bytes = 1 << 16, .look_bytes = 1 << 12};
    const auto batch = make_batch({4, kKalah}, rows.positions(follows), question, nullptr, nullptr);
    CHECK(!batch->take(0));
    run(*batch, 2);
    const auto engine = std::make_unique<Engine>(Rules{4, kKalah}, 1 << 16, 1 << 12);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const auto answer = batch->take(i);
        const Report report = asking::ask(*engine, {.position = positions[i], .every_move = true});
        CHECK(answer && answer->report.is_done && answer->seconds >= 0);
        CHECK_EQUAL(answer->report.position.low, report.position.low);
        CHECK_EQUAL(answer->report.moves.size(), report.moves.size());
        for (std::size_t move = 0; move < report.moves.size(); ++move)
            CHECK_EQUAL(answer->report.moves[move].low, report.moves[move].low);
        CHECK(!batch->take(i));
    }
}

TEST(positions_that_follow_one_that_is_not_proven_are_only_estimated) {
    const Position hard = boards::start(kKalah, 6, 6);
    const Position easy = boards::start(kKalah, 6, 1);
    Rows rows({easy, hard, hard, hard, easy, easy});
    const std::vector<std::uint8_t> follows{0, 1, 1, 0, 0, 1};
    const BatchQuestion question{
        .every_move = true, .nodes = 200'000, .look_nodes = 1'000, .hash_bytes = 1 << 16, .look_bytes = 1 << 12};
    const auto batch = make_batch({6, kKalah}, rows.positions(follows), question, nullptr, nullptr);
    run(*batch, 2);
    CHECK_EQUAL(batch->done(), rows.value.size());
    const bool proven[] = {true, false, false, false, true, true};
    for (std::size_t i = 0; i < rows.value.size(); ++i) {
        const auto answer = batch->take(i);
        CHECK(answer && answer->report.position.is_proven() == proven[i]);
        if (!proven[i]) CHECK_EQUAL(answer->nodes < 100'000, i == 2);
    }
}

TEST(a_batch_that_takes_no_more_begins_nothing) {
    Rows rows(std::vector<Position>(5, boards::start(kKalah, 6, 1)));
    const auto batch =
        make_batch({6, kKalah}, rows.arrays(), {.hash_bytes = 1 << 16, .look_bytes = 1 << 12}, nullptr, nullptr);
    batch->take_no_more();
    run(*batch, 2);
    CHECK_EQUAL(batch->done(), std::size_t{0});
    CHECK_EQUAL(rows.kind[0], kNoValue);
}

#ifndef __wasm__  // needs threads
TEST(a_batch_that_is_stopped_leaves_the_rest_unknown) {
    const std::vector<Position> positions(20, boards::start(kKalah, 6, 6));
    Rows more(positions);
    const auto endless =
        make_batch({6, kKalah}, more.arrays(), {.hash_bytes = 1 << 16, .look_bytes = 1 << 12}, nullptr, nullptr);
    std::thread worker([&] { endless->work(); });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    endless->stop();
    worker.join();
    CHECK(endless->done() <= 1);
    CHECK_EQUAL(more.kind[19], kNoValue);
}
#endif
