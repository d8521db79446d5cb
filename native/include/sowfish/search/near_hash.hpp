// Bounds of positions next to the endgame table, for one thread.
#pragma once

#include <cstdint>

#include "sowfish/search/bounds.hpp"
#include "sowfish/system/memory.hpp"

namespace sowfish {

// Most nodes of a search are close to its table and cheap to search again. In the large hash each would cost an
// access to main memory; these entries stay in the CPU cache. An entry is one word:
//
//     bits   63 .. 20   19 .. 16   15 .. 8    7 .. 0
//            index      pit        low + 128  high + 128
//
// The index is the position's rank; index 0, the empty board, is never searched and marks an empty entry.
class NearHash {
   public:
    // Narrows `bounds` to what is known.
    void probe(std::uint64_t index, Bounds& bounds) const {
        const std::uint64_t* entries = bucket(index);
        for (int i = 0; i < kBucket; ++i) {
            if (entries[i] >> kIndexShift != index) continue;
            bounds.low = static_cast<int>(entries[i] >> 8 & 0xff) - 128;
            bounds.high = static_cast<int>(entries[i] & 0xff) - 128;
            bounds.pit = static_cast<int>(entries[i] >> 16 & 0xf);
            return;
        }
    }

    // Stores bounds within -127..127, replacing the oldest entry of the bucket.
    void store(std::uint64_t index, const Bounds& bounds) {
        if (index >> (64 - kIndexShift) != 0) return;
        std::uint64_t* entries = bucket(index);
        if (entries[0] >> kIndexShift != index) entries[1] = entries[0];
        entries[0] = index << kIndexShift | static_cast<std::uint64_t>(bounds.pit) << 16 |
                     static_cast<std::uint64_t>(bounds.low + 128) << 8 |
                     static_cast<std::uint64_t>(bounds.high + 128);
    }

   private:
    static constexpr int kBucket = 2;
    static constexpr int kBucketBits = 15;
    static constexpr int kIndexShift = 20;

    std::uint64_t* bucket(std::uint64_t index) const {
        return entries_.get() + (index * 0x9e3779b97f4a7c15ULL >> (64 - kBucketBits)) * kBucket;
    }

    Block<std::uint64_t> entries_ = make_block<std::uint64_t>(std::size_t{kBucket} << kBucketBits);
};

}  // namespace sowfish
