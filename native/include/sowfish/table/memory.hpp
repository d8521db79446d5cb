// Large blocks of zeroed memory.
#pragma once

#include <cstddef>
#include <memory>

namespace sowfish {

// Starts fetching what will be read soon. WebAssembly cannot.
#ifdef __wasm__
inline constexpr bool kFetchesEarly = false;
#else
inline constexpr bool kFetchesEarly = true;
#endif
inline void fetch_early(const void* address) { __builtin_prefetch(address); }

// Reads what will be needed soon and drops it. Reads in a row overlap, because nothing waits for their results.
inline void touch(const void* address) { static_cast<void>(*static_cast<const volatile char*>(address)); }

struct ReleaseBlock {
    std::size_t bytes = 0;
    void operator()(void* block) const;
};

template <class T>
using Block = std::unique_ptr<T[], ReleaseBlock>;

// A fifth faster, but each large page takes a millisecond or more to clear when it is first touched, which a
// player with little time cannot afford: small blocks go without.
inline constexpr std::size_t kLargePagesFrom = std::size_t{128} << 20;

// Zeroed pages straight from the system, large ones for many bytes where it has them. Throws std::bad_alloc.
void* allocate_block(std::size_t bytes, std::size_t large_pages_from);

template <class T>
Block<T> make_block(std::size_t count, std::size_t large_pages_from = kLargePagesFrom) {
    return {static_cast<T*>(allocate_block(count * sizeof(T), large_pages_from)), ReleaseBlock{count * sizeof(T)}};
}

}  // namespace sowfish
