#include "sowfish/search/hash.hpp"

#include <array>
#include <bit>

namespace sowfish {

HashTable::HashTable(int pits, std::size_t bytes)
    : ranking_(&sowfish::ranking(pits)),
      bucket_bits_(std::max(1, static_cast<int>(std::bit_width(bytes / (kBucket * sizeof(std::uint64_t)))) - 1)),
      scramble_(std::min(63, bucket_bits_ + kTagBits)) {
    const int key_bits = std::min(63, bucket_bits_ + kTagBits);
    tag_bits_ = key_bits - bucket_bits_;
    key_mask_ = (std::uint64_t{1} << key_bits) - 1;
    tag_mask_ = (std::uint64_t{1} << tag_bits_) - 1;
    while (max_rest_ < ranking_->max_stones() && ranking_->layer(max_rest_ + 2) <= key_mask_) ++max_rest_;
    entries_ = make_block<std::atomic<std::uint64_t>>(buckets() * kBucket, kLargeFrom);
}

void HashTable::store(Key key, const Bounds& bounds, std::uint64_t nodes) {
    if (key == kNoKey) return;
    // A bound beyond a byte is weakened to the nearest that fits, or dropped; it stays valid.
    const auto low = static_cast<std::uint64_t>(bounds.low < -127 ? kNoBound : std::min(bounds.low, 127) + 128);
    const auto high = static_cast<std::uint64_t>(bounds.high > 127 ? kNoBound : std::max(bounds.high, -127) + 128);
    const auto work = static_cast<std::uint64_t>(std::bit_width(nodes));
    const auto pit = static_cast<std::uint64_t>(bounds.pit);
    put(key, work << kWorkShift | pit << 16 | low << 8 | high);
}

// Stores an entry, given without its tag.
void HashTable::put(Key key, std::uint64_t entry_bits) {
    const std::uint64_t fresh = tag(key) << kTagShift | entry_bits;
    auto* entries = const_cast<std::atomic<std::uint64_t>*>(bucket(key));
    int cheapest = 0;
    std::uint64_t cheapest_work = ~std::uint64_t{0};
    for (int i = 0; i < kBucket; ++i) {
        const std::uint64_t entry = entries[i].load(std::memory_order_relaxed);
        if (entry == 0 || entry >> kTagShift == tag(key)) {
            cheapest = i;
            break;
        }
        const std::uint64_t entry_work = entry >> kWorkShift & kWorkMask;
        if (entry_work < cheapest_work) {
            cheapest = i;
            cheapest_work = entry_work;
        }
    }
    entries[cheapest].store(fresh, std::memory_order_relaxed);
}

// Snapshots: a header of four numbers, then the entries by ascending key, each as the difference to the previous
// key and the entry without its tag. All numbers are varints: seven bits per byte, least significant first, the
// last byte marked.

namespace {

constexpr std::uint64_t kFormat = 0x736f77;  // "sow"

void write(std::vector<std::uint8_t>& out, std::uint64_t number) {
    for (; number >= 0x80; number >>= 7) out.push_back(static_cast<std::uint8_t>(number & 0x7f));
    out.push_back(static_cast<std::uint8_t>(number | 0x80));
}

// Reads varints; after an error, every number is zero.
class Reader {
   public:
    Reader(const std::uint8_t* at, std::size_t bytes) : at_(at), end_(at + bytes) {}

    bool good() const { return good_; }
    bool ended() const { return at_ == end_; }

    std::uint64_t next() {
        std::uint64_t number = 0;
        for (int shift = 0; good_ && at_ != end_ && shift < 64; shift += 7) {
            const std::uint8_t byte = *at_++;
            number |= std::uint64_t{byte & 0x7fu} << shift;
            if (byte & 0x80) return number;
        }
        good_ = false;
        return 0;
    }

   private:
    const std::uint8_t* at_;
    const std::uint8_t* end_;
    bool good_ = true;
};

}  // namespace

// The smallest work threshold that at most `max_entries` entries reach.
std::uint64_t HashTable::least_work(std::uint64_t max_entries) const {
    std::array<std::uint64_t, kWorkMask + 1> counts{};
    for (std::size_t i = 0; i < buckets() * kBucket; ++i) {
        const std::uint64_t entry = entries_[i].load(std::memory_order_relaxed);
        if (entry != 0) ++counts[entry >> kWorkShift & kWorkMask];
    }
    std::uint64_t least = kWorkMask + 1;
    for (std::uint64_t sum = 0; least > 0 && sum + counts[least - 1] <= max_entries; --least)
        sum += counts[least - 1];
    return least;
}

std::vector<std::uint8_t> HashTable::snapshot(std::uint64_t max_entries) const {
    const std::uint64_t least = least_work(max_entries);
    std::vector<std::uint8_t> entries;
    std::uint64_t count = 0;
    Key last = 0;
    for (std::size_t number = 0; number < buckets() && count < max_entries; ++number) {
        std::array<std::uint64_t, kBucket> bucket;
        for (std::size_t i = 0; i < kBucket; ++i)
            bucket[i] = entries_[number * kBucket + i].load(std::memory_order_relaxed);
        std::sort(bucket.begin(), bucket.end());
        for (const std::uint64_t entry : bucket) {
            if (entry == 0 || (entry >> kWorkShift & kWorkMask) < least || count == max_entries) continue;
            const Key key = std::uint64_t{number} << tag_bits_ | entry >> kTagShift;
            write(entries, key - last);
            write(entries, entry & kEntryMask);
            last = key;
            ++count;
        }
    }
    std::vector<std::uint8_t> whole;
    for (const std::uint64_t number : {kFormat, static_cast<std::uint64_t>(ranking_->pits()),
                                       static_cast<std::uint64_t>(bucket_bits_ + tag_bits_), count})
        write(whole, number);
    whole.insert(whole.end(), entries.begin(), entries.end());
    return whole;
}

bool HashTable::restore(const std::uint8_t* snapshot, std::size_t bytes) {
    Reader reader(snapshot, bytes);
    if (reader.next() != kFormat || reader.next() != static_cast<std::uint64_t>(ranking_->pits())) return false;
    const std::uint64_t key_bits = reader.next();
    const std::uint64_t count = reader.next();
    if (!reader.good() || key_bits < 1 || key_bits > 63) return false;
    const Scramble scramble(static_cast<int>(key_bits));
    const std::uint64_t mask = (std::uint64_t{1} << key_bits) - 1;
    const std::uint64_t end = ranking_->layer(max_rest_ + 1);  // larger indices do not fit this table
    Key last = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        last += reader.next();
        const std::uint64_t entry = reader.next();
        if (!reader.good() || last > mask || entry > kEntryMask) return false;
        const std::uint64_t index = scramble.undone(last);
        if (index < end) put(scrambled(index), entry);
    }
    return reader.ended();
}

void HashTable::clear() {
    for (std::size_t i = 0; i < buckets() * kBucket; ++i) entries_[i].store(0, std::memory_order_relaxed);
}

}  // namespace sowfish
