#include "sowfish/table/ranking.hpp"

#include <memory>
#include <utility>

namespace sowfish {

namespace {

constexpr std::uint64_t kLimit = std::uint64_t{1} << 63;

// binomial(n, k), capped at kLimit. Every partial product is itself a binomial coefficient.
std::uint64_t binomial(int n, int k) {
    std::uint64_t result = 1;
    for (int i = 1; i <= k; ++i) {
        std::uint64_t product = 0;
        if (__builtin_mul_overflow(result, static_cast<std::uint64_t>(n - k + i), &product)) return kLimit;
        result = product / static_cast<std::uint64_t>(i);
    }
    return result < kLimit ? result : kLimit;
}

}  // namespace

Ranking::Ranking(int pits) : pits_(pits), shift_(64 - 8 * pits) {
    for (int stones = 0; stones <= kMaxStones; ++stones) {
        const auto at = static_cast<std::size_t>(stones);
        rows_[at] = binomial(stones + pits - 1, pits - 1);
        layer_[at] = stones == 0 ? 0 : binomial(stones - 1 + 2 * pits, 2 * pits);
        for (int k = 0; k + 1 < pits; ++k) above_[static_cast<std::size_t>(k)][at] = binomial(stones + k, k + 1);
    }
    layer_[kMaxStones + 1] = binomial(kMaxStones + 2 * pits, 2 * pits);
    while (max_stones_ < kMaxStones && layer_[static_cast<std::size_t>(max_stones_ + 2)] < kLimit) ++max_stones_;
    for (int stones = 0; stones <= max_stones_; ++stones) {
        std::uint64_t next = layer(stones);
        for (int mine = 0; mine <= stones; ++mine) {
            block_[static_cast<std::size_t>(stones)][static_cast<std::size_t>(mine)] = next;
            next += rows(mine) * rows(stones - mine);
        }
    }
}

std::uint64_t Ranking::unrank(int stones, std::uint64_t rank) const {
    std::uint64_t above = rows(stones) - 1 - rank;
    std::uint64_t word = 0;
    int left = stones;
    for (int k = pits_ - 2; k >= 0; --k) {
        int behind = 0;  // stones in the last k + 1 pits
        while (behind < left && above_[static_cast<std::size_t>(k)][static_cast<std::size_t>(behind + 1)] <= above)
            ++behind;
        above -= above_[static_cast<std::size_t>(k)][static_cast<std::size_t>(behind)];
        word |= static_cast<std::uint64_t>(left - behind) << (8 * (pits_ - 2 - k));
        left = behind;
    }
    return word | static_cast<std::uint64_t>(left) << (8 * (pits_ - 1));
}

const Ranking& ranking(int pits) {
    static const auto all = []<int... Sizes>(std::integer_sequence<int, Sizes...>) {
        return std::array{std::make_unique<const Ranking>(Sizes + 1)...};
    }(std::make_integer_sequence<int, kMaxFastPits>{});
    return *all[static_cast<std::size_t>(pits - 1)];
}

}  // namespace sowfish
