#include "sowfish/deepening.hpp"

#include "boards.hpp"
#include "check.hpp"
#include "minimax.hpp"
#include "nets.hpp"

using namespace sowfish;

namespace {

Position any_position(Random& random, int trial, int most_pits) {
    const Switches switches =
        trial % 2 == 0 ? boards::kProfiles[random.below(6)] : boards::random_switches(random);
    return boards::random_position(random, {boards::pick(random, 1, most_pits), switches});
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
        const WideBoard board = board_of(values.kernel(), position);
        const int banked = values.kernel().margin(board);
        for (const bool every_move : {false, true}) {
            const auto deepening = make_deepening(rules, 1 << 14);
            if (trial % 3 > 0) deepening->set_net(nets::wild(rules.pits, random), NetUse(trial % 3));
            deepening->set_root(position, every_move);
            Control control;
            while (deepening->deepen(control)) {
            }
            const DeepResult result = deepening->result();
            CHECK(result.sees_end);
            CHECK_EQUAL(result.value, kPartsOfStone * (banked + values(board)));
            CHECK_EQUAL(result.moves.size(), every_move ? count_of(legal_pits(position)) : 0u);
            for (const DeepMove& move : result.moves) {
                const int value = minimax::move_value(values.kernel(), board, move.pit,
                                                      [&](const WideBoard& at) { return values(at); });
                CHECK_EQUAL(move.value, kPartsOfStone * (banked + value));
            }
        }
    }
}

TEST(values_stay_within_the_rest_and_lines_are_legal) {
    Random random(82);
    for (int trial = 0; trial < 300; ++trial) {
        const Position position = any_position(random, trial, kMaxPits);
        if (legal_pits(position) == 0) continue;
        const WideKernel kernel(position.rules);
        const WideBoard board = board_of(kernel, position);
        const auto deepening = make_deepening(position.rules, 1 << 16);
        if (trial % 4 > 0) deepening->set_net(nets::wild(position.rules.pits, random), NetUse(trial % 4 - 1));
        deepening->set_root(position, false);
        Control control;
        control.limit_nodes(3'000);
        while (deepening->deepen(control)) {
        }
        const DeepResult result = deepening->result();
        CHECK(result.depth >= 1);
        CHECK(std::abs(result.value - kPartsOfStone * kernel.margin(board)) <= kPartsOfStone * kernel.rest(board));
        Position at = position;
        for (const int pit : result.line) {
            if (!is_over(at) && legal_pits(at) == 0) at.north_to_move = !at.north_to_move;
            CHECK(legal_pits(at) >> pit & 1);
            at = after(at, pit);
        }
    }
}

TEST(a_table_makes_one_move_exact) {
    const Rules rules{5, kKalah};
    const auto table = std::make_shared<Table>(rules, 9);
    TableBuilder(*table).work();
    minimax::Minimax values(rules);
    Random random(83);
    for (int trial = 0; trial < 100; ++trial) {
        const Position position = minimax::thrown(random, rules, 9);
        if (legal_pits(position) == 0) continue;
        const auto deepening = make_deepening(rules, 1 << 14);
        deepening->set_table(table);
        deepening->set_root(position, false);
        Control control;
        deepening->deepen(control);
        const WideBoard board = board_of(values.kernel(), position);
        CHECK(deepening->result().sees_end);
        CHECK_EQUAL(deepening->result().value, kPartsOfStone * (values.kernel().margin(board) + values(board)));
    }
}

TEST(what_was_seen_from_one_position_helps_at_the_next) {
    const Position start = boards::start(kKalah, 6, 4);
    const auto deepening = make_deepening(start.rules, 1 << 22);
    const auto nodes_to_depth = [&](const Position& position, Deepening& search, int depth) {
        Control control;
        search.set_root(position, false);
        while (search.result().depth < depth && search.deepen(control)) {
        }
        return control.nodes();
    };
    nodes_to_depth(start, *deepening, 12);
    const Position next = after(start, deepening->result().line.front());
    const auto fresh = make_deepening(start.rules, 1 << 22);
    CHECK(2 * nodes_to_depth(next, *deepening, 10) < nodes_to_depth(next, *fresh, 10));
}
