#include "sowfish/play/minimax.hpp"

#include <algorithm>

#include "tests/boards.hpp"
#include "tests/check.hpp"

using namespace sowfish;

namespace {

// The plain way: no bounds, no memory. For the side to move.
std::int32_t plain(const Position& position, int depth) {
    const std::int32_t standing = evaluate(position);
    if (depth == 0 || is_over(position) || standing == 0 || standing == kSure) return standing;
    const auto reply = [&](const Position& next) {
        const std::int32_t value = plain(next, depth - 1);
        return next.north_to_move == position.north_to_move ? value : kSure - value;
    };
    const unsigned pits = legal_pits(position);
    if (pits == 0) {
        Position passed = position;
        passed.north_to_move = !position.north_to_move;
        return reply(passed);
    }
    std::int32_t best = 0;
    for (int pit = 0; pit < position.rules.pits; ++pit)
        if (pits >> pit & 1) best = std::max(best, reply(after(position, pit)));
    return best;
}

}  // namespace

TEST(alpha_beta_finds_what_a_plain_minimax_finds) {
    Random random(61);
    for (int trial = 0; trial < 300; ++trial) {
        const Switches switches =
            trial % 2 == 0 ? boards::kProfiles[random.below(6)] : boards::random_switches(random);
        const Position position = boards::random_position(random, {boards::pick(random, 1, 8), switches});
        if (legal_pits(position) == 0) continue;
        Control control;
        const MinimaxResult found = sowfish::minimax(position, boards::pick(random, 1, 4), 1 << 12, control);
        CHECK(legal_pits(position) >> found.pit & 1);
        CHECK_EQUAL(control.nodes(), found.nodes);
        const std::int32_t standing = evaluate(position);
        if (standing == 0 || standing == kSure) continue;  // decided: it plays on, plain() does not
        CHECK(std::abs(found.value - plain(position, found.depth)) <= 1);  // rounded in another view at most
    }
}

TEST(a_search_stopped_at_once_still_looks_one_move_ahead) {
    Control control;
    control.stop();
    const MinimaxResult found = sowfish::minimax(boards::start(kKalah, 12, 10), 255, 1 << 12, control);
    CHECK(found.depth >= 1);
    CHECK(found.nodes < 5'000);
    CHECK_EQUAL(found.line.front(), found.pit);
}

TEST(the_evaluation_has_its_fixed_points) {
    CHECK_EQUAL(evaluate(boards::start(kKalah, 6, 4)), kSure / 2);
    Position ahead = boards::start(kKalah, 6, 4);
    ahead.ring[6] = 49;  // more than half of 97
    CHECK_EQUAL(evaluate(ahead), kSure);
    ahead.north_to_move = true;
    CHECK_EQUAL(evaluate(ahead), 0);
    Position even{{6, kKalah}, {}, false};
    even.ring[6] = even.ring[13] = 24;
    CHECK_EQUAL(evaluate(even), kSure / 2);
}
