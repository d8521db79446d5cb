// Locks for platforms with and without threads: WebAssembly has one thread, and its standard library has no mutex.
#pragma once

#ifndef __wasm__
#include <condition_variable>
#endif
#include <mutex>

namespace sowfish {

#ifdef __wasm__

inline constexpr bool kHasThreads = false;

struct Mutex {
    void lock() {}
    void unlock() {}
};

struct Lock {
    explicit Lock(Mutex&) {}
    void lock() {}
    void unlock() {}
};

// With a single thread, waiting would never end: waits must not happen.
struct Condition {
    void wait(Lock&) { __builtin_trap(); }
    template <class Duration>
    void wait_for(Lock&, Duration) {
        __builtin_trap();
    }
    void notify_all() {}
};

#else

inline constexpr bool kHasThreads = true;
using Mutex = std::mutex;
using Lock = std::unique_lock<std::mutex>;
using Condition = std::condition_variable;

#endif

}  // namespace sowfish
