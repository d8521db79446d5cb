// The positions being searched by each thread, so that threads spread over the tree instead of duplicating work.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "sowfish/search/wide_hash.hpp"

namespace sowfish {

// Weill, "The ABDADA distributed minimax search algorithm" (1996), in the simple form of a table of positions
// being searched. Collisions in the table only cost a little time.
class InFlight {
   public:
    void enter(std::uint64_t key) { slot(key).store(key, std::memory_order_relaxed); }
    void leave(std::uint64_t key) { slot(key).store(0, std::memory_order_relaxed); }
    bool has(std::uint64_t key) const { return slots_[key % kSlots].load(std::memory_order_relaxed) == key; }

    // Wide boards are searched by one thread.
    void enter(const WideHash::Key&) {}
    void leave(const WideHash::Key&) {}
    bool has(const WideHash::Key&) const { return false; }

   private:
    static constexpr std::size_t kSlots = 1 << 14;

    std::atomic<std::uint64_t>& slot(std::uint64_t key) { return slots_[key % kSlots]; }

    std::array<std::atomic<std::uint64_t>, kSlots> slots_{};
};

}  // namespace sowfish
