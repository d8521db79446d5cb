// Limits of a search, and the ways to end it early.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

namespace sowfish {

// Shared by all threads of a search. Anyone may call stop(); a limit that is reached stops it too.
class Control {
   public:
    using Clock = std::chrono::steady_clock;

    void limit_nodes(std::uint64_t nodes) { max_nodes_ = nodes; }
    void limit_time(Clock::time_point deadline) { deadline_ = deadline; }
    std::uint64_t max_nodes() const { return max_nodes_; }
    Clock::time_point deadline() const { return deadline_; }

    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    void resume() { stopped_.store(false, std::memory_order_relaxed); }
    bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

    // Called by a thread every so many nodes of its own; true when it has to stop.
    bool count(std::uint64_t nodes) {
        const std::uint64_t sum = nodes_.fetch_add(nodes, std::memory_order_relaxed) + nodes;
        if (sum >= max_nodes_ || Clock::now() >= deadline_) stop();
        return stopped();
    }

   private:
    std::atomic<bool> stopped_{false};
    std::atomic<std::uint64_t> nodes_{0};
    std::uint64_t max_nodes_ = std::numeric_limits<std::uint64_t>::max();
    Clock::time_point deadline_ = Clock::time_point::max();
};

}  // namespace sowfish
