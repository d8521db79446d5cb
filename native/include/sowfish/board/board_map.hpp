// A map from boards to indices 0, 1, 2, ... in order of first insertion.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "sowfish/board/board.hpp"
#include "sowfish/board/wide_kernel.hpp"

namespace sowfish {

inline std::uint64_t hash_of(const Board& board) {
    std::uint64_t hash = (board.mine * 0x9e3779b97f4a7c15ULL) ^ (board.theirs * 0xd6e8feb86659fd93ULL);
    hash ^= hash >> 32;
    return hash * 0xbf58476d1ce4e5b9ULL;
}

inline std::uint64_t hash_of(const WideBoard& board) {
    std::uint64_t hash = 0;
    for (const std::uint8_t cell : board.cells) hash = (hash ^ cell) * 0x9e3779b97f4a7c15ULL;
    return hash ^ hash >> 32;
}

// `Key` is compared with == and hashed with hash_of.
template <class Key>
class BoardMap {
   public:
    BoardMap() { make_room(kFirstSlots); }

    struct Place {
        std::uint32_t number;
        bool is_new;
    };

    Place insert(const Key& key) {
        if (keys_.size() == keys_.capacity()) make_room(4 * slots_.size());
        std::uint32_t& slot = slots_[find(key)];
        if (slot != kEmpty) return {slot, false};
        slot = static_cast<std::uint32_t>(keys_.size());
        keys_.push_back(key);
        return {slot, true};
    }

    // The index of a key that is in the map.
    std::uint32_t number_of(const Key& key) const { return slots_[find(key)]; }

    const std::vector<Key>& keys() const { return keys_; }
    std::size_t size() const { return keys_.size(); }

   private:
    static constexpr std::uint32_t kEmpty = ~std::uint32_t{0};
    static constexpr std::size_t kFirstSlots = 1 << 9;

    std::size_t find(const Key& key) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = hash_of(key) >> 20 & mask;
        while (slots_[at] != kEmpty && !(keys_[slots_[at]] == key)) at = (at + 1) & mask;
        return at;
    }

    // Allocates `slots` slots, at most half of which are used.
    void make_room(std::size_t slots) {
        slots_.assign(slots, kEmpty);
        keys_.reserve(slots / 2);
        for (std::uint32_t number = 0; number < keys_.size(); ++number) slots_[find(keys_[number])] = number;
    }

    std::vector<std::uint32_t> slots_;
    std::vector<Key> keys_;
};

}  // namespace sowfish
