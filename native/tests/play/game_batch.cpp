#include "sowfish/play/game_batch.hpp"

#include <vector>

#include "tests/boards.hpp"
#include "tests/check.hpp"

using namespace sowfish;

namespace {

struct Arrays {
    explicit Arrays(const BatchOptions& options)
        : pits(static_cast<std::size_t>(options.start.rules.pits)),
          observations(options.games * (2 * pits + 2)),
          masks(options.games * pits),
          to_move(options.games),
          rewards(options.games),
          ended(new bool[options.games]()),
          illegal(new bool[options.games]()),
          finals(options.games * (2 * pits + 2)) {}

    BatchArrays all() {
        return {observations.data(), masks.data(),  to_move.data(), rewards.data(),
                ended.get(),         illegal.get(), finals.data()};
    }

    std::size_t pits;
    std::vector<std::uint8_t> observations;
    std::vector<std::int8_t> masks;
    std::vector<std::int8_t> to_move;
    std::vector<float> rewards;
    std::unique_ptr<bool[]> ended;
    std::unique_ptr<bool[]> illegal;
    std::vector<std::uint8_t> finals;
};

// The position that a row of observations shows.
Position seen(const BatchOptions& options, const Arrays& arrays, std::size_t row) {
    Position position{options.start.rules, {}, arrays.to_move[row] != 0};
    const std::size_t half = arrays.pits + 1;
    for (std::size_t cell = 0; cell < 2 * half; ++cell) {
        const std::size_t place = position.north_to_move ? (cell + half) % (2 * half) : cell;
        position.ring[place] = arrays.observations[row * 2 * half + cell];
    }
    return position;
}

int first_legal(const Arrays& arrays, std::size_t row) {
    for (std::size_t pit = 0; pit < arrays.pits; ++pit)
        if (arrays.masks[row * arrays.pits + pit]) return static_cast<int>(pit);
    return -1;
}

}  // namespace

TEST(a_batch_in_self_play_plays_by_the_rules) {
    Random random(3);
    for (const Switches& switches : boards::kProfiles) {
        for (const int pits : {1, 3, 6, 9}) {
            BatchOptions options;
            options.start = boards::start(switches, pits, 3);
            options.games = 5;
            options.margins = true;
            Arrays arrays(options);
            const auto batch = make_game_batch(options);
            batch->reset(7, arrays.all());
            for (int step = 0; step < 200; ++step) {
                std::vector<std::int64_t> actions;
                std::vector<Position> expected;
                std::vector<bool> movers;
                for (std::size_t row = 0; row < options.games; ++row) {
                    const Position position = seen(options, arrays, row);
                    const unsigned legal = legal_pits(position);
                    for (std::size_t pit = 0; pit < arrays.pits; ++pit)
                        CHECK_EQUAL(arrays.masks[row * arrays.pits + pit], static_cast<int>(legal >> pit & 1));
                    const int pit = member_of(legal, random.below(count_of(legal)));
                    actions.push_back(pit);
                    Position next = after(position, pit);
                    if (!is_over(next) && legal_pits(next) == 0) next.north_to_move = !next.north_to_move;
                    expected.push_back(next);
                    movers.push_back(position.north_to_move);
                }
                batch->step(actions.data(), arrays.all());
                for (std::size_t row = 0; row < options.games; ++row) {
                    CHECK_EQUAL(arrays.ended[row], is_over(expected[row]));
                    CHECK(!arrays.illegal[row]);
                    if (!arrays.ended[row]) {
                        CHECK(seen(options, arrays, row) == expected[row]);
                        CHECK_EQUAL(arrays.rewards[row], 0.0F);
                        continue;
                    }
                    const Position end = expected[row];
                    const int south = end.ring[arrays.pits];
                    const int north = end.ring[2 * arrays.pits + 1];
                    CHECK_EQUAL(arrays.rewards[row],
                                static_cast<float>(movers[row] ? north - south : south - north));
                    CHECK(seen(options, arrays, row) == options.start);
                }
            }
        }
    }
}

TEST(an_illegal_action_loses_everything_and_the_game_begins_again) {
    BatchOptions options;
    options.start = boards::start(kKalah, 6, 4);
    options.games = 3;
    Arrays arrays(options);
    const auto batch = make_game_batch(options);
    batch->reset(1, arrays.all());
    const std::int64_t actions[] = {-1, 6, 2};
    batch->step(actions, arrays.all());
    CHECK(arrays.illegal[0] && arrays.ended[0] && arrays.illegal[1] && !arrays.illegal[2] && !arrays.ended[2]);
    CHECK_EQUAL(arrays.rewards[0], -1.0F);
    CHECK(seen(options, arrays, 0) == options.start);
}

TEST(against_a_random_opponent_the_agent_keeps_its_side) {
    BatchOptions options;
    options.start = boards::start(kAvalanche, 6, 4);
    options.games = 64;
    options.opponent = Opponent::random;
    options.seat = Seat::mixed;
    options.opening_moves = 4;
    Arrays arrays(options);
    const auto batch = make_game_batch(options);
    batch->reset(11, arrays.all());
    int wins = 0;
    int ends = 0;
    int norths = 0;
    std::vector<std::int8_t> sides(arrays.to_move);
    for (int step = 0; step < 500; ++step) {
        std::vector<std::int64_t> actions;
        for (std::size_t row = 0; row < options.games; ++row) actions.push_back(first_legal(arrays, row));
        batch->step(actions.data(), arrays.all());
        for (std::size_t row = 0; row < options.games; ++row) {
            if (!arrays.ended[row]) {
                CHECK_EQUAL(arrays.to_move[row], sides[row]);
                continue;
            }
            sides[row] = arrays.to_move[row];
            ++ends;
            norths += sides[row];
            wins += arrays.rewards[row] > 0;
        }
    }
    CHECK(ends > 500);
    CHECK(wins > ends / 4 && wins < ends * 3 / 4);
    CHECK(norths > ends / 4 && norths < ends * 3 / 4);
}

TEST(the_same_seed_gives_the_same_games) {
    BatchOptions options;
    options.start = boards::start(kKalah, 6, 4);
    options.games = 20;
    options.opening_moves = 6;
    Arrays one(options);
    Arrays other(options);
    const auto first = make_game_batch(options);
    const auto second = make_game_batch(options);
    first->reset(5, one.all());
    second->reset(5, other.all());
    CHECK(one.observations == other.observations);
    second->reset(6, other.all());
    CHECK(one.observations != other.observations);
}
