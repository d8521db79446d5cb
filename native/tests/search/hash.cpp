// The transposition tables: entries may be lost, but are never wrong.
#include "sowfish/search/hash.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "sowfish/search/wide_hash.hpp"
#include "tests/boards.hpp"
#include "tests/check.hpp"
#include "tests/minimax.hpp"
#include "tests/team.hpp"

using namespace sowfish;

namespace {

// Bounds that belong to a board and no other, as far as numbers can tell: some open, some beyond a byte.
template <class Mix>
Bounds bounds_of(const Mix& mixed, int rest) {
    Random random(mixed);
    const int low = boards::pick(random, -rest, rest);
    return {low, boards::pick(random, low, rest), boards::pick(random, 0, 6)};
}

Bounds bounds_of(const Board& board, int rest) {
    return bounds_of(board.mine * 31 + board.theirs * 0x9e3779b97f4a7c15ULL, rest);
}

Board random_board(Random& random, int pits, int most) {
    const Position position = minimax::thrown(random, {pits, kKalah}, boards::pick(random, 0, most));
    const Kernel<false> kernel(pits, kKalah);
    return kernel.without_stores(board_of(kernel, position));
}

// The bits of a key: those that choose a bucket of 64 bytes, and 38 of tag.
int key_bits_of(const HashTable& hash) {
    return std::min(63, static_cast<int>(std::bit_width(hash.bytes() / 64)) - 1 + 38);
}

// Stores and looks up boards at random; returns how often something was found.
int exercise(HashTable& hash, int pits, int most, int trials, std::uint64_t seed) {
    Random random(seed);
    const Kernel<false> kernel(pits, kKalah);
    int found = 0;
    for (int trial = 0; trial < trials; ++trial) {
        const Board board = random_board(random, pits, most);
        const int rest = kernel.rest(board);
        const Bounds known = bounds_of(board, rest);
        const HashTable::Key key = hash.key(board, rest);
        hash.prefetch(key);
        Bounds bounds{-rest, rest};
        if (hash.probe(key, bounds)) {
            ++found;
            CHECK_EQUAL(bounds.pit, known.pit);
            CHECK(bounds.low <= known.low && bounds.high >= known.high);  // weakened at most
            CHECK(bounds.low >= -rest && bounds.high <= rest);
            if (known.low >= -127 && known.low <= 127) CHECK_EQUAL(bounds.low, known.low);
            if (known.high >= -127 && known.high <= 127) CHECK_EQUAL(bounds.high, known.high);
        } else {
            CHECK_EQUAL(bounds.low, -rest);
            CHECK_EQUAL(bounds.high, rest);
        }
        hash.store(key, known, 1 + random.below(1'000));
    }
    return found;
}

}  // namespace

TEST(a_hash_table_of_any_size_never_finds_another_position) {
    for (int pits = 1; pits <= kMaxFastPits; ++pits) {
        for (const std::size_t bytes :
             {std::size_t{0}, std::size_t{200}, std::size_t{1} << 12, std::size_t{1} << 20}) {
            HashTable hash(pits, bytes);
            CHECK(hash.bytes() <= std::max<std::size_t>(bytes, 128));
            CHECK(hash.bytes() * 2 > bytes);
            for (const int most : {3, 8, 40, kMaxStones})
                exercise(hash, pits, most, 3'000, static_cast<std::uint64_t>(pits * 1'000 + most));
        }
    }
}

TEST(a_key_that_differs_in_any_bit_is_another_position) {
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{1} << 12, std::size_t{1} << 18}) {
        HashTable hash(6, bytes);
        const int key_bits = key_bits_of(hash);
        Random random(6);
        for (int trial = 0; trial < 200; ++trial) {
            hash.clear();
            const HashTable::Key key = random.next() & ((std::uint64_t{1} << key_bits) - 1);
            hash.store(key, {1, 2, 3}, 1);
            Bounds bounds{-9, 9};
            CHECK(hash.probe(key, bounds));
            for (int bit = 0; bit < key_bits; ++bit) CHECK(!hash.probe(key ^ std::uint64_t{1} << bit, bounds));
        }
    }
}

TEST(no_two_boards_have_the_same_key) {
    const HashTable hash(4, 0);  // the shortest keys
    const Ranking& ranks = ranking(4);
    std::vector<HashTable::Key> keys;
#ifdef NDEBUG
    constexpr int most = 14;
#else
    constexpr int most = 9;
#endif
    for (int mine = 0; mine <= most; ++mine) {
        for (int theirs = 0; mine + theirs <= most; ++theirs) {
            for (std::uint64_t own = 0; own < ranks.rows(mine); ++own)
                for (std::uint64_t other = 0; other < ranks.rows(theirs); ++other)
                    keys.push_back(
                        hash.key({ranks.unrank(mine, own), ranks.unrank(theirs, other)}, mine + theirs));
        }
    }
    CHECK_EQUAL(keys.size(), ranks.layer(most + 1));
    std::sort(keys.begin(), keys.end());
    CHECK(std::adjacent_find(keys.begin(), keys.end()) == keys.end());
    CHECK(keys.back() >> key_bits_of(hash) == 0);
}

TEST(boards_whose_index_does_not_fit_a_key_have_none) {
    for (int pits = 1; pits <= kMaxFastPits; ++pits) {
        for (const std::size_t bytes : {std::size_t{0}, std::size_t{1} << 14, std::size_t{1} << 24}) {
            const HashTable hash(pits, bytes);
            const Ranking& ranks = ranking(pits);
            for (int rest = 0; rest <= kMaxStones; ++rest) {
                const Board last{static_cast<std::uint64_t>(rest), 0};  // of its layer
                if (hash.key(last, rest) == HashTable::kNoKey) continue;
                CHECK(rest <= ranks.max_stones());
                CHECK(ranks.index(last) >> key_bits_of(hash) == 0);
            }
            CHECK(hash.key({40, 0}, 40) != HashTable::kNoKey || pits > 4);
        }
    }
}

TEST(a_hash_table_with_room_finds_what_was_stored) {
    for (int pits = 1; pits <= kMaxFastPits; ++pits) {
        HashTable hash(pits, std::size_t{1} << 22);
        CHECK(exercise(hash, pits, 3, 2'000, 7) > 100);
        CHECK(exercise(hash, pits, 60, 2'000, 8) + exercise(hash, pits, 60, 2'000, 8) >= 2'000);
        hash.clear();
        Random random(9);
        for (int trial = 0; trial < 200; ++trial) {
            const Board board = random_board(random, pits, 20);
            const int rest = Kernel<false>(pits, kKalah).rest(board);
            Bounds bounds{-rest, rest};
            CHECK(!hash.probe(hash.key(board, rest), bounds));
        }
    }
}

TEST(bounds_beyond_a_byte_are_weakened_never_tightened) {
    HashTable hash(1, 1 << 12);
    const Board board{250, 5};
    const HashTable::Key key = hash.key(board, 255);
    CHECK(key != HashTable::kNoKey);
    for (const int low : {-255, -128, -127, -1, 0, 126, 127, 128, 255}) {
        for (const int high : {-255, -128, -127, -1, 0, 126, 127, 128, 255}) {
            if (low > high) continue;
            hash.store(key, {low, high, 0}, 1);
            Bounds bounds{-255, 255};
            CHECK(hash.probe(key, bounds));
            CHECK(bounds.low <= low && bounds.high >= high);
            if (low >= -127 && low <= 127) CHECK_EQUAL(bounds.low, low);
            if (high >= -127 && high <= 127) CHECK_EQUAL(bounds.high, high);
            CHECK_EQUAL(bounds.pit, 0);
        }
    }
}

TEST(what_is_known_already_is_only_narrowed) {
    HashTable hash(3, 1 << 12);
    const HashTable::Key key = hash.key({0x010203, 0x030201}, 12);
    hash.store(key, {-5, 6, 2}, 1);
    Bounds bounds{-3, 4};
    CHECK(hash.probe(key, bounds));
    CHECK_EQUAL(bounds.low, -3);
    CHECK_EQUAL(bounds.high, 4);
    hash.store(key, {0, 2, kNoPit}, 1);  // in place of the first
    CHECK(hash.probe(key, bounds));
    CHECK_EQUAL(bounds.low, 0);
    CHECK_EQUAL(bounds.high, 2);
    CHECK_EQUAL(bounds.pit, kNoPit);
}

TEST(a_board_too_large_for_a_key_is_not_stored) {
    HashTable hash(7, 0);
    const Board board{0x24242424242424, 0};
    CHECK(hash.key(board, 252) == HashTable::kNoKey);
    hash.prefetch(HashTable::kNoKey);
    hash.store(HashTable::kNoKey, {0, 0, 0}, 1);
    Bounds bounds{-252, 252};
    CHECK(!hash.probe(HashTable::kNoKey, bounds));
}

TEST(dear_entries_outlive_cheap_ones) {
    HashTable hash(6, 0);  // sixteen entries
    const Board dear{0x010101010101, 0x010101010101};
    hash.store(hash.key(dear, 12), {3, 5, 1}, std::uint64_t{1} << 40);
    exercise(hash, 6, 30, 5'000, 3);
    Bounds bounds{-12, 12};
    CHECK(hash.probe(hash.key(dear, 12), bounds));
    CHECK_EQUAL(bounds.low, 3);
    CHECK_EQUAL(bounds.high, 5);
}

TEST(threads_share_a_hash_table_without_lies) {
    HashTable hash(4, 1 << 12);
    team::Team team;
    std::array<int, 3> found{};
    for (std::size_t i = 0; i < found.size(); ++i) team.add([&, i] { found[i] = exercise(hash, 4, 6, 5'000, i); });
    team.join();
    for (const int count : found) CHECK(count > 0);
}

TEST(a_wide_hash_table_of_any_size_never_finds_another_position) {
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{1} << 10, std::size_t{1} << 16}) {
        WideHash hash(bytes);
        CHECK(hash.bytes() <= std::max<std::size_t>(bytes, 64));
        Random random(5);
        int found = 0;
        for (int trial = 0; trial < 20'000; ++trial) {
            const Rules rules{12, kKalah};
            const int stones = trial % 2 == 0 ? 2 : boards::pick(random, 0, 215);
            const WideKernel kernel(rules);
            const WideBoard board =
                kernel.without_stores(board_of(kernel, minimax::thrown(random, rules, stones)));
            const int rest = kernel.rest(board);
            std::uint64_t mixed = 1;
            for (const std::uint8_t cell : board.cells) mixed = mixed * 0x9e3779b97f4a7c15ULL + cell;
            const Bounds known = bounds_of(mixed, rest);
            const WideHash::Key key = hash.key(board, rest);
            Bounds bounds{-rest, rest};
            if (hash.probe(key, bounds)) {
                ++found;
                CHECK_EQUAL(bounds.low, known.low);
                CHECK_EQUAL(bounds.high, known.high);
                CHECK_EQUAL(bounds.pit, known.pit);
            }
            hash.store(key, known, 1);
        }
        CHECK(bytes == 0 || found > 0);
    }
}

TEST(scrambling_can_be_undone) {
    Random random(11);
    for (int bits = 1; bits <= 63; ++bits) {
        const Scramble scramble(bits);
        for (int trial = 0; trial < 200; ++trial) {
            const std::uint64_t number = random.next() >> (64 - bits);
            CHECK_EQUAL(scramble.undone(scramble.of(number)), number);
        }
    }
}

TEST(a_snapshot_tells_a_table_of_any_size_what_it_holds_and_nothing_else) {
    for (const int pits : {2, 6, 7}) {
        const Kernel<false> kernel(pits, kKalah);
        HashTable from(pits, 1 << 16);
        exercise(from, pits, 60, 4'000, 1);
        const auto snapshot = from.snapshot(1 << 20);
        for (const std::size_t bytes : {std::size_t{1} << 9, std::size_t{1} << 16, std::size_t{1} << 22}) {
            HashTable to(pits, bytes);
            CHECK(to.restore(snapshot.data(), snapshot.size()));
            Random random(1);
            int found = 0;
            int lost = 0;
            for (int trial = 0; trial < 4'000; ++trial) {
                const Board board = random_board(random, pits, 60);
                random.below(1'000);
                const int rest = kernel.rest(board);
                Bounds old{-rest, rest};
                Bounds now{-rest, rest};
                const bool was = from.probe(from.key(board, rest), old);
                const bool is = to.probe(to.key(board, rest), now);
                found += is;
                lost += was && !is;
                if (!is) continue;
                CHECK(was);
                CHECK_EQUAL(now.low, old.low);
                CHECK_EQUAL(now.high, old.high);
                CHECK_EQUAL(now.pit, old.pit);
            }
            CHECK(found > 0);
            if (bytes >= 1 << 22) CHECK_EQUAL(lost, 0);
        }
    }
}

TEST(a_small_snapshot_keeps_what_took_the_most_work) {
    HashTable from(6, 1 << 16);
    const Kernel<false> kernel(6, kKalah);
    Random random(3);
    std::vector<Board> boards;
    for (int i = 0; i < 200; ++i) {
        Board board = random_board(random, 6, 40);
        while (kernel.rest(board) < 20) board = random_board(random, 6, 40);  // so many that no two are the same
        boards.push_back(board);
        const int rest = kernel.rest(boards.back());
        from.store(from.key(boards.back(), rest), {-rest, rest, 1}, i < 10 ? 1'000'000 : 10);
    }
    const auto snapshot = from.snapshot(20);
    HashTable to(6, 1 << 16);
    CHECK(to.restore(snapshot.data(), snapshot.size()));
    for (std::size_t i = 0; i < boards.size(); ++i) {
        const int rest = kernel.rest(boards[i]);
        Bounds bounds{-rest, rest};
        if (i < 10) CHECK(to.probe(to.key(boards[i], rest), bounds));
    }
    CHECK(snapshot.size() < 20 * 16);
}

TEST(what_is_no_snapshot_is_refused) {
    HashTable from(6, 1 << 12);
    exercise(from, 6, 40, 300, 1);
    const auto snapshot = from.snapshot(1'000);
    HashTable to(6, 1 << 12);
    CHECK(to.restore(snapshot.data(), snapshot.size()));
    for (std::size_t bytes = 0; bytes < snapshot.size(); ++bytes) CHECK(!to.restore(snapshot.data(), bytes));
    HashTable other(5, 1 << 12);
    CHECK(!other.restore(snapshot.data(), snapshot.size()));
    auto longer = snapshot;
    longer.push_back(0x80);
    CHECK(!to.restore(longer.data(), longer.size()));
    Random random(9);
    for (int trial = 0; trial < 2'000; ++trial) {  // whatever it answers, it must not crash
        auto flipped = snapshot;
        const auto bit = random.below(static_cast<std::uint32_t>(8 * flipped.size()));
        flipped[bit / 8] = static_cast<std::uint8_t>(flipped[bit / 8] ^ 1u << bit % 8);
        to.restore(flipped.data(), flipped.size());
    }
}
