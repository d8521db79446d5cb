#include "sowfish/board/sow_table.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

#include "tests/check.hpp"

using namespace sowfish;

namespace {

std::uint64_t word_of(const std::array<int, 16>& cells, int first, int pits) {
    std::uint64_t word = 0;
    for (int place = 0; place <= pits; ++place) {
        word += static_cast<std::uint64_t>(cells[static_cast<std::size_t>(first + place)]) << (8 * place);
    }
    return word;
}

// Sows one pit of an otherwise empty board one by one and compares with the table.
void check_entry(int pits, bool both_stores, int start, int stones) {
    std::array<int, 16> cells{};
    int cell = start;
    for (int left = stones; left > 0; --left) {
        cell = cell == 2 * pits + 1 ? 0 : cell + 1;
        if (cell == 2 * pits + 1 && !both_stores) cell = 0;
        ++cells[static_cast<std::size_t>(cell)];
    }
    const SowEntry& entry = sow_table(pits, both_stores).at(start, stones);
    const bool own = start <= pits;
    const std::uint64_t lifted = static_cast<std::uint64_t>(stones) << (8 * (own ? start : start - pits - 1));
    CHECK_EQUAL(entry.mine + (own ? lifted : 0), word_of(cells, 0, pits));
    CHECK_EQUAL(entry.theirs + (own ? 0 : lifted), word_of(cells, pits + 1, pits));
    CHECK_EQUAL(static_cast<int>(entry.last), cell);
}

}  // namespace

TEST(every_entry_is_what_sowing_one_by_one_adds) {
    for (int pits = 1; pits <= kMaxFastPits; ++pits) {
        for (const bool both_stores : {false, true}) {
            CHECK_EQUAL(sow_table(pits, both_stores).pits(), pits);
            for (int start = 0; start <= 2 * pits; ++start) {
                if (start == pits) continue;
                for (int stones = 0; stones <= kMaxStones; ++stones) check_entry(pits, both_stores, start, stones);
            }
        }
    }
}
