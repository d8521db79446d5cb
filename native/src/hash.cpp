#include "sowfish/hash.hpp"

#include <bit>

namespace sowfish {

HashTable::HashTable(int pits, std::size_t bytes) : ranking_(&ranking(pits)) {
    constexpr std::size_t bucket_bytes = kBucket * sizeof(std::uint64_t);
    bucket_bits_ = std::max(1, static_cast<int>(std::bit_width(bytes / bucket_bytes)) - 1);
    const int key_bits = std::min(63, bucket_bits_ + kTagBits);
    tag_bits_ = key_bits - bucket_bits_;
    half_ = (key_bits + 1) / 2;
    key_mask_ = (std::uint64_t{1} << key_bits) - 1;
    tag_mask_ = (std::uint64_t{1} << tag_bits_) - 1;
    while (max_rest_ < ranking_->max_stones() && ranking_->layer(max_rest_ + 2) <= key_mask_) ++max_rest_;
    entries_ = make_block<std::atomic<std::uint64_t>>(buckets() * kBucket);
}

void HashTable::store(Key key, const Bounds& bounds, std::uint64_t nodes) {
    if (key == kNoKey) return;
    // A bound beyond a byte is weakened to the nearest that fits, or to none; it stays true.
    const auto low = static_cast<std::uint64_t>(bounds.low < -127 ? kNoBound : std::min(bounds.low, 127) + 128);
    const auto high = static_cast<std::uint64_t>(bounds.high > 127 ? kNoBound : std::max(bounds.high, -127) + 128);
    const auto work = static_cast<std::uint64_t>(std::bit_width(nodes));
    const auto pit = static_cast<std::uint64_t>(bounds.pit);
    const std::uint64_t fresh = tag(key) << kTagShift | work << 20 | pit << 16 | low << 8 | high;

    auto* entries = const_cast<std::atomic<std::uint64_t>*>(bucket(key));
    int cheapest = 0;
    std::uint64_t cheapest_work = ~std::uint64_t{0};
    for (int i = 0; i < kBucket; ++i) {
        const std::uint64_t entry = entries[i].load(std::memory_order_relaxed);
        if (entry == 0 || entry >> kTagShift == tag(key)) {
            cheapest = i;
            break;
        }
        const std::uint64_t entry_work = entry >> 20 & 0x3f;
        if (entry_work < cheapest_work) {
            cheapest = i;
            cheapest_work = entry_work;
        }
    }
    entries[cheapest].store(fresh, std::memory_order_relaxed);
}

void HashTable::clear() {
    for (std::size_t i = 0; i < buckets() * kBucket; ++i) entries_[i].store(0, std::memory_order_relaxed);
}

}  // namespace sowfish
