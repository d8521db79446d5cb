#include "sowfish/checker/features.hpp"

#include "sowfish/checker/game_graph.hpp"
#include "tests/check.hpp"

using namespace sowfish;

namespace {

// A capture of four by north that ends its turn, after one relay.
constexpr Step kMove{.pit = 2,
                     .laps = 2,
                     .drops = 7,
                     .captured = 4,
                     .banked = 5,
                     .swept = 3,
                     .mine = 6,
                     .theirs = 2,
                     .north = true,
                     .turn_over = true};
constexpr Step kPass{.pit = Step::kPass, .north = false, .turn_over = true};

int both(const Step& step, Counter counter) { return amount(step, counter, Who::either); }

}  // namespace

TEST(a_move_counts_what_it_did) {
    CHECK_EQUAL(both(kMove, Counter::events), 9);
    CHECK_EQUAL(both(kMove, Counter::drops), 7);
    CHECK_EQUAL(both(kMove, Counter::moves), 1);
    CHECK_EQUAL(both(kMove, Counter::turns), 1);
    CHECK_EQUAL(both(kMove, Counter::passes), 0);
    CHECK_EQUAL(both(kMove, Counter::laps), 2);
    CHECK_EQUAL(both(kMove, Counter::relays), 1);
    CHECK_EQUAL(both(kMove, Counter::captures), 1);
    CHECK_EQUAL(both(kMove, Counter::steals), 1);
    CHECK_EQUAL(both(kMove, Counter::free_moves), 0);
    CHECK_EQUAL(both(kMove, Counter::captured), 4);
    CHECK_EQUAL(both(kMove, Counter::banked), 5);
    CHECK_EQUAL(both(kMove, Counter::swept), 3);
    CHECK_EQUAL(both(kMove, Counter::stones), 6);
    CHECK_EQUAL(both(kMove, Counter::margin), 4);
}

TEST(a_pass_is_one_event_and_a_turn) {
    CHECK_EQUAL(both(kPass, Counter::events), 1);
    CHECK_EQUAL(both(kPass, Counter::passes), 1);
    CHECK_EQUAL(both(kPass, Counter::moves), 0);
    CHECK_EQUAL(both(kPass, Counter::relays), 0);
    CHECK_EQUAL(both(kPass, Counter::turns), 1);
    CHECK_EQUAL(both(kPass, Counter::captures), 0);
}

TEST(a_single_stone_banked_is_a_capture_and_no_steal) {
    const Step step{.laps = 1, .drops = 1, .captured = 1, .free_move = true};
    CHECK_EQUAL(both(step, Counter::captures), 1);
    CHECK_EQUAL(both(step, Counter::steals), 0);
    CHECK_EQUAL(both(step, Counter::free_moves), 1);
}

TEST(only_stones_and_margins_of_a_side_count_the_other_sides_steps) {
    CHECK_EQUAL(amount(kMove, Counter::drops, Who::north), 7);
    CHECK_EQUAL(amount(kMove, Counter::drops, Who::south), 0);
    CHECK_EQUAL(amount(kMove, Counter::stones, Who::north), 6);
    CHECK_EQUAL(amount(kMove, Counter::stones, Who::south), 2);
    CHECK_EQUAL(amount(kMove, Counter::margin, Who::north), 4);
    CHECK_EQUAL(amount(kMove, Counter::margin, Who::south), -4);
}

TEST(trackers_take_the_bits_of_their_caps) {
    CHECK_EQUAL(mark_bits({}), 0);
    std::vector<Tracker> trackers(2);
    trackers[0].cap = 1;
    trackers[1].cap = 255;
    CHECK_EQUAL(mark_bits(trackers), 9);
}
