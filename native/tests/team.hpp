// Threads for tests; where there are none, what they would do is done at once, one after the other.
#pragma once

#ifndef __wasm__
#include <thread>
#include <utility>
#include <vector>
#endif

namespace team {

#ifdef __wasm__

class Team {
   public:
    template <class Work>
    void add(Work work) {
        work();
    }
    void join() {}
};

#else

class Team {
   public:
    template <class Work>
    void add(Work work) {
        threads_.emplace_back(std::move(work));
    }
    void join() {
        for (std::thread& thread : threads_) thread.join();
    }

   private:
    std::vector<std::thread> threads_;
};

#endif

// Runs the same function on this many threads.
template <class Work>
void run(int threads, Work work) {
    Team team;
    for (int i = 0; i < threads; ++i) team.add(work);
    team.join();
}

}  // namespace team
