#include "sowfish/board/position.hpp"

#include <cstddef>

#include "tests/boards.hpp"
#include "tests/check.hpp"

using namespace sowfish;

namespace {

// Rest and distance as one number that falls with every move: rest counts for more than any distance can.
int falling(const Position& position) {
    int rest = 0;
    int distance = 0;
    for (int pit = 0; pit < position.rules.pits; ++pit) {
        for (const int first : {0, position.rules.pits + 1}) {
            const int stones = position.ring[static_cast<std::size_t>(first + pit)];
            rest += stones;
            distance += stones * (position.rules.pits - pit);
        }
    }
    return rest * 10'000 + distance;
}

// Plays a random game through both ways to move; returns the number of moves.
int check_game(Position position, Random& random) {
    int moves = 0;
    bool passed = false;
    while (!is_over(position)) {
        const unsigned choices = legal_pits(position);
        if (choices == 0) {
            CHECK(!passed);
            passed = true;
            position.north_to_move = !position.north_to_move;
            continue;
        }
        passed = false;
        const int pit = member_of(choices, random.below(count_of(choices)));
        MoveRecord record;
        const Position next = after(position, pit);
        CHECK(next == after(position, pit, record));
        CHECK_EQUAL(boards::total(next), boards::total(position));
        CHECK(falling(next) < falling(position));
        CHECK(record.laps >= 1);
        CHECK(record.captured <= record.banked);
        CHECK(is_over(next) || record.swept == 0);
        CHECK_EQUAL(record.next == Next::over, is_over(next));
        if (!is_over(next)) CHECK_EQUAL(record.next == Next::again, next.north_to_move == position.north_to_move);
        std::size_t at = 0;
        int laps = 0;
        for (; at < record.path.size(); at += 2 + std::size_t{record.path[at + 1]}) ++laps;
        CHECK_EQUAL(at, record.path.size());
        CHECK_EQUAL(laps, record.laps);
        position = next;
        ++moves;
    }
    CHECK_EQUAL(legal_pits(position), 0u);
    return moves;
}

}  // namespace

TEST(stones_are_conserved_and_rest_then_distance_fall_under_any_rules) {
    Random random(21);
    int moves = 0;
    for (int game = 0; game < 3'000; ++game) {
        const Rules rules{boards::pick(random, 1, kMaxPits), boards::random_switches(random)};
        moves += check_game(boards::random_position(random, rules), random);
    }
    CHECK(moves > 20'000);
}

TEST(the_same_holds_in_every_profile_and_size) {
    Random random(22);
    for (const Switches& switches : boards::kProfiles) {
        for (int pits = 1; pits <= kMaxPits; ++pits) {
            for (int game = 0; game < 20; ++game)
                check_game(boards::random_position(random, {pits, switches}), random);
        }
    }
}

TEST(a_board_converts_to_a_kernels_view_and_back) {
    Random random(23);
    for (int trial = 0; trial < 1'000; ++trial) {
        const int pits = boards::pick(random, 1, kMaxFastPits);
        const Position position = boards::random_position(random, {pits, kKalah});
        Position fast{position.rules, {}, position.north_to_move};
        Position wide = fast;
        const Kernel<false> kernel(pits, kKalah);
        const WideKernel wide_kernel(position.rules);
        put_board(kernel, board_of(kernel, position), fast);
        put_board(wide_kernel, board_of(wide_kernel, position), wide);
        CHECK(fast == position);
        CHECK(wide == position);
    }
}

TEST(sweeping_gives_the_rest_to_its_owners_or_to_nobody) {
    Position position = boards::start(kKalah, 3, 2);
    Position gathered{position.rules, {0, 0, 0, 6, 0, 0, 0, 6}, false};
    CHECK(swept(position) == gathered);
    position.rules.switches = kAvalanche;
    CHECK(swept(position) == position);
}
