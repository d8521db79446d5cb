// One value to be proven: chooses the next null window and keeps the bounds.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>

#include "sowfish/search/best_line.hpp"
#include "sowfish/search/search.hpp"

namespace sowfish {

// A position or a move of it. Values are those of its node (search.hpp): future margins for the side to move
// there.
template <class Kernel>
class Target {
   public:
    using Child = typename Search<Kernel>::Child;

    explicit Target(const Child& move) : move(move) {}

    Child move;
    int least = 0;  // bounds given by the stones in play alone
    int most = 0;
    BestLine line;  // valid once is_followed, after the value is proven
    bool is_followed = false;
    bool is_learned = false;            // value and line come from another engine
    int workers = 0;                    // threads searching it
    std::atomic<std::uint32_t> job{0};  // changes when a question is decided, so that other threads drop it

    bool is_open() const { return move.next != Next::over && !move.node.bounds.exact(); }
    bool has_guess() const { return has_guess_; }

    // Sets the expected value of the move; the first null windows are placed around it.
    void set_guess(int score, bool outside_in) {
        guess_ = centre_ = node_value(score);
        reach_ = outside_in ? kFirstReach : 0;
        has_guess_ = true;
    }

    // The value of the node if the move is worth `score` to its mover.
    int node_value(int score) const { return move.again() ? score - move.gain : move.gain - score; }

    // Accepts proven bounds of the move; true if they are tighter.
    bool narrow(int low, int high) {
        if (move.next == Next::over || (low <= move.low() && high >= move.high())) return false;
        Bounds& bounds = move.node.bounds;
        const int first = node_value(std::max(low, move.low()));
        const int second = node_value(std::min(high, move.high()));
        if (std::min(first, second) > bounds.low) bounds.pit = kNoPit;  // that pit did not raise this bound
        bounds.low = std::min(first, second);
        bounds.high = std::max(first, second);
        job.fetch_add(1);
        return true;
    }

    // The next question: is the value of the node at least this?
    int question() {
        const Bounds& bounds = move.node.bounds;
        while (reach_ > 0) {
            const int low = centre_ - reach_;
            const int high = centre_ + reach_;
            if (bounds.low > high || bounds.high < low) {
                reach_ = 0;  // a bad guess: from here on follow the answers
                break;
            }
            if (bounds.low < low) return low;
            if (bounds.high > high) return high + 1;
            reach_ /= 2;
            guess_ = centre_;
        }
        return std::clamp(guess_, bounds.low + 1, bounds.high);
    }

    // Records the answer to "is the value of the node at least beta?" and chooses the next question: adjacent to
    // the answer at first, with growing strides if the value keeps moving the same way.
    void settle(int value, int beta, int pit) {
        Bounds& bounds = move.node.bounds;
        const bool up = value >= beta;
        steps_ = up ? std::max(steps_, 0) + 1 : std::min(steps_, 0) - 1;
        const int count = std::abs(steps_);
        const int stride = count <= 2 ? 0 : 1 << std::min(count - 2, 6);
        if (up) {
            if (value >= bounds.low) bounds.pit = pit;
            bounds.low = std::max(bounds.low, value);
            guess_ = value + 1 + stride;
        } else {
            bounds.high = std::min(bounds.high, value);
            guess_ = value - stride;
        }
        job.fetch_add(1);
    }

   private:
    static constexpr int kFirstReach = 32;

    bool has_guess_ = false;
    int guess_ = 0;
    int steps_ = 0;   // how many times in a row the search failed high (positive) or low (negative)
    int centre_ = 0;  // the first guess
    int reach_ = 0;   // distance of the next bounds from the centre; 0: use the guess
};

}  // namespace sowfish
