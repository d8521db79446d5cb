// The transposition table: bounds of positions met before, shared by all threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "sowfish/bounds.hpp"
#include "sowfish/memory.hpp"
#include "sowfish/ranking.hpp"

namespace sowfish {

// An entry is one word, so threads need no locks:
//
//     bits   63 .. 26   25 .. 20   19 .. 16   15 .. 8    7 .. 0
//            tag        work       pit        low + 128  high + 128      (0: no bound)
//
// Eight entries share a bucket, which is one cache line. A position's index in the ranking is scrambled by a
// bijection of `key_bits` bits; its upper part chooses the bucket and the rest is the tag. Nothing of the index is
// lost, so a hit is never another position: the table can forget, but not lie. Positions whose index does not fit,
// and values beyond a byte, are simply not stored as such.
class HashTable {
   public:
    using Key = std::uint64_t;
    static constexpr Key kNoKey = ~Key{0};

    // Uses the largest power of two of buckets that fits the memory.
    HashTable(int pits, std::size_t bytes);

    // The key of a board with `rest` stones in play and none in the stores, or kNoKey if it is too large.
    Key key(const Board& board, int rest) const {
        return rest > max_rest_ ? kNoKey : scrambled(ranking_->index(board));
    }

    void prefetch(Key key) const {
        __builtin_prefetch(entries_.get() + ((key & key_mask_) >> tag_bits_) * kBucket);
    }

    // Narrows `bounds` to what is known; false if nothing is.
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

    // Remembers bounds that cost `nodes` to find, in place of the cheapest entry of the bucket.
    void store(Key key, const Bounds& bounds, std::uint64_t nodes);

    std::size_t bytes() const { return buckets() * kBucket * sizeof(std::uint64_t); }
    void clear();

   private:
    static constexpr int kBucket = 8;
    static constexpr int kTagShift = 26;
    static constexpr int kTagBits = 64 - kTagShift;
    static constexpr int kNoBound = 0;

    std::size_t buckets() const { return std::size_t{1} << bucket_bits_; }
    const std::atomic<std::uint64_t>* bucket(Key key) const {
        return entries_.get() + (key >> tag_bits_) * kBucket;
    }
    std::uint64_t tag(Key key) const { return key & tag_mask_; }

    Key scrambled(std::uint64_t index) const {
        index = index * 0x9e3779b97f4a7c15ULL & key_mask_;
        index ^= index >> half_;
        index = index * 0xd6e8feb86659fd93ULL & key_mask_;
        return index ^ (index >> half_);
    }

    const Ranking* ranking_;
    int bucket_bits_ = 0;
    int tag_bits_ = 0;
    int half_ = 0;
    int max_rest_ = 0;
    std::uint64_t key_mask_ = 0;
    std::uint64_t tag_mask_ = 0;
    Block<std::atomic<std::uint64_t>> entries_;
};

}  // namespace sowfish
