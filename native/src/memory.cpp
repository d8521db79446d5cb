#include "sowfish/memory.hpp"

#include <sys/mman.h>

#include <new>

namespace sowfish {

namespace {

constexpr std::size_t kSmallBlock = std::size_t{128} << 20;

}  // namespace

void ReleaseBlock::operator()(void* block) const { munmap(block, bytes); }

void* allocate_block(std::size_t bytes) {
    void* block = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    // A fifth faster; harmless where it is refused. Each large page takes a millisecond or more to clear when it
    // is first touched, which a player with little time cannot afford, so small blocks go without.
    if (bytes > kSmallBlock) madvise(block, bytes, MADV_HUGEPAGE);
#endif
    return block;
}

void* map_file(int file, std::size_t bytes) {
    void* block = mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file, 0);
    if (block == MAP_FAILED) throw std::bad_alloc();
    return block;
}

}  // namespace sowfish
