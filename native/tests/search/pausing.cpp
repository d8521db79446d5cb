// A search that is paused again and again finds what one in one go finds.
#include <memory>

#include "sowfish/search/engine.hpp"
#include "sowfish/table/table.hpp"
#include "tests/boards.hpp"
#include "tests/check.hpp"

using namespace sowfish;

TEST(a_pause_is_no_end) {
    Control control;
    control.pause_at(Control::Clock::now());
    CHECK(control.count(1));
    CHECK(control.is_paused());
    control.pause_at(Control::in(3600));
    control.resume();
    CHECK(!control.count(1));
    control.limit_nodes(3);
    CHECK(control.count(1));
    CHECK(!control.is_paused());
}

TEST(a_table_that_is_paused_goes_on_where_it_was) {
    for (const Switches& switches : boards::kProfiles) {
        Table whole({5, switches}, 9);
        TableBuilder(whole).work();
        Table table({5, switches}, 9);
        TableBuilder builder(table);
        builder.pause_when([] { return true; });
        int parts = 0;
        for (; !builder.is_done(); ++parts) builder.work();
        CHECK(parts > 9);
        bool same = true;
        for (std::uint64_t i = 0; i < whole.size(); ++i) same = same && table.at(i) == whole.at(i);
        CHECK(same);
    }
}

TEST(a_paused_proof_comes_to_the_same_values_and_grows_its_table) {
    const Position start = boards::start(kAvalanche, 5, 4);
    const auto proven = [&](double slice) {
        const auto engine = std::make_unique<Engine>(start.rules, 1 << 22, 1 << 16);
        engine->set_table(nullptr, std::make_shared<Table>(start.rules, 14));
        Control control;
        int slices = 0;
        bool is_done = engine->begin({.position = start, .every_move = true, .max_table_stones = 14}, control);
        for (; !is_done; ++slices) {
            control.pause_at(Control::in(slice));
            control.resume();
            engine->work();
            is_done = engine->report().is_done;
            CHECK(is_done || control.is_paused());
        }
        CHECK(slice > 1 || slices > 2);
        CHECK(engine->table() != nullptr);
        return engine->report();
    };
    const Report whole = proven(3600);
    const Report parts = proven(0.002);
    CHECK_EQUAL(parts.position.low, whole.position.low);
    for (std::size_t i = 0; i < whole.moves.size(); ++i) {
        CHECK(parts.moves[i].is_proven());
        CHECK_EQUAL(parts.moves[i].low, whole.moves[i].low);
        CHECK(!parts.moves[i].line.empty());
    }
}
