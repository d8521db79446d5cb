#include "sowfish/system/memory.hpp"

#include <sys/mman.h>

#include <new>

namespace sowfish {

void ReleaseBlock::operator()(void* block) const { munmap(block, bytes); }

void* allocate_block(std::size_t bytes, [[maybe_unused]] std::size_t large_pages_from) {
    void* block = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    if (bytes >= large_pages_from) madvise(block, bytes, MADV_HUGEPAGE);  // harmless where it is refused
#endif
    return block;
}

}  // namespace sowfish
