#include "sowfish/board/sow_table.hpp"

#include <array>
#include <utility>

namespace sowfish {

SowTable::SowTable(int pits, bool both_stores)
    : pits_(pits), entries_(static_cast<std::size_t>(2 * pits + 1) << 8) {
    const int ring = 2 * pits + (both_stores ? 2 : 1);
    auto one = [](int place) { return std::uint64_t{1} << (8 * place); };
    for (int start = 0; start <= 2 * pits; ++start) {
        if (start == pits) continue;  // stores are never lifted
        SowEntry entry{0, 0, static_cast<std::uint8_t>(start), 0, false};
        for (int stones = 0; stones <= kMaxStones; ++stones) {
            if (stones > 0) {
                entry.last = static_cast<std::uint8_t>((entry.last + 1) % ring);
                entry.on_their_side = entry.last > pits;
                const int place = entry.on_their_side ? entry.last - pits - 1 : entry.last;
                entry.shift = static_cast<std::uint8_t>(8 * place);
                (entry.on_their_side ? entry.theirs : entry.mine) += one(place);
            }
            SowEntry& lifted = entries_[static_cast<std::size_t>(start << 8 | stones)];
            lifted = entry;
            const auto count = static_cast<std::uint64_t>(stones);
            if (start < pits) lifted.mine -= count * one(start);
            if (start > pits) lifted.theirs -= count * one(start - pits - 1);
        }
    }
}

namespace {

template <int... Sizes>
std::array<SowTable, sizeof...(Sizes)> make_tables(bool both_stores, std::integer_sequence<int, Sizes...>) {
    return {SowTable(Sizes + 1, both_stores)...};
}

}  // namespace

const SowTable& sow_table(int pits, bool both_stores) {
    using Sizes = std::make_integer_sequence<int, kMaxFastPits>;
    static const auto own_store = make_tables(false, Sizes{});
    static const auto two_stores = make_tables(true, Sizes{});
    return (both_stores ? two_stores : own_store)[static_cast<std::size_t>(pits - 1)];
}

}  // namespace sowfish
