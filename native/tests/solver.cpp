// Proofs by any number of threads: values, bounds and lines.
#include "sowfish/solver.hpp"

#include <memory>
#include <thread>
#include <vector>

#include "boards.hpp"
#include "check.hpp"
#include "minimax.hpp"
#include "nets.hpp"

using namespace sowfish;

namespace {

void run(Proof& proof, int threads) {
    std::vector<std::thread> team;
    for (int i = 0; i < threads; ++i) team.emplace_back([&] { proof.work(); });
    for (std::thread& thread : team) thread.join();
}

std::shared_ptr<const Table> table_of(const Rules& rules, int stones) {
    if (stones < 0 || !is_fast(rules)) return nullptr;
    auto table = std::make_shared<Table>(rules, stones);
    TableBuilder(*table).work();
    return table;
}

int margin(const Position& position, bool north) {
    const std::size_t south_store = static_cast<std::size_t>(position.rules.pits);
    const std::size_t north_store = 2 * south_store + 1;
    const int lead = position.ring[south_store] - position.ring[north_store];
    return north ? -lead : lead;
}

// Plays a line to the end of the game and holds it to the value.
void check_line(Position position, const std::vector<int>& pits, int value) {
    const bool north = position.north_to_move;
    for (const int pit : pits) {
        if (legal_pits(position) == 0) position.north_to_move = !position.north_to_move;
        CHECK(legal_pits(position) >> pit & 1);
        position = after(position, pit);
    }
    CHECK(is_over(position));
    CHECK_EQUAL(margin(position, north), value);
}

int value_of(minimax::Minimax& minimax, const Position& position) {
    return margin(position, position.north_to_move) + minimax(board_of(minimax.kernel(), position));
}

void check_proofs(const Rules& rules, std::size_t hash_bytes, int table_stones, int most, int trials) {
    Random random(static_cast<std::uint64_t>(rules.pits * 1'000 + most));
    minimax::Minimax minimax(rules);
    const auto solver = make_solver(rules, hash_bytes, table_of(rules, table_stones));
    CHECK_EQUAL(solver->is_parallel(), is_fast(rules));
    for (int trial = 0; trial < trials; ++trial) {
        const Position position = minimax::thrown(random, rules, boards::pick(random, 1, most));
        if (is_over(position)) continue;
        const int threads = solver->is_parallel() ? 1 + trial % 3 : 1;
        solver->set_net(trial % 2 == 0 ? nullptr : nets::wild(rules.pits, random));
        Control control;
        const auto whole = solver->prove(position, false, threads, control);
        run(*whole, threads);
        CHECK_EQUAL(whole->proven().size(), 1u);
        const Proven known = whole->proven().front();
        CHECK_EQUAL(known.low, value_of(minimax, position));
        CHECK_EQUAL(known.high, known.low);
        CHECK_EQUAL(known.pit, kNoPit);
        check_line(position, whole->line(0), known.low);
        CHECK(whole->line(1).empty());
        if (legal_pits(position) == 0) continue;

        // Guesses, however wrong, change nothing but the work.
        const std::vector<int> guesses(trial % 2 == 0 ? count_of(legal_pits(position)) : 0, trial - trials / 2);
        const auto moves = solver->prove(position, true, threads, control, Approach::guess, guesses);
        run(*moves, threads);
        const std::vector<Proven> all = moves->proven();
        CHECK_EQUAL(all.size(), count_of(legal_pits(position)));
        int best = -kMaxStones;
        for (std::size_t i = 0; i < all.size(); ++i) {
            CHECK(legal_pits(position) >> all[i].pit & 1);
            const Position next = after(position, all[i].pit);
            const int own = is_over(next) ? margin(next, next.north_to_move) : value_of(minimax, next);
            const int value = next.north_to_move == position.north_to_move ? own : -own;
            CHECK_EQUAL(all[i].low, value);
            CHECK_EQUAL(all[i].high, value);
            const std::vector<int> line = moves->line(i);
            CHECK_EQUAL(line.front(), all[i].pit);
            check_line(position, line, value);
            best = std::max(best, all[i].low);
        }
        CHECK_EQUAL(best, known.low);
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
            const auto solver = make_solver({start.pits, kKalah}, 1 << 20, table_of({start.pits, kKalah}, 8));
            Control control;
            const auto proof =
                solver->prove(boards::start(kKalah, start.pits, start.stones), false, threads, control);
            run(*proof, threads);
            CHECK_EQUAL(proof->proven().front().low, start.value);
            CHECK_EQUAL(proof->proven().front().high, start.value);
        }
    }
}

TEST(a_proof_that_is_stopped_keeps_true_bounds_and_goes_on_with_another_control) {
    const Position start = boards::start(kKalah, 6, 3);
    const std::vector<int> values = {-14, -16, -10, -2, 2, 0};
    const auto solver = make_solver(start.rules, 1 << 16, table_of(start.rules, 6));
    for (const std::uint64_t nodes : {1u, 500u, 5'000u, 50'000u}) {
        for (const int threads : {1, 2}) {
            Control control;
            control.limit_nodes(nodes);
            const auto proof = solver->prove(start, true, threads, control);
            run(*proof, threads);
            const auto all = proof->proven();
            for (std::size_t i = 0; i < all.size(); ++i) {
                CHECK(all[i].low <= values[i] && values[i] <= all[i].high);
                Position position = start;
                for (const int pit : proof->line(i)) {
                    CHECK(legal_pits(position) >> pit & 1);
                    position = after(position, pit);
                }
            }
        }
    }
}

TEST(bounds_can_be_asked_for_while_threads_work) {
    const Position start = boards::start(kKalah, 6, 4);
    const auto solver = make_solver(start.rules, 1 << 16, nullptr);
    Control control;
    control.limit_nodes(100'000);
    const auto proof = solver->prove(start, true, 2, control);
    std::thread one([&] { proof->work(); });
    std::thread two([&] { proof->work(); });
    while (!control.stopped()) {
        for (const Proven& known : proof->proven()) CHECK(known.low <= known.high);
        std::this_thread::yield();
    }
    one.join();
    two.join();
    CHECK(control.nodes() >= 100'000);
}

TEST(closing_in_from_both_sides_gives_the_same_value) {
    for (const Switches& switches : boards::kProfiles) {
        const Rules rules{3, switches};
        Random random(17);
        minimax::Minimax minimax(rules);
        const auto solver = make_solver(rules, 1 << 16, nullptr);
        for (int trial = 0; trial < 60; ++trial) {
            const Position position = minimax::thrown(random, rules, boards::pick(random, 1, 12));
            if (is_over(position)) continue;
            Control control;
            const auto proof = solver->prove(position, false, 1, control, Approach::outside_in);
            proof->work();
            CHECK_EQUAL(proof->proven()[0].low, value_of(minimax, position));
            CHECK_EQUAL(proof->proven()[0].high, value_of(minimax, position));
        }
    }
}

TEST(a_proof_goes_on_from_bounds_it_is_told) {
    const Rules rules{4, kKalah};
    Random random(23);
    minimax::Minimax minimax(rules);
    for (int trial = 0; trial < 60; ++trial) {
        const Position position = minimax::thrown(random, rules, boards::pick(random, 2, 10));
        if (is_over(position)) continue;
        const int value = value_of(minimax, position);
        const auto solver = make_solver(rules, 1 << 16, nullptr);
        Control control;
        const auto proof = solver->prove(position, false, 1, control);
        proof->believe(value - trial % 3, value + trial % 2);
        CHECK(proof->proven()[0].low >= value - trial % 3);
        CHECK(proof->proven()[0].high <= value + trial % 2);
        proof->work();
        CHECK_EQUAL(proof->proven()[0].low, value);
        CHECK_EQUAL(proof->proven()[0].high, value);
    }
}

TEST(a_snapshot_spares_another_solver_the_work) {
    const Rules rules{4, kKalah};
    const Position start = boards::start(kKalah, 4, 3);
    const auto first = make_solver(rules, 1 << 20, nullptr);
    Control work;
    first->prove(start, false, 1, work)->work();
    const auto second = make_solver(rules, 1 << 22, nullptr);
    const auto snapshot = first->snapshot(1 << 20);
    CHECK(second->restore(snapshot.data(), snapshot.size()));
    Control again;
    second->prove(start, false, 1, again)->work();
    CHECK(again.nodes() * 10 < work.nodes() + 10);
}
