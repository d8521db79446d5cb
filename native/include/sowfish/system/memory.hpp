// Large blocks of zeroed memory.
#pragma once

#include <cstddef>
#include <memory>

namespace sowfish {

// Prefetches a cache line. WebAssembly has no such instruction.
#ifdef __wasm__
inline constexpr bool kFetchesEarly = false;
#else
inline constexpr bool kFetchesEarly = true;
#endif
inline void fetch_early(const void* address) { __builtin_prefetch(address); }

// Prefetches by a read whose result is unused; consecutive reads overlap.
inline void touch(const void* address) { static_cast<void>(*static_cast<const volatile char*>(address)); }

struct ReleaseBlock {
    std::size_t bytes = 0;
    void operator()(void* block) const;
};

template <class T>
using Block = std::unique_ptr<T[], ReleaseBlock>;

// Large pages make searches a fifth faster, but clearing one takes a millisecond or more, too long for a player
// with little time: small blocks do without.
inline constexpr std::size_t kLargePagesFrom = std::size_t{128} << 20;

// Allocates zeroed pages from the system, large pages for large blocks if available. Throws std::bad_alloc.
void* allocate_block(std::size_t bytes, std::size_t large_pages_from);

template <class T>
Block<T> make_block(std::size_t count, std::size_t large_pages_from = kLargePagesFrom) {
    return {static_cast<T*>(allocate_block(count * sizeof(T), large_pages_from)), ReleaseBlock{count * sizeof(T)}};
}

}  // namespace sowfish
