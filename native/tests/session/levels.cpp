#include "sowfish/session/levels.hpp"

#include "tests/check.hpp"

using namespace sowfish;

TEST(a_level_never_draws_what_it_would_not_overlook) {
    Chance chance("levels");
    const std::vector<double> values = {1.0, 3.0, 2.5, -9.0};
    for (const Level& level : kLevels) {
        std::vector<int> counts(values.size());
        for (int i = 0; i < 2000; ++i) ++counts[drawn_move(level, values, chance)];
        for (std::size_t place = 0; place < values.size(); ++place)
            CHECK_EQUAL(counts[place] > 0, 3.0 - values[place] <= level.overlooked);
        CHECK(counts[1] > counts[0]);
    }
}

TEST(a_single_move_is_drawn_by_every_level) {
    Chance chance("levels");
    for (const Level& level : kLevels) CHECK_EQUAL(drawn_move(level, {-4.0}, chance), 0u);
}
