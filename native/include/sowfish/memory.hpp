// Large blocks of zeroed memory.
#pragma once

#include <cstddef>
#include <memory>

namespace sowfish {

struct ReleaseBlock {
    std::size_t bytes = 0;
    void operator()(void* block) const;
};

template <class T>
using Block = std::unique_ptr<T[], ReleaseBlock>;

// Zeroed pages straight from the system, large ones where it has them. Throws std::bad_alloc.
void* allocate_block(std::size_t bytes);

template <class T>
Block<T> make_block(std::size_t count) {
    return {static_cast<T*>(allocate_block(count * sizeof(T))), ReleaseBlock{count * sizeof(T)}};
}

}  // namespace sowfish
