#include "sowfish/board/deal.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace sowfish {

namespace {

using Row = std::vector<int>;

int sum_of(Row::const_iterator first, Row::const_iterator last) { return std::accumulate(first, last, 0); }

// A uniform distribution of stones over pits, by stars and bars.
Row any_row(int stones, int pits, Chance& chance) {
    std::vector<int> bars = chance.sample(stones + pits - 1, pits - 1);
    std::sort(bars.begin(), bars.end());
    bars.push_back(stones + pits - 1);
    Row row;
    int last = -1;
    for (const int bar : bars) {
        row.push_back(bar - last - 1);
        last = bar;
    }
    return row;
}

// A uniform distribution with 1 to `most` stones in every pit; at least one must exist.
Row row_within(int stones, int pits, int most, Chance& chance) {
    // ways[n][s]: the number of distributions of s stones over n pits.
    std::vector<std::vector<std::uint64_t>> ways(static_cast<std::size_t>(pits) + 1,
                                                 std::vector<std::uint64_t>(static_cast<std::size_t>(stones) + 1));
    ways[0][0] = 1;
    for (std::size_t n = 1; n < ways.size(); ++n)
        for (int s = 1; s <= stones; ++s)
            for (int count = 1; count <= std::min(most, s); ++count)
                ways[n][static_cast<std::size_t>(s)] += ways[n - 1][static_cast<std::size_t>(s - count)];
    Row row;
    for (std::size_t after = ways.size() - 1; after-- > 0;) {
        std::uint64_t number = chance.below(ways[after + 1][static_cast<std::size_t>(stones)]);
        int count = 1;
        while (number >= ways[after][static_cast<std::size_t>(stones - count)])
            number -= ways[after][static_cast<std::size_t>(stones - count++)];
        row.push_back(count);
        stones -= count;
    }
    return row;
}

// South's pits followed by north's.
Row both_sides(int pits, Deal deal, int total, Chance& chance) {
    if (deal == Deal::free) {
        for (;;) {
            Row row = any_row(total, 2 * pits, chance);
            if (sum_of(row.begin(), row.begin() + pits) > 0 && sum_of(row.begin() + pits, row.end()) > 0)
                return row;
        }
    }
    if (deal == Deal::phone) return row_within(total, 2 * pits, 5, chance);
    Row row =
        deal == Deal::phone_mirrored ? row_within(total / 2, pits, 6, chance) : any_row(total / 2, pits, chance);
    Row other = row;
    if (deal == Deal::reflected) std::reverse(other.begin(), other.end());
    row.insert(row.end(), other.begin(), other.end());
    return row;
}

bool is_possible(int pits, Deal deal, int total) {
    if (total < 2 || total > kMaxStones) return false;
    if (deal != Deal::free && deal != Deal::phone && total % 2 != 0) return false;
    const bool is_phone = deal == Deal::phone || deal == Deal::phone_mirrored;
    return !is_phone || (total >= 2 * pits && total <= 2 * pits * (deal == Deal::phone ? 5 : 6));
}

}  // namespace

std::optional<Position> dealt(const Rules& rules, Deal deal, int total, Chance& chance) {
    if (!is_possible(rules.pits, deal, total)) return std::nullopt;
    const Row row = both_sides(rules.pits, deal, total, chance);
    Position position{rules, {}, false};
    for (int pit = 0; pit < 2 * rules.pits; ++pit)
        position.ring[static_cast<std::size_t>(pit < rules.pits ? pit : pit + 1)] =
            static_cast<std::uint8_t>(row[static_cast<std::size_t>(pit)]);
    return position;
}

}  // namespace sowfish
