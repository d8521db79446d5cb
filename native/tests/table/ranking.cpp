#include "sowfish/table/ranking.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "tests/boards.hpp"
#include "tests/check.hpp"

using namespace sowfish;

namespace {

using Row = std::vector<int>;

// All rows with so many stones, in lexicographic order, pit 0 most significant.
std::vector<Row> all_rows(int pits, int stones) {
    if (pits == 1) return {{stones}};
    std::vector<Row> rows;
    for (int first = 0; first <= stones; ++first) {
        for (Row row : all_rows(pits - 1, stones - first)) {
            row.insert(row.begin(), first);
            rows.push_back(row);
        }
    }
    return rows;
}

std::uint64_t word_of(const Row& row) {
    std::uint64_t word = 0;
    for (std::size_t pit = 0; pit < row.size(); ++pit) word |= static_cast<std::uint64_t>(row[pit]) << (8 * pit);
    return word;
}

std::uint64_t random_word(Random& random, int pits, int stones) {
    Row row(static_cast<std::size_t>(pits));
    for (int stone = 0; stone < stones; ++stone) {
        // Few throws over many pits and many over few: both crowded rows and empty ones.
        ++row[random.below(static_cast<std::uint32_t>(pits))];
    }
    return word_of(row);
}

}  // namespace

TEST(rows_are_ranked_in_lexicographic_order_without_gaps) {
    for (int pits = 1; pits <= kMaxFastPits; ++pits) {
        const Ranking& ranks = ranking(pits);
        CHECK_EQUAL(ranks.pits(), pits);
        for (int stones = 0; stones <= 9; ++stones) {
            std::uint64_t rank = 0;
            for (const Row& row : all_rows(pits, stones)) {
                const Ranking::Row found = ranks.row(word_of(row));
                CHECK_EQUAL(found.stones, stones);
                CHECK_EQUAL(found.rank, rank);
                CHECK_EQUAL(ranks.unrank(stones, rank), word_of(row));
                ++rank;
            }
            CHECK_EQUAL(rank, ranks.rows(stones));
        }
    }
}

TEST(positions_are_indexed_by_layer_then_mover_then_ranks_without_gaps) {
    constexpr std::array most = {60, 14, 9, 7, 6, 5, 5};
    for (int pits = 1; pits <= kMaxFastPits; ++pits) {
        const Ranking& ranks = ranking(pits);
        std::uint64_t index = 0;
        for (int stones = 0; stones <= most[static_cast<std::size_t>(pits - 1)]; ++stones) {
            CHECK_EQUAL(ranks.layer(stones), index);
            for (int mine = 0; mine <= stones; ++mine) {
                CHECK_EQUAL(ranks.block(mine, stones - mine), index);
                for (std::uint64_t own = 0; own < ranks.rows(mine); ++own) {
                    for (std::uint64_t other = 0; other < ranks.rows(stones - mine); ++other, ++index) {
                        const Board board{ranks.unrank(mine, own), ranks.unrank(stones - mine, other)};
                        CHECK_EQUAL(ranks.index(board), index);
                    }
                }
            }
        }
    }
}

TEST(rows_of_any_number_of_stones_are_found_again) {
    Random random(41);
    for (int pits = 1; pits <= kMaxFastPits; ++pits) {
        const Ranking& ranks = ranking(pits);
        for (int trial = 0; trial < 2'000; ++trial) {
            const int stones = boards::pick(random, 0, kMaxStones);
            const std::uint64_t word = random_word(random, pits, stones);
            const Ranking::Row row = ranks.row(word);
            CHECK_EQUAL(row.stones, stones);
            CHECK(row.rank < ranks.rows(stones));
            CHECK_EQUAL(ranks.unrank(stones, row.rank), word);
        }
        for (const int stones : {1, 100, 254, 255}) {
            const std::uint64_t last = static_cast<std::uint64_t>(stones) << (8 * (pits - 1));
            CHECK_EQUAL(ranks.row(last).rank, 0u);
            CHECK_EQUAL(ranks.row(static_cast<std::uint64_t>(stones)).rank, ranks.rows(stones) - 1);
        }
    }
}

TEST(every_index_up_to_the_most_stones_fits_and_lies_in_its_block) {
    Random random(42);
    for (int pits = 1; pits <= kMaxFastPits; ++pits) {
        const Ranking& ranks = ranking(pits);
        CHECK(ranks.max_stones() >= 100);
        CHECK_EQUAL(ranks.max_stones() == kMaxStones, pits <= 5);
        CHECK(ranks.layer(ranks.max_stones() + 1) < std::uint64_t{1} << 63);
        for (int trial = 0; trial < 2'000; ++trial) {
            const int stones = boards::pick(random, 0, ranks.max_stones());
            const int mine = boards::pick(random, 0, stones);
            const Board board{random_word(random, pits, mine), random_word(random, pits, stones - mine)};
            const std::uint64_t index = ranks.index(board);
            const std::uint64_t block = ranks.block(mine, stones - mine);
            CHECK(index >= block);
            const std::uint64_t place = index - block;
            CHECK(place < ranks.rows(mine) * ranks.rows(stones - mine));
            CHECK_EQUAL(ranks.unrank(mine, place / ranks.rows(stones - mine)), board.mine);
            CHECK_EQUAL(ranks.unrank(stones - mine, place % ranks.rows(stones - mine)), board.theirs);
        }
        for (int stones = 0; stones <= ranks.max_stones(); ++stones)
            CHECK(ranks.layer(stones) < ranks.layer(stones + 1));
    }
}

TEST(sowing_that_stays_lowers_the_rank) {
    for (int pits = 2; pits <= kMaxFastPits; ++pits) {
        const Ranking& ranks = ranking(pits);
        for (const Row& row : all_rows(pits, 6)) {
            const std::uint64_t rank = ranks.row(word_of(row)).rank;
            for (int pit = 0; pit < pits; ++pit) {
                Row after = row;
                const int stones = std::exchange(after[static_cast<std::size_t>(pit)], 0);
                if (stones == 0 || pit + stones >= pits) continue;
                for (int i = 1; i <= stones; ++i) ++after[static_cast<std::size_t>(pit + i)];
                CHECK(ranks.row(word_of(after)).rank < rank);
            }
        }
    }
}
