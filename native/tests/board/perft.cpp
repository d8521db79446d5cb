#include "sowfish/board/perft.hpp"

#include "tests/boards.hpp"
#include "tests/check.hpp"

using namespace sowfish;

TEST(kalah_from_the_usual_start_has_the_known_count) {
    CHECK_EQUAL(perft(boards::start(kKalah, 6, 4), 0).sequences, 1u);
    CHECK_EQUAL(perft(boards::start(kKalah, 6, 4), 1).sequences, 6u);
    CHECK_EQUAL(perft(boards::start(kKalah, 6, 4), 2).sequences, 35u);
#ifdef NDEBUG  // too slow under the sanitizers
    CHECK_EQUAL(perft(boards::start(kKalah, 6, 4), 10).sequences, 13'519'608u);
#endif
}

TEST(fast_and_wide_kernels_count_the_same) {
    Random random(31);
    for (const Switches& switches : boards::kProfiles) {
        for (int trial = 0; trial < 30; ++trial) {
            const Rules rules{boards::pick(random, 1, kMaxFastPits), switches};
            const Position position = boards::random_position(random, rules);
            const WideKernel wide(rules);
            for (int depth = 0; depth <= 4; ++depth) {
                const Perft fast_count = perft(position, depth);
                const Perft wide_count = perft(wide, board_of(wide, position), depth);
                CHECK_EQUAL(fast_count.sequences, wide_count.sequences);
                CHECK_EQUAL(fast_count.margins, wide_count.margins);
            }
        }
    }
}
