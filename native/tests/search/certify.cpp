// Certificates: a list of moves with which every claim holds, on any kernel, whatever the hash has forgotten.
#include "sowfish/search/certify.hpp"

#include <cstdint>
#include <optional>

#include "sowfish/search/engine.hpp"
#include "tests/asking.hpp"
#include "tests/boards.hpp"
#include "tests/check.hpp"
#include "tests/minimax.hpp"

using namespace sowfish;

namespace {

std::optional<Strategy> strategy_of(Engine& engine, const Position& position, int value,
                                    std::uint64_t max_pending) {
    Control control;
    const Report report = asking::ask(engine, {.position = position}, control);
    CHECK_EQUAL(report.position.low, value);
    CHECK_EQUAL(report.position.high, value);
    return certify(position, value, engine.hash(), engine.table(), control, max_pending);
}

// Whether the lists prove anything is for the checker to say, in tests/certificates; here, that there are lists.
void check_rules(const Rules& rules, std::size_t hash_bytes, int most, int trials) {
    Random random(static_cast<std::uint64_t>(rules.pits * 100 + most));
    minimax::Minimax minimax(rules);
    const auto engine = std::make_unique<Engine>(rules, hash_bytes, 1 << 16);
    for (int trial = 0; trial < trials; ++trial) {
        const Position position = minimax::thrown(random, rules, boards::pick(random, 1, most));
        if (is_over(position)) continue;
        const auto strategy = strategy_of(*engine, position, minimax.margin_of(position), 1'000'000);
        CHECK(strategy.has_value());
        CHECK(strategy->pits.size() <= strategy->positions);
        CHECK(strategy->positions <= minimax.size());
        for (const std::uint8_t pit : strategy->pits) CHECK(pit < rules.pits);
    }
}

Position start(const Rules& rules, int stones) {
    Position position{rules, {}, false};
    for (int pit = 0; pit < rules.pits; ++pit) {
        position.ring[static_cast<std::size_t>(pit)] = static_cast<std::uint8_t>(stones);
        position.ring[static_cast<std::size_t>(rules.pits + 1 + pit)] = static_cast<std::uint8_t>(stones);
    }
    return position;
}

}  // namespace

TEST(every_kernel_finds_the_moves_that_prove_a_value) {
    for (const Switches& switches : boards::kProfiles) check_rules({3, switches}, 1 << 16, 9, 12);
    check_rules({3, Switches{.relay = true}}, 1 << 16, 9, 12);
}

TEST(what_the_hash_forgot_is_searched_again) { check_rules({3, Switches{.relay = true}}, 64, 9, 12); }

TEST(same_position_gives_the_same_list) {
    const Rules rules{3, kKalah};
    minimax::Minimax minimax(rules);
    const Position position = start(rules, 3);
    const int value = minimax.margin_of(position);
    const auto first = strategy_of(*std::make_unique<Engine>(rules, 1 << 20, 1 << 16), position, value, 1'000'000);
    const auto second =
        strategy_of(*std::make_unique<Engine>(rules, 1 << 20, 1 << 16), position, value, 1'000'000);
    CHECK(first && second && first->pits == second->pits);
}

TEST(certificate_ends_when_it_is_stopped_or_too_large) {
    const Rules rules{3, kKalah};
    minimax::Minimax minimax(rules);
    const Position position = start(rules, 3);
    const int value = minimax.margin_of(position);
    const auto engine = std::make_unique<Engine>(rules, 1 << 20, 1 << 16);
    CHECK(!strategy_of(*engine, position, value, 3).has_value());
    Control control;
    control.stop();
    CHECK(!certify(position, value, engine->hash(), nullptr, control, 1'000'000).has_value());
}
