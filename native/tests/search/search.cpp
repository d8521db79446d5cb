// The search against a plain minimax, with and without a table, a hash table of any size and other threads' marks.
#include "sowfish/search/search.hpp"

#include <atomic>
#include <memory>

#include "sowfish/board/profiles.hpp"
#include "tests/boards.hpp"
#include "tests/check.hpp"
#include "tests/minimax.hpp"

using namespace sowfish;

namespace {

struct Setting {
    std::size_t hash_bytes;
    int table_stones;  // -1: none
    bool busy;
};

// Asks "at least beta?" for every beta in random order and holds the answers to the contract.
template <class Kernel>
void check_contract(Search<Kernel>& search, const typename Kernel::Board& board, int value, Random& random) {
    for (int trial = 0; trial < 4; ++trial) {
        auto node = search.node(board);
        CHECK(node.bounds.low <= value && value <= node.bounds.high);
        if (node.bounds.exact()) return;
        const int beta = boards::pick(random, node.bounds.low + 1, node.bounds.high);
        search.begin();
        const int result = search.search(node, beta);
        search.end();
        CHECK(!search.aborted());
        CHECK_EQUAL(result >= beta, value >= beta);
        CHECK(result >= beta ? value >= result : value <= result);
        CHECK(node.bounds.low <= value && value <= node.bounds.high);
        CHECK(result >= beta ? node.bounds.low >= beta : node.bounds.high < beta);
    }
}

template <class Kernel>
void check_positions(const Kernel& kernel, const Rules& rules, const Setting& setting, int most, int trials) {
    Random random(static_cast<std::uint64_t>(rules.pits * 100 + most));
    minimax::Minimax minimax(rules);
    HashFor<Kernel> hash = [&] {
        if constexpr (std::is_same_v<Kernel, WideKernel>) {
            return WideHash(setting.hash_bytes);
        } else {
            return HashTable(rules.pits, setting.hash_bytes);
        }
    }();
    std::shared_ptr<Table> table;
    if (setting.table_stones >= 0) {
        table = std::make_shared<Table>(rules, setting.table_stones);
        TableBuilder(*table).work();
    }
    InFlight busy;
    Control control;
    Search<Kernel> search(kernel, hash, table);
    search.join(control, setting.busy ? &busy : nullptr);
    for (int trial = 0; trial < trials; ++trial) {
        const Position position = minimax::thrown(random, rules, boards::pick(random, 1, most));
        if (is_over(position)) continue;
        const auto board = board_of(kernel, position);
        const WideBoard wide = board_of(minimax.kernel(), position);
        check_contract(search, board, minimax(wide), random);
        for (int pit = 0; pit < rules.pits; ++pit) {
            if (kernel.stones(board, pit) == 0) continue;
            const auto child = search.child(board, pit);
            const int value = minimax::move_value(minimax.kernel(), wide, pit,
                                                  [&](const WideBoard& after) { return minimax(after); });
            CHECK(child.low() <= value && value <= child.high());
            CHECK_EQUAL(child.pit, pit);
        }
    }
}

#ifdef NDEBUG
constexpr int kTrials = 60;
#else  // slower under the sanitizers
constexpr int kTrials = 12;
#endif

}  // namespace

TEST(profiles_are_searched_as_a_plain_minimax_does) {
    for (const Switches& switches : boards::kProfiles) {
        for (int pits = 1; pits <= kMaxFastPits; ++pits) {
            const int most = pits == 1 ? 120 : pits == 2 ? 30 : pits == 3 ? 14 : pits <= 5 ? 10 : 8;
            for (const Setting& setting :
                 {Setting{0, -1, false}, {1 << 16, -1, true}, {0, 4, true}, {256, 6, false}}) {
                with_kernel({pits, switches}, [&](const auto& kernel) {
                    check_positions(kernel, {pits, switches}, setting, most, kTrials);
                });
            }
        }
    }
}

TEST(any_rules_are_searched_as_a_plain_minimax_does) {
    Random random(51);
    for (int trial = 0; trial < 5 * kTrials; ++trial) {
        const Rules rules{boards::pick(random, 1, kMaxPits), boards::random_switches(random)};
        const int most = rules.pits == 1 ? 100 : rules.pits < 4 ? 9 : rules.pits < 8 ? 5 : 4;
        check_positions(WideKernel(rules), rules, {trial % 2 == 0 ? 0u : 1u << 14, -1, false}, most, 4);
    }
}

TEST(a_pass_is_a_move_that_gains_nothing) {
    const Kernel<false> kernel(2, kEvents);
    HashTable hash(2, 0);
    const Search<Kernel<false>> search(kernel, hash, nullptr);
    const auto child = search.pass({0, 0x0102});
    CHECK_EQUAL(child.gain, 0);
    CHECK_EQUAL(child.pit, kNoPit);
    CHECK(!child.again());
    CHECK(child.node.board == (Board{0x0102, 0}));
    CHECK_EQUAL(child.node.rest, 3);
}

TEST(a_move_is_worth_its_gain_and_what_follows) {
    Search<Kernel<false>>::Child child{};
    child.gain = 3;
    child.node.bounds = {-2, 5};
    child.next = Next::over;
    CHECK_EQUAL(child.low(), 3);
    CHECK_EQUAL(child.high(), 3);
    child.next = Next::again;
    CHECK_EQUAL(child.low(), 1);
    CHECK_EQUAL(child.high(), 8);
    CHECK_EQUAL(child.score(4), 7);
    child.next = Next::other;
    CHECK_EQUAL(child.low(), -2);
    CHECK_EQUAL(child.high(), 5);
    CHECK_EQUAL(child.score(4), -1);
    for (const Next next : {Next::again, Next::other}) {
        child.next = next;
        for (int beta = -5; beta <= 10; ++beta) {
            for (int value = -6; value <= 6; ++value) {
                // The test on the node decides the test on the move.
                const bool node_says = value >= child.node_beta(beta);
                CHECK_EQUAL(child.again() ? node_says : !node_says, child.score(value) >= beta);
            }
        }
    }
}

TEST(a_search_ends_when_it_is_told_or_its_job_is_done_by_others) {
    const Position start = boards::start(kKalah, 6, 6);
    const Kernel<false> kernel(6, kKalah);
    HashTable hash(6, 1 << 16);
    Control control;
    Search<Kernel<false>> search(kernel, hash, nullptr);
    search.join(control, nullptr);
    std::atomic<std::uint32_t> job{7};
    auto node = search.node(board_of(kernel, start));
    search.begin(&job, 6);
    search.search(node, 1);
    CHECK(search.aborted());
    search.end();
    CHECK(control.nodes() >= 256 && control.nodes() < 2'000);
    control.limit_nodes(5'000);
    search.begin(&job, 7);
    search.search(node, 1);
    CHECK(search.aborted() && control.stopped());
    CHECK(control.nodes() >= 5'000 && control.nodes() < 6'000);
    search.begin(&job, 7);
    CHECK(search.aborted());  // stopped before it began
    Control another;
    search.join(another, nullptr);
    search.begin(&job, 7, 1'000);
    search.search(node, 1);
    CHECK(search.aborted() && !another.stopped());  // it has spent its nodes
    CHECK(search.nodes() >= 1'000 && search.nodes() < 2'000);
    CHECK_EQUAL(node.bounds.low, -72);
    CHECK_EQUAL(node.bounds.high, 72);
}

TEST(busy_marks_come_and_go) {
    InFlight busy;
    CHECK(!busy.has(5));
    busy.enter(5);
    CHECK(busy.has(5));
    CHECK(!busy.has(5 + (1 << 14)));
    busy.enter(5 + (1 << 14));  // the same slot
    CHECK(!busy.has(5));
    busy.leave(5 + (1 << 14));
    CHECK(!busy.has(5 + (1 << 14)));
}
