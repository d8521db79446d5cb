// The transposition table for boards of any size: keyed by whole boards, single-threaded.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "sowfish/board/wide_kernel.hpp"
#include "sowfish/search/bounds.hpp"
#include "sowfish/system/memory.hpp"

namespace sowfish {

class WideHash {
   public:
    struct Key {
        WideBoard board;
        std::size_t slot = 0;
    };

    explicit WideHash(std::size_t bytes)
        : size_(std::max<std::size_t>(1, bytes / sizeof(Entry))), entries_(make_block<Entry>(size_)) {}

    Key key(const WideBoard& board, int) const {
        std::uint64_t hash = 0;
        for (const std::uint8_t cell : board.cells) hash = (hash ^ cell) * 0x100000001b3ULL;
        return {board, static_cast<std::size_t>((hash ^ hash >> 29) % size_)};
    }

    void prefetch(const Key&) const {}

    bool probe(const Key& key, Bounds& bounds) const {
        const Entry& entry = entries_[key.slot];
        if (!entry.used || entry.board != key.board) return false;
        bounds.low = std::max<int>(bounds.low, entry.low);
        bounds.high = std::min<int>(bounds.high, entry.high);
        bounds.pit = entry.pit;
        return true;
    }

    void store(const Key& key, const Bounds& bounds, std::uint64_t) {
        entries_[key.slot] = {key.board, true, static_cast<std::uint8_t>(bounds.pit),
                              static_cast<std::int16_t>(bounds.low), static_cast<std::int16_t>(bounds.high)};
    }

    std::size_t bytes() const { return size_ * sizeof(Entry); }

   private:
    struct Entry {
        WideBoard board;
        bool used;  // false in fresh memory
        std::uint8_t pit;
        std::int16_t low;
        std::int16_t high;
    };

    std::size_t size_;
    Block<Entry> entries_;
};

}  // namespace sowfish
