// The look-ahead over margins; tests/minimax_search.cpp has it over chances.
#include "sowfish/search/look_ahead.hpp"

#include "tests/boards.hpp"
#include "tests/check.hpp"
#include "tests/minimax.hpp"
#include "tests/nets.hpp"

using namespace sowfish;

namespace {

template <class Kernel>
using Look = LookAhead<Kernel, MarginEvaluation<Kernel>>;

template <class Kernel>
Look<Kernel> look_of(const Kernel& kernel, const Rules& rules, std::size_t bytes) {
    return Look<Kernel>(kernel, MarginEvaluation<Kernel>(kernel, rules.switches.relay), bytes);
}

}  // namespace

TEST(a_look_to_the_end_is_exact_for_every_move) {
    Random random(81);
    for (int trial = 0; trial < 200; ++trial) {
        const Switches switches =
            trial % 2 == 0 ? boards::kProfiles[random.below(6)] : boards::random_switches(random);
        const Rules rules{boards::pick(random, 1, 4), switches};
        const Position position = minimax::thrown(random, rules, boards::pick(random, 1, 7));
        if (legal_pits(position) == 0) continue;
        minimax::Minimax values(rules);
        const WideBoard wide = board_of(values.kernel(), position);
        with_kernel(rules, [&]<class Kernel>(const Kernel& kernel) {
            for (const bool every_move : {false, true}) {
                Look<Kernel> look = look_of(kernel, rules, 1 << 14);
                if (trial % 3 == 0) look.evaluation().set_net(nets::wild(rules.pits, random));
                look.set_root(board_of(kernel, position), every_move);
                Control control;
                while (look.deepen(control)) {
                }
                const auto result = look.result();
                CHECK(result.sees_end && !look.is_open());
                CHECK_EQUAL(result.value, kPartsOfStone * values(wide));
                CHECK_EQUAL(result.moves.size(), count_of(legal_pits(position)));
                for (const auto& move : result.moves) {
                    CHECK_EQUAL(move.line.front(), move.pit);
                    const int value = minimax::move_value(values.kernel(), wide, move.pit,
                                                          [&](const WideBoard& at) { return values(at); });
                    if (every_move) CHECK_EQUAL(move.value, kPartsOfStone * value);
                }
            }
        });
    }
}

TEST(values_stay_within_the_rest_and_lines_are_legal_and_whole_turns) {
    Random random(82);
    for (int trial = 0; trial < 300; ++trial) {
        const Switches switches =
            trial % 2 == 0 ? boards::kProfiles[random.below(6)] : boards::random_switches(random);
        const Position position = boards::random_position(random, {boards::pick(random, 1, kMaxPits), switches});
        if (legal_pits(position) == 0) continue;
        with_kernel(position.rules, [&]<class Kernel>(const Kernel& kernel) {
            Look<Kernel> look = look_of(kernel, position.rules, 1 << 12);
            if (trial % 4 == 0) look.evaluation().set_net(nets::wild(position.rules.pits, random));
            const auto board = board_of(kernel, position);
            look.set_root(board, false);
            Control control;
            control.limit_nodes(3'000);
            while (look.deepen(control)) {
            }
            const auto result = look.result();
            CHECK(result.depth >= 1);
            CHECK(std::abs(result.value) <= kPartsOfStone * kernel.rest(board));
            for (const auto& move : result.moves) {
                Position at = position;
                bool has_passed = false;
                for (const int pit : move.line) {
                    if (!is_over(at) && legal_pits(at) == 0) at.north_to_move = !at.north_to_move;
                    has_passed = has_passed || at.north_to_move != position.north_to_move;
                    CHECK(legal_pits(at) >> pit & 1);
                    at = after(at, pit);
                }
                CHECK(has_passed || is_over(at) || at.north_to_move != position.north_to_move ||
                      legal_pits(at) == 0);
            }
        });
    }
}

TEST(a_table_makes_one_move_exact) {
    const Rules rules{5, kKalah};
    const auto table = std::make_shared<Table>(rules, 9);
    TableBuilder(*table).work();
    minimax::Minimax values(rules);
    Random random(83);
    const Kernel<false> kernel(5, kKalah);
    for (int trial = 0; trial < 100; ++trial) {
        const Position position = minimax::thrown(random, rules, 9);
        if (legal_pits(position) == 0) continue;
        auto look = look_of(kernel, rules, 1 << 14);
        look.evaluation().set_table(table);
        look.set_root(board_of(kernel, position), false);
        Control control;
        look.deepen(control);
        CHECK(look.result().sees_end);
        CHECK_EQUAL(look.result().value, kPartsOfStone * values(board_of(values.kernel(), position)));
    }
}

TEST(what_was_seen_from_one_position_helps_at_the_next_until_it_is_cleared) {
    const Position start = boards::start(kKalah, 6, 4);
    const Kernel<false> kernel(6, kKalah);
    auto look = look_of(kernel, start.rules, 1 << 22);
    const auto nodes_to_depth = [&](const Position& position, int depth) {
        Control control;
        look.set_root(board_of(kernel, position), false);
        while (look.result().depth < depth && look.deepen(control)) {
        }
        return control.nodes();
    };
    nodes_to_depth(start, 12);
    const Position next = after(start, look.result().line.front());
    const std::uint64_t helped = nodes_to_depth(next, 10);
    look.clear();
    CHECK(2 * helped < nodes_to_depth(next, 10));
}

TEST(a_look_ends_by_its_budget_or_when_it_is_halted) {
    const Kernel<false> kernel(6, kKalah);
    const Position start = boards::start(kKalah, 6, 6);
    auto look = look_of(kernel, start.rules, 1 << 16);
    look.set_root(board_of(kernel, start), false);
    Control control;
    std::atomic<bool> halt{false};
    while (look.deepen(control, &halt, 5'000)) {
    }
    CHECK(look.nodes() >= 5'000 && look.nodes() < 6'000);
    CHECK(!control.stopped());
    halt.store(true);
    CHECK(!look.deepen(control, &halt));
    CHECK(look.nodes() < 1'000);
}
