#include "sowfish/board/playout.hpp"

#include "tests/boards.hpp"
#include "tests/check.hpp"

using namespace sowfish;

namespace {

bool same(const Tally& one, const Tally& other) {
    return one.wins == other.wins && one.losses == other.losses && one.ties == other.ties &&
           one.margins == other.margins && one.moves == other.moves;
}

}  // namespace

TEST(fast_and_wide_kernels_play_the_same_random_games) {
    Random random(41);
    for (const Switches& switches : boards::kProfiles) {
        for (int trial = 0; trial < 50; ++trial) {
            const Rules rules{boards::pick(random, 1, kMaxFastPits), switches};
            const Position position = boards::random_position(random, rules);
            const WideKernel wide(rules);
            CHECK(same(playouts(position, 1, 7, 10), playouts(wide, board_of(wide, position), 1, 7, 10)));
        }
    }
}

TEST(playouts_add_up_over_a_split) {
    const Position start = boards::start(kKalah, 6, 4);
    Tally sum = playouts(start, 9, 0, 30);
    const Tally more = playouts(start, 9, 30, 70);
    sum.wins += more.wins;
    sum.losses += more.losses;
    sum.ties += more.ties;
    sum.margins += more.margins;
    sum.moves += more.moves;
    CHECK(same(sum, playouts(start, 9, 0, 100)));
    CHECK_EQUAL(sum.wins + sum.losses + sum.ties, 100u);
}
