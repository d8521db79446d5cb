// Checks a table for consistency: every value must follow from the values one move later.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "sowfish/board/board.hpp"
#include "sowfish/system/threads.hpp"
#include "sowfish/table/table.hpp"

namespace sowfish {

// Plays every move of a position with the kernel and looks up the results; shares only the ranking with the
// builder. The caller brings the threads, as for TableBuilder.
class TableCheck {
   public:
    struct Fault {
        Board board;  // the mover's side first
        int stored;
        int derived;
    };

    // All positions if `samples` is 0, else that many drawn from the seed. The table must outlive the check.
    TableCheck(const Table& table, std::uint64_t samples, std::uint64_t seed);

    void work();
    void stop() { stopping_ = true; }

    // How many positions will be checked, and how many have been.
    std::uint64_t total() const { return total_; }
    std::uint64_t checked() const { return checked_; }

    // The first position found whose value does not follow; the work ends there.
    std::optional<Fault> fault() const;

   private:
    template <class Kernel>
    void work_with(const Kernel& kernel);
    Board board_at(std::uint64_t index) const;
    std::uint64_t chosen(std::uint64_t number) const;

    const Table* table_;
    std::uint64_t samples_;
    std::uint64_t seed_;
    std::uint64_t total_;
    std::vector<std::vector<std::uint64_t>> rows_;  // [stones][rank]: the word
    std::atomic<std::uint64_t> next_{0};
    std::atomic<std::uint64_t> checked_{0};
    std::atomic<bool> stopping_{false};
    mutable Mutex mutex_;
    std::optional<Fault> fault_;
};

}  // namespace sowfish
