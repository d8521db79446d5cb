// Large zeroed blocks on a platform whose memory only grows: released blocks are kept and reused.
#include "sowfish/system/memory.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <map>
#include <new>
#include <utility>

#include "memory.hpp"

namespace sowfish {

constexpr std::size_t kPage = 65536;

namespace {

std::size_t in_pages(std::size_t bytes) { return (std::max<std::size_t>(bytes, 1) + kPage - 1) / kPage * kPage; }

// Released blocks by address, with their sizes; adjacent ones are merged.
std::map<std::uintptr_t, std::size_t>& released() {
    static std::map<std::uintptr_t, std::size_t> blocks;
    return blocks;
}

void* taken_again(std::size_t bytes) {
    auto& blocks = released();
    auto best = blocks.end();
    for (auto block = blocks.begin(); block != blocks.end(); ++block)
        if (block->second >= bytes && (best == blocks.end() || block->second < best->second)) best = block;
    if (best == blocks.end()) return nullptr;
    const auto [address, size] = *best;
    blocks.erase(best);
    if (size > bytes) blocks.emplace(address + bytes, size - bytes);
    return reinterpret_cast<void*>(address);
}

void* grown(std::size_t bytes) {
    const std::size_t before = __builtin_wasm_memory_grow(0, bytes / kPage);
    return before == static_cast<std::size_t>(-1) ? nullptr : reinterpret_cast<void*>(before * kPage);
}

}  // namespace

bool has_room(std::size_t bytes) {
    bytes = in_pages(bytes);
    void* block = taken_again(bytes);
    if (!block) block = grown(bytes);
    if (!block) return false;
    ReleaseBlock{bytes}(block);
    return true;
}

void ReleaseBlock::operator()(void* block) const {
    auto& blocks = released();
    const auto place = blocks.emplace(reinterpret_cast<std::uintptr_t>(block), in_pages(bytes)).first;
    const auto next = std::next(place);
    if (next != blocks.end() && place->first + place->second == next->first) {
        place->second += next->second;
        blocks.erase(next);
    }
    if (place == blocks.begin()) return;
    const auto last = std::prev(place);
    if (last->first + last->second != place->first) return;
    last->second += place->second;
    blocks.erase(place);
}

void* allocate_block(std::size_t bytes, std::size_t) {
    static std::uintptr_t used_end = 0;  // pages from here on are fresh, so already zero
    bytes = in_pages(bytes);
    void* block = taken_again(bytes);
    if (!block) block = grown(bytes);
    if (!block) __builtin_trap();
    const auto begin = reinterpret_cast<std::uintptr_t>(block);
    if (begin < used_end) std::memset(block, 0, std::min(bytes, used_end - begin));
    used_end = std::max(used_end, begin + bytes);
    return block;
}

}  // namespace sowfish

// All other allocations use these blocks too, so that they also benefit from what has_room() reserved. Allocations
// up to a page are powers of two cut out of pages and reused after release; each is preceded by its size.

namespace {

constexpr std::size_t kHead = 16;

struct Free {
    Free* next;
};

std::array<Free*, 17> released_parts;  // by log2 of their size

void cut_page(std::size_t size) {
    char* const page = static_cast<char*>(sowfish::allocate_block(sowfish::kPage, 0));
    Free*& first = released_parts[static_cast<std::size_t>(std::bit_width(size) - 1)];
    for (std::size_t place = 0; place < sowfish::kPage; place += size) first = new (page + place) Free{first};
}

}  // namespace

void* operator new(std::size_t bytes) {
    const std::size_t size = std::bit_ceil(bytes + kHead);
    void* place = nullptr;
    if (size > sowfish::kPage) {
        place = sowfish::allocate_block(bytes + kHead, 0);
    } else {
        Free*& first = released_parts[static_cast<std::size_t>(std::bit_width(size) - 1)];
        if (!first) cut_page(size);
        place = std::exchange(first, first->next);
    }
    *static_cast<std::size_t*>(place) = bytes + kHead;
    return static_cast<char*>(place) + kHead;
}

void operator delete(void* pointer) noexcept {
    if (!pointer) return;
    void* const place = static_cast<char*>(pointer) - kHead;
    const std::size_t bytes = *static_cast<std::size_t*>(place);
    const std::size_t size = std::bit_ceil(bytes);
    if (size > sowfish::kPage) return sowfish::ReleaseBlock{bytes}(place);
    Free*& first = released_parts[static_cast<std::size_t>(std::bit_width(size) - 1)];
    first = new (place) Free{first};
}

void operator delete(void* pointer, std::size_t) noexcept { operator delete(pointer); }
