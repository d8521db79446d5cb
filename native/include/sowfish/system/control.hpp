// Limits of a search, and ways to stop it early.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

namespace sowfish {

// Shared by all threads of a search. Any thread may call stop() and change the deadline; reaching a limit stops
// the search too.
class Control {
   public:
    using Clock = std::chrono::steady_clock;

    void limit_nodes(std::uint64_t nodes) { max_nodes_ = nodes; }
    void limit_time(Clock::time_point deadline) { deadline_.store(deadline, std::memory_order_relaxed); }
    void limit_seconds(double seconds) { limit_time(in(seconds)); }
    // Also stops at this time, but only until resume(); for searches by one thread.
    void pause_at(Clock::time_point time) { pause_ = time; }
    std::uint64_t max_nodes() const { return max_nodes_; }
    Clock::time_point deadline() const { return deadline_.load(std::memory_order_relaxed); }

    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    void resume() {
        is_paused_ = false;
        stopped_.store(false, std::memory_order_relaxed);
    }
    bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
    // Whether the search stopped only to pause.
    bool is_paused() const { return is_paused_; }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

    // Adds nodes searched by the calling thread; returns true when it has to stop.
    bool count(std::uint64_t nodes) {
        const std::uint64_t sum = nodes_.fetch_add(nodes, std::memory_order_relaxed) + nodes;
        const Clock::time_point now = Clock::now();
        if (sum >= max_nodes_ || now >= deadline()) {
            is_paused_ = false;
            stop();
        } else if (now >= pause_ && !stopped()) {
            is_paused_ = true;
            stop();
        }
        return stopped();
    }

    // The time this many seconds from now.
    static Clock::time_point in(double seconds) {
        return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }

   private:
    std::atomic<bool> stopped_{false};
    std::atomic<std::uint64_t> nodes_{0};
    std::uint64_t max_nodes_ = std::numeric_limits<std::uint64_t>::max();
    std::atomic<Clock::time_point> deadline_{Clock::time_point::max()};
    Clock::time_point pause_ = Clock::time_point::max();
    std::atomic<bool> is_paused_{false};
};

}  // namespace sowfish
