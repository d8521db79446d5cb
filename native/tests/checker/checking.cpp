#include "sowfish/checker/checking.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "sowfish/checker/state_map.hpp"
#include "tests/boards.hpp"
#include "tests/check.hpp"
#include "tests/minimax.hpp"

using namespace sowfish;

namespace {

constexpr std::size_t kPlenty = std::size_t{64} << 20;
constexpr Term kByEvents{Counter::events, Who::either, 1};
constexpr Term kMoves{Counter::moves, Who::either, 1};

// All games from a position, unfolded by the moves of `position.hpp`.
struct Games {
    std::uint64_t games = 0;
    int shortest = std::numeric_limits<int>::max();
    int longest = -1;
    int most_margin = std::numeric_limits<int>::min();  // south's
    std::uint64_t with_steal = 0;
    std::set<std::vector<int>> positions;

    // Some boards have more games than can be written out.
    static constexpr std::uint64_t kMost = 2'000;
    bool too_many() const { return games > kMost; }

    void walk(const Position& position, int events, int steals) {
        if (too_many()) return;
        positions.insert(key(position));
        if (is_over(position)) {
            ++games;
            shortest = std::min(shortest, events);
            longest = std::max(longest, events);
            most_margin = std::max(most_margin, margin(position));
            if (steals > 0) ++with_steal;
            return;
        }
        const unsigned pits = legal_pits(position);
        if (pits == 0) {
            Position after = position;
            after.north_to_move = !position.north_to_move;
            walk(after, events + 1, steals);
        }
        for (int pit = 0; pit < position.rules.pits; ++pit) {
            if ((pits >> pit & 1) == 0) continue;
            MoveRecord record;
            const Position next = after(position, pit, record);
            walk(next, events + static_cast<int>(record.path.size()) - record.laps,
                 steals + (record.captured > 1 ? 1 : 0));
        }
    }

    static int margin(const Position& position) {
        const auto store = static_cast<std::size_t>(position.rules.pits);
        return position.ring[store] - position.ring[2 * store + 1];
    }

    static std::vector<int> key(const Position& position) {
        std::vector<int> cells(position.ring.begin(), position.ring.end());
        cells.push_back(position.north_to_move ? 1 : 0);
        return cells;
    }
};

// The events along a path, and where it leads.
std::pair<int, Position> followed(Position position, const Path& path) {
    int events = 0;
    for (const int pit : path) {
        if (pit == Step::kPass) {
            CHECK(legal_pits(position) == 0 && !is_over(position));
            position.north_to_move = !position.north_to_move;
            ++events;
            continue;
        }
        CHECK((legal_pits(position) >> pit & 1) == 1);
        MoveRecord record;
        position = after(position, pit, record);
        events += static_cast<int>(record.path.size()) - record.laps;
    }
    return {events, position};
}

// The number of games: its lowest 64 bits, and roughly.
std::pair<std::uint64_t, double> orders(const Position& position,
                                        std::map<std::vector<int>, std::pair<std::uint64_t, double>>& known) {
    if (is_over(position)) return {1, 1.0};
    const auto at = known.find(Games::key(position));
    if (at != known.end()) return at->second;
    std::pair<std::uint64_t, double> sum{0, 0.0};
    const auto add = [&](const Position& next) {
        const auto [lowest, about] = orders(next, known);
        sum.first += lowest;
        sum.second += about;
    };
    const unsigned pits = legal_pits(position);
    if (pits == 0) {
        Position passed = position;
        passed.north_to_move = !position.north_to_move;
        add(passed);
    }
    for (int pit = 0; pit < position.rules.pits; ++pit) {
        if (pits >> pit & 1) add(after(position, pit));
    }
    return known[Games::key(position)] = sum;
}

Predicate stole() { return Predicate({{Instruction::Op::tracker, 0}}); }

// False if there are too many games to compare.
bool check_games(const Position& start) {
    Games known;
    known.walk(start, 0, 0);
    if (known.too_many()) return false;
    Control control;
    PathQuestion question{start, {}, {}, Scope::games, {}, 0, kPlenty};
    for (const bool largest : {true, false}) {
        const Extreme found = extreme(question, {{kByEvents}, {}, largest, {}}, control);
        CHECK_EQUAL(*found.value, largest ? known.longest : known.shortest);
        const auto [events, end] = followed(start, found.path);
        CHECK_EQUAL(events, *found.value);
        CHECK(is_over(end));
        CHECK(found.searched.complete);
    }
    const Count count = count_paths(question, control);
    CHECK_EQUAL(count.limbs[0], known.games);
    const PlaceQuestion ends{start, {}, {}, Subject::ends, kByEvents, {}, kPlenty};
    const Reached near = nearest(ends, control);
    CHECK_EQUAL(near.place.cost, known.shortest);
    CHECK_EQUAL(followed(start, near.place.path).first, known.shortest);

    question.options = {{{Counter::steals, Who::either, 1}}, false, false, false};
    question.where = stole();
    CHECK_EQUAL(count_paths(question, control).limbs[0], known.with_steal);

    question.options = {{}, false, true, false};
    question.where = {};
    const Extreme margin = extreme(question, {{{Counter::margin, Who::south, 1}}, {}, true, {}}, control);
    CHECK_EQUAL(*margin.value + Games::margin(start), known.most_margin);
    CHECK_EQUAL(Games::margin(followed(start, margin.path).second), known.most_margin);

    const PlaceQuestion all{start, {{}, true, true, false}, {}, Subject::positions, kMoves, {}, kPlenty};
    CHECK_EQUAL(count_places(all, control).count, known.positions.size());
    return true;
}

}  // namespace

TEST(searches_find_what_the_unfolded_games_have) {
    Random random(17);
#ifdef NDEBUG
    constexpr int trials = 400;
#else
    constexpr int trials = 60;
#endif
    int compared = 0;
    for (int trial = 0; trial < trials; ++trial) {
        const bool named = trial % 2 == 0;
        const Switches switches = named ? boards::kProfiles[random.below(6)] : boards::random_switches(random);
        const Rules rules{boards::pick(random, 1, named ? 4 : 9), switches};
        const Position start = minimax::thrown(random, rules, boards::pick(random, 1, 5));
        if (!is_over(start) && check_games(start)) ++compared;
    }
    CHECK(compared > trials / 3);
}

TEST(the_event_model_has_its_known_bounds) {
    Control control;
    const Position start = boards::start(kEvents, 3, 2);
    const PathQuestion question{start, {}, {}, Scope::games, {}, 0, kPlenty};
    CHECK_EQUAL(*extreme(question, {{kByEvents}, {}, true, {}}, control).value, 76);
    CHECK_EQUAL(*extreme(question, {{kByEvents}, {}, false, {}}, control).value, 24);
    const PlaceQuestion all{start, {{}, true, true, false}, {}, Subject::positions, kMoves, {}, kPlenty};
    CHECK_EQUAL(count_places(all, control).count, 3'526u);
}

TEST(counts_carry_into_their_upper_words) {
    // Stones on one side only: few positions, but they can be moved in very many orders.
    Control control;
    const Switches switches{.capture = Capture::none, .ends = Ending::all_empty};
    for (const int stones : {4, 5}) {
        Position start{{12, switches}, {}, false};
        for (int pit = 0; pit < stones; ++pit) start.ring[static_cast<std::size_t>(pit)] = 1;
        const Count count = count_paths({start, {}, {}, Scope::games, {}, 0, 4 * kPlenty}, control);
        CHECK(count.searched.complete);
        CHECK_EQUAL(count.limbs.size(), stones == 4 ? 2u : 16u);
        std::map<std::vector<int>, std::pair<std::uint64_t, double>> known;
        const auto [lowest, about] = orders(start, known);
        CHECK_EQUAL(count.limbs[0], lowest);
        double sum = 0;
        for (std::size_t limb = count.limbs.size(); limb-- > 0;)
            sum = sum * 18446744073709551616.0 + static_cast<double>(count.limbs[limb]);
        CHECK(about > (stones == 4 ? 1e27 : 1e45));
        CHECK(sum > 0.999 * about && sum < 1.001 * about);
    }
}

TEST(a_target_ends_a_search_with_a_way_that_reaches_it) {
    Control control;
    const Position start = boards::start(kEvents, 4, 1);
    const PathQuestion question{start, {}, {}, Scope::games, {}, 0, kPlenty};
    const Extreme found = extreme(question, {{kByEvents}, {}, true, 40}, control);
    CHECK(found.reached);
    CHECK(*found.value >= 40);
    CHECK_EQUAL(followed(start, found.path).first, *found.value);
    const Extreme beyond = extreme(question, {{kByEvents}, {}, true, 72}, control);
    CHECK(!beyond.reached);
    CHECK_EQUAL(*beyond.value, 71);
}

TEST(a_search_keeps_within_its_memory) {
    Control control;
    const Position start = boards::start(kKalah, 6, 4);
    for (const std::size_t bytes : {std::size_t{1} << 20, std::size_t{5} << 20}) {
        const PathQuestion question{start, {}, {}, Scope::games, {}, 0, bytes};
        const Extreme found = extreme(question, {{kByEvents}, {}, true, {}}, control);
        CHECK(!found.searched.complete);
        CHECK(found.searched.out_of_memory);
        CHECK(found.searched.bytes <= bytes);
        CHECK_EQUAL(followed(start, found.path).first, *found.value);
        const PlaceQuestion ends{start, {}, {}, Subject::ends, kByEvents, {}, bytes};
        const Reached near = nearest(ends, control);
        CHECK(!near.place.found && near.searched.out_of_memory);
        CHECK(near.searched.bytes <= bytes + (bytes >> 3));
    }
}

TEST(a_stopped_search_says_so) {
    Control control;
    control.stop();
    const Position start = boards::start(kAvalanche, 6, 4);
    const PathQuestion question{start, {}, {}, Scope::games, {}, 0, kPlenty};
    CHECK(!extreme(question, {{kByEvents}, {}, true, {}}, control).searched.complete);
    CHECK(!count_paths(question, control).searched.complete);
    const PlaceQuestion all{start, {}, {}, Subject::states, kMoves, {}, kPlenty};
    CHECK(!count_places(all, control).searched.complete);
}

TEST(counted_sowing_is_sowing) {
    Random random(23);
    for (int trial = 0; trial < 3'000; ++trial) {
        const Rules rules{boards::pick(random, 1, kMaxFastPits), boards::kProfiles[random.below(6)]};
        const Position position = boards::random_position(random, rules);
        const unsigned pits = legal_pits(position);
        if (pits == 0) continue;
        const int pit = member_of(pits, random.below(count_of(pits)));
        MoveRecord record;
        after(position, pit, record);
        with_kernel(rules, [&]<class Kernel>(const Kernel& kernel) {
            if constexpr (!std::is_same_v<Kernel, WideKernel>) {
                Board counted = board_of(kernel, position), plain = counted;
                Sown sown;
                CHECK(kernel.sow(counted, pit, sown) == kernel.sow(plain, pit));
                CHECK(counted == plain);
                CHECK_EQUAL(sown.laps, record.laps);
                CHECK_EQUAL(sown.stones, static_cast<int>(record.path.size()) - 2 * record.laps);
                CHECK_EQUAL(sown.captured, record.captured);
            }
        });
    }
}

TEST(conditions_are_small_programs) {
    using Op = Instruction::Op;
    const Quantities levels{5, 3, 0, 0, 0, 0, 1};
    const auto tracker = [](int number) { return number == 0 ? 2 : 7; };
    const Predicate leads({{Op::level, 0}, {Op::level, 1}, {Op::subtract, 0}, {Op::number, 2}, {Op::equal, 0}});
    CHECK(leads.is_sound(0));
    CHECK(leads.holds(tracker, levels));
    const Predicate both({{Op::tracker, 0}, {Op::tracker, 1}, {Op::less, 0}, {Op::number, 0}, {Op::both, 0}});
    CHECK(both.is_sound(2));
    CHECK(!both.is_sound(1));
    CHECK(!both.holds(tracker, levels));
    CHECK(Predicate({{Op::number, 0}, {Op::no, 0}}).holds(tracker, levels));
    CHECK(Predicate().holds(tracker, levels));
    CHECK(!Predicate({{Op::both, 0}}).is_sound(2));
    CHECK(!Predicate({{Op::number, 1}, {Op::number, 1}}).is_sound(2));
    CHECK(!Predicate({{Op::level, kQuantities}}).is_sound(2));
    CHECK(!Predicate(std::vector<Instruction>(40, {Op::number, 1})).is_sound(0));
}

TEST(a_map_numbers_its_keys_and_stops_when_it_is_full) {
    Random random(29);
    StateMap<Node<Board>, int> map(1 << 20);
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> known;
    bool full = false;
    for (int trial = 0; trial < 60'000; ++trial) {
        const Node<Board> node{{random.below(40'000), 7}, random.below(2)};
        const auto [number, is_new] = map.insert(node);
        const auto [at, was_new] = known.try_emplace({node.board.mine, node.marks}, number);
        if (number == map.kNone) {
            full = true;
            CHECK(was_new);
            known.erase(at);
            continue;
        }
        CHECK_EQUAL(is_new, was_new);
        CHECK_EQUAL(number, at->second);
        CHECK(map.key(number) == node);
        if (is_new) map.kept(number) = trial;
    }
    CHECK(full);
    CHECK_EQUAL(map.size(), known.size());
    CHECK(map.bytes() <= 1 << 20);
}
