#include "sowfish/system/control.hpp"

#include <chrono>

#include "tests/check.hpp"

using namespace sowfish;

TEST(a_control_without_limits_goes_on) {
    Control control;
    CHECK(!control.count(std::uint64_t{1} << 62));
    CHECK(!control.stopped());
    CHECK_EQUAL(control.nodes(), std::uint64_t{1} << 62);
}

TEST(a_control_stops_at_its_nodes) {
    Control control;
    control.limit_nodes(100);
    CHECK(!control.count(99));
    CHECK(control.count(1));
    CHECK(control.stopped());
    CHECK_EQUAL(control.nodes(), 100u);
}

TEST(a_control_stops_at_its_deadline) {
    Control control;
    const auto deadline = Control::Clock::now() + std::chrono::hours(1);
    control.limit_time(deadline);
    CHECK(control.deadline() == deadline);
    CHECK(!control.count(1));
    control.limit_time(Control::Clock::now());
    CHECK(control.count(1));
}

TEST(a_control_stops_when_told) {
    Control control;
    control.stop();
    CHECK(control.stopped());
    CHECK(control.count(0));
}
