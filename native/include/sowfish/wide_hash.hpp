// The transposition table for boards of any size: whole boards as keys, for one thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sowfish/bounds.hpp"
#include "sowfish/wide_kernel.hpp"

namespace sowfish {

class WideHash {
   public:
    struct Key {
        WideBoard board;
        std::size_t slot = 0;
    };

    explicit WideHash(std::size_t bytes) : entries_(std::max<std::size_t>(1, bytes / sizeof(Entry))) {}

    Key key(const WideBoard& board, int) const {
        std::uint64_t hash = 0;
        for (const std::uint8_t cell : board.cells) hash = (hash ^ cell) * 0x100000001b3ULL;
        return {board, (hash ^ hash >> 29) % entries_.size()};
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

    std::size_t bytes() const { return entries_.size() * sizeof(Entry); }

   private:
    struct Entry {
        WideBoard board;
        bool used = false;
        std::uint8_t pit = kNoPit;
        std::int16_t low = 0;
        std::int16_t high = 0;
    };

    std::vector<Entry> entries_;
};

}  // namespace sowfish
