// The transposition table: bounds of positions searched before, shared by all threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "sowfish/search/bounds.hpp"
#include "sowfish/system/memory.hpp"
#include "sowfish/table/ranking.hpp"

namespace sowfish {

// A bijection on integers of `bits` bits that mixes them well.
class Scramble {
   public:
    explicit Scramble(int bits) : half_((bits + 1) / 2), mask_((std::uint64_t{1} << bits) - 1) {}

    std::uint64_t of(std::uint64_t number) const {
        number = number * kFirst & mask_;
        number ^= number >> half_;
        number = number * kSecond & mask_;
        return number ^ (number >> half_);
    }

    std::uint64_t undone(std::uint64_t number) const {
        number ^= number >> half_;  // its own inverse, as half_ is at least half of the bits
        number = number * inverse(kSecond) & mask_;
        number ^= number >> half_;
        return number * inverse(kFirst) & mask_;
    }

   private:
    static constexpr std::uint64_t kFirst = 0x9e3779b97f4a7c15ULL;
    static constexpr std::uint64_t kSecond = 0xd6e8feb86659fd93ULL;

    // The inverse of an odd number modulo 2^64: each Newton step doubles the correct bits, starting from three.
    static constexpr std::uint64_t inverse(std::uint64_t odd) {
        std::uint64_t x = odd;
        for (int i = 0; i < 5; ++i) x *= 2 - odd * x;
        return x;
    }

    int half_;
    std::uint64_t mask_;
};

// An entry is one word, so threads need no locks:
//
//     bits   63 .. 26   25 .. 20   19 .. 16   15 .. 8    7 .. 0
//            tag        work       pit        low + 128  high + 128      (0: no bound)
//
// Eight entries share a bucket, which is one cache line. A position's index in the ranking is scrambled by a
// bijection of `key_bits` bits; its upper part chooses the bucket and the rest is the tag. No bit of the index is
// lost, so a hit is never a different position: there are no false hits. Positions whose index does not fit are
// not stored, and bounds beyond a byte are weakened to fit.
class HashTable {
   public:
    using Key = std::uint64_t;
    static constexpr Key kNoKey = ~Key{0};

    // Uses the largest power-of-two number of buckets that fits into `bytes`.
    HashTable(int pits, std::size_t bytes);

    // The key of a board with `rest` stones in play and none in the stores, or kNoKey if it is too large.
    Key key(const Board& board, int rest) const {
        return rest > max_rest_ ? kNoKey : scrambled(ranking_->index(board));
    }

    void prefetch(Key key) const { fetch_early(address(key)); }
    const void* address(Key key) const { return entries_.get() + ((key & key_mask_) >> tag_bits_) * kBucket; }

    // Narrows `bounds` to the stored ones; false if there is no entry.
    bool probe(Key key, Bounds& bounds) const {
        if (key == kNoKey) return false;
        const std::atomic<std::uint64_t>* entries = bucket(key);
        for (int i = 0; i < kBucket; ++i) {
            const std::uint64_t entry = entries[i].load(std::memory_order_relaxed);
            if ((entry >> kTagShift) != tag(key) || entry == 0) continue;
            const int low = static_cast<int>(entry >> 8 & 0xff);
            const int high = static_cast<int>(entry & 0xff);
            if (low != kNoBound) bounds.low = std::max(bounds.low, low - 128);
            if (high != kNoBound) bounds.high = std::min(bounds.high, high - 128);
            bounds.pit = static_cast<int>(entry >> 16 & 0xf);
            return true;
        }
        return false;
    }

    // Stores bounds that took `nodes` to find, replacing the cheapest entry of the bucket.
    void store(Key key, const Bounds& bounds, std::uint64_t nodes);

    // At most `max_entries` entries, those that took the most work, for restore() into a table of any size. Safe
    // while other threads store: each entry is one word, and always valid.
    std::vector<std::uint8_t> snapshot(std::uint64_t max_entries) const;

    // Stores the entries of a snapshot; false if it is invalid or for a different number of pits.
    bool restore(const std::uint8_t* snapshot, std::size_t bytes);

    const Ranking& ranking() const { return *ranking_; }
    std::size_t bytes() const { return buckets() * kBucket * sizeof(std::uint64_t); }
    void clear();

   private:
    static constexpr int kBucket = 8;
    static constexpr std::size_t kLargeFrom = std::size_t{32} << 20;  // bytes, for large pages
    static constexpr int kTagShift = 26;
    static constexpr int kTagBits = 64 - kTagShift;
    static constexpr int kWorkShift = 20;
    static constexpr std::uint64_t kWorkMask = 0x3f;
    static constexpr std::uint64_t kEntryMask = (std::uint64_t{1} << kTagShift) - 1;
    static constexpr int kNoBound = 0;

    std::size_t buckets() const { return std::size_t{1} << bucket_bits_; }
    const std::atomic<std::uint64_t>* bucket(Key key) const {
        return entries_.get() + (key >> tag_bits_) * kBucket;
    }
    std::uint64_t tag(Key key) const { return key & tag_mask_; }

    std::uint64_t least_work(std::uint64_t max_entries) const;
    void put(Key key, std::uint64_t entry);

    Key scrambled(std::uint64_t index) const { return scramble_.of(index); }

    const Ranking* ranking_;
    int bucket_bits_ = 0;
    int tag_bits_ = 0;
    int max_rest_ = 0;
    Scramble scramble_;
    std::uint64_t key_mask_ = 0;
    std::uint64_t tag_mask_ = 0;
    Block<std::atomic<std::uint64_t>> entries_;
};

}  // namespace sowfish
