// Large blocks of zeroed memory where memory only grows: blocks that are released are kept and given out again.
#include "sowfish/table/memory.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <map>

#include "memory.hpp"

namespace sowfish {

namespace {

constexpr std::size_t kPage = 65536;

std::size_t in_pages(std::size_t bytes) { return (std::max<std::size_t>(bytes, 1) + kPage - 1) / kPage * kPage; }

// Released blocks by address, each with its bytes; neighbours are one.
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
    bytes = in_pages(bytes);
    if (void* block = taken_again(bytes)) return std::memset(block, 0, bytes);
    void* block = grown(bytes);  // pages that were never used are zero
    if (!block) __builtin_trap();
    return block;
}

}  // namespace sowfish
