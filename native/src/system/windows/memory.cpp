#include "sowfish/system/memory.hpp"

#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>

#include <new>

namespace sowfish {

void ReleaseBlock::operator()(void* block) const { VirtualFree(block, 0, MEM_RELEASE); }

// Large pages need a privilege that users do not have by default, so they are not used.
void* allocate_block(std::size_t bytes, std::size_t) {
    void* block = VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    if (block == nullptr) throw std::bad_alloc();
    return block;
}

}  // namespace sowfish
