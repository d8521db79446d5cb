// Outcomes regardless of the margin: what is decided stays so, and games end as soon as that is known.
#include "sowfish/board/outcome.hpp"

#include "sowfish/board/playout.hpp"
#include "tests/boards.hpp"
#include "tests/check.hpp"

using namespace sowfish;

namespace {

// The outcome of a random game for the side to move, played to its last stone.
template <class Kernel>
Outcome played_to_the_end(const Kernel& kernel, const typename Kernel::Board& board, Random& random) {
    std::uint64_t moves = 0;
    return outcome_of(playout(kernel, board, random, moves));
}

}  // namespace

TEST(an_outcome_is_the_sign_of_the_margin) {
    CHECK(outcome_of(1) == Outcome::win);
    CHECK(outcome_of(0) == Outcome::draw);
    CHECK(outcome_of(-40) == Outcome::loss);
    for (const int margin : {-3, 0, 3}) CHECK(turned_outcome(outcome_of(margin)) == outcome_of(-margin));
}

TEST(what_is_decided_ends_that_way_however_it_is_played) {
    Random random(29);
    int decided = 0;
    for (int trial = 0; trial < 20'000; ++trial) {
        const Rules rules{boards::pick(random, 1, 6), boards::random_switches(random)};
        const Position position = boards::random_position(random, rules);
        if (is_over(position)) continue;
        with_kernel(rules, [&]<class Kernel>(const Kernel& kernel) {
            const auto board = board_of(kernel, position);
            if (!is_decided(kernel, board)) return;
            ++decided;
            for (int game = 0; game < 3; ++game)
                CHECK(played_to_the_end(kernel, board, random) == outcome_of(kernel.margin(board)));
        });
    }
    CHECK(decided > 500);
}

TEST(a_game_that_ends_early_has_a_decided_outcome) {
    Random random(31);
    for (const Switches& switches : boards::kProfiles) {
        const Position position = boards::start(switches, 6, 4);
        with_kernel(position.rules, [&]<class Kernel>(const Kernel& kernel) {
            const auto board = board_of(kernel, position);
            int wins = 0, losses = 0;
            for (int game = 0; game < 400; ++game) {
                const Outcome outcome = outcome_of_game(kernel, board, AnyPit{}, random);
                wins += outcome == Outcome::win;
                losses += outcome == Outcome::loss;
            }
            CHECK(wins > 40 && losses > 40);  // both sides can win from the start
        });
    }
}

TEST(the_greediest_pit_banks_the_most) {
    Random random(37);
    for (int trial = 0; trial < 2'000; ++trial) {
        const Rules rules{boards::pick(random, 1, 7), boards::random_switches(random)};
        const Position position = boards::random_position(random, rules);
        const unsigned pits = legal_pits(position);
        if (pits == 0) continue;
        with_kernel(rules, [&]<class Kernel>(const Kernel& kernel) {
            const auto board = board_of(kernel, position);
            const auto banked = [&](int pit) {
                auto next = board;
                kernel.sow(next, pit);
                return kernel.store(next) - kernel.store(board);
            };
            const int chosen = GreediestPit{}(kernel, board, pits, random);
            CHECK(pits >> chosen & 1);
            for (int pit = 0; pit < rules.pits; ++pit)
                if (pits >> pit & 1) CHECK(banked(pit) <= banked(chosen));
        });
    }
}
