// A map from keys to indices 0, 1, 2, ... with a value for each, within a memory limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace sowfish {

// Entries live in blocks that never move; only the slot index is reallocated as it grows, after freeing the old
// one. So the memory needed is known before it is allocated. `Key` is compared with == and hashed with hash_of.
template <class Key, class Kept>
class StateMap {
   public:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    explicit StateMap(std::size_t max_bytes) : max_bytes_(max_bytes) { grow(kFirstSlots); }

    struct Place {
        std::uint32_t number;  // kNone if out of memory
        bool is_new;
    };

    Place insert(const Key& key) {
        if (4 * (size_ + 1) > 3 * slots_.size() && !make_room()) return found_only(key);
        std::uint32_t& slot = slots_[find(key)];
        if (slot != kNone) return {slot, false};
        if (size_ % kBlock == 0 && !add_block()) return {kNone, false};
        slot = static_cast<std::uint32_t>(size_++);
        entry(slot).key = key;
        return {slot, true};
    }

    // The index of a key, or kNone if it is absent.
    std::uint32_t number_of(const Key& key) const { return slots_[find(key)]; }

    const Key& key(std::uint32_t number) const { return entry(number).key; }
    Kept& kept(std::uint32_t number) { return entry(number).kept; }
    const Kept& kept(std::uint32_t number) const { return entry(number).kept; }
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return bytes_of(slots_.size(), blocks_.size()); }

   private:
    struct Entry {
        Key key;
        Kept kept;
    };

    static constexpr std::size_t kBlock = 1 << 12;
    static constexpr std::size_t kFirstSlots = 1 << 10;
    static constexpr std::size_t kMost = std::size_t{1} << 31;

    static std::size_t bytes_of(std::size_t slots, std::size_t blocks) {
        return slots * sizeof(std::uint32_t) + blocks * kBlock * sizeof(Entry);
    }

    Entry& entry(std::uint32_t number) { return blocks_[number / kBlock][number % kBlock]; }
    const Entry& entry(std::uint32_t number) const { return blocks_[number / kBlock][number % kBlock]; }

    std::size_t find(const Key& key) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = hash_of(key) >> 20 & mask;
        while (slots_[at] != kNone && !(entry(slots_[at]).key == key)) at = (at + 1) & mask;
        return at;
    }

    Place found_only(const Key& key) const { return {number_of(key), false}; }

    bool make_room() {
        if (size_ >= kMost || bytes_of(2 * slots_.size(), blocks_.size() + 1) > max_bytes_) return false;
        grow(2 * slots_.size());
        return true;
    }

    bool add_block() {
        if (bytes_of(slots_.size(), blocks_.size() + 1) > max_bytes_) return false;
        blocks_.push_back(std::unique_ptr<Entry[]>(new Entry[kBlock]));
        return true;
    }

    void grow(std::size_t slots) {
        std::vector<std::uint32_t>().swap(slots_);
        slots_.assign(slots, kNone);
        for (std::uint32_t number = 0; number < size_; ++number) slots_[find(key(number))] = number;
    }

    std::size_t max_bytes_;
    std::size_t size_ = 0;
    std::vector<std::uint32_t> slots_;
    std::vector<std::unique_ptr<Entry[]>> blocks_;
};

}  // namespace sowfish
