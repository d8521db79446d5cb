#include "sowfish/checker/force.hpp"

#include <vector>

#include "tests/boards.hpp"
#include "tests/check.hpp"

using namespace sowfish;

namespace {

constexpr std::size_t kPlenty = std::size_t{64} << 20;
using Op = Instruction::Op;

Predicate margin_at_least(int margin) {
    return Predicate({{Op::number, margin},
                      {Op::level, static_cast<int>(Quantity::south_store)},
                      {Op::level, static_cast<int>(Quantity::north_store)},
                      {Op::subtract, 0},
                      {Op::at_most, 0}});
}

int margin(const Position& position) {
    const Position final = is_over(position) ? swept(position) : position;
    return final.ring[static_cast<std::size_t>(final.rules.pits)] -
           final.ring[static_cast<std::size_t>(2 * final.rules.pits + 1)];
}

// By the definition, without memory.
bool plain(const Position& position, bool north, int wanted, bool at_end) {
    if ((is_over(position) || !at_end) && margin(position) >= wanted) return true;
    if (is_over(position)) return false;
    const unsigned pits = legal_pits(position);
    if (pits == 0) {
        Position passed = position;
        passed.north_to_move = !position.north_to_move;
        return plain(passed, north, wanted, at_end);
    }
    const bool chooses = position.north_to_move == north;
    for (int pit = 0; pit < position.rules.pits; ++pit)
        if ((pits >> pit & 1) != 0 && plain(after(position, pit), north, wanted, at_end) == chooses)
            return chooses;
    return !chooses;
}

std::unique_ptr<ForceSearch> search(const Position& start, const Predicate& where, bool north, bool at_end,
                                    std::size_t bytes = kPlenty) {
    GraphOptions options;
    options.keep_stores = options.keep_side = true;
    return make_force_search({start, options, where, north, at_end, bytes});
}

}  // namespace

TEST(what_a_side_can_force_is_what_the_definition_says) {
    Random random(71);
    int forced = 0, prevented = 0;
    for (int trial = 0; trial < 200; ++trial) {
        const Switches switches =
            trial % 2 == 0 ? boards::kProfiles[random.below(6)] : boards::random_switches(random);
        const int pits = boards::pick(random, 1, 3);
        Position position{{pits, switches}, {}, random.below(2) == 1};
        for (int cell = 0; cell < 2 * pits + 2; ++cell)
            position.ring[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(random.below(3));
        if (is_over(position)) continue;  // whoever asks has swept it
        const bool north = random.below(2) == 1, at_end = random.below(2) == 1;
        const int wanted = boards::pick(random, -2, 4);
        Control control;
        const auto found = search(position, margin_at_least(wanted), north, at_end);
        const auto verdict = found->forced({}, control);
        CHECK(verdict.has_value());
        CHECK_EQUAL(*verdict, plain(position, north, wanted, at_end));
        ++(*verdict ? forced : prevented);
    }
    CHECK(forced > 20);
    CHECK(prevented > 20);
}

TEST(a_force_search_knows_every_position_on_the_way) {
    const Position start = boards::start(kKalah, 3, 2);
    Control control;
    const auto found = search(start, margin_at_least(1), false, true);
    const unsigned pits = legal_pits(start);
    for (int pit = 0; pit < 3; ++pit) {
        if ((pits >> pit & 1) == 0) continue;
        CHECK_EQUAL(*found->forced({pit}, control), plain(after(start, pit), false, 1, true));
    }
    CHECK(!found->reached({}));
}

TEST(a_force_search_without_room_says_nothing) {
    Control control;
    const auto found = search(boards::start(kKalah, 6, 4), margin_at_least(1), false, true, 1 << 20);
    CHECK(!found->forced({}, control));
    CHECK(found->searched().out_of_memory);
}

TEST(single_pits_and_products_are_levels_of_a_condition) {
    const Position start = boards::start(kKalah, 2, 3);
    GraphOptions options;
    options.keep_side = true;
    const Predicate product({{Op::level, kSouthPits + 1}, {Op::level, kNorthPits}, {Op::multiply, 0}});
    CHECK(product.is_sound(0));
    CHECK(product.asks_pits());
    with_kernel(start.rules, [&]<class Kernel>(const Kernel& kernel) {
        const GameGraph<Kernel> graph(kernel, start.rules, options);
        CHECK_EQUAL(graph.value(product, graph.root(start)), 9);
        // Pit 0 puts a stone in pit 1, one in the store and one in north's pit 0.
        CHECK_EQUAL(graph.value(product, graph.follow(graph.root(start), 1).after), 16);
    });
}

TEST(a_tracker_counts_only_after_another) {
    const Position start = boards::start(kKalah, 2, 2);
    GraphOptions options;
    options.trackers = {{Counter::moves, Who::either, 7}, {Counter::moves, Who::either, 7, 0}};
    with_kernel(start.rules, [&]<class Kernel>(const Kernel& kernel) {
        const GameGraph<Kernel> graph(kernel, start.rules, options);
        auto node = graph.root(start);
        for (int moves = 1; moves <= 2; ++moves) {
            const unsigned choices = graph.choices(node);
            node = graph.follow(node, choices & (~choices + 1)).after;
            CHECK_EQUAL(graph.tracker(node, 0), moves);
            CHECK_EQUAL(graph.tracker(node, 1), moves - 1);
        }
    });
}
