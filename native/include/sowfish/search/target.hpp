// One value to be proven: which question about it to ask next, and what the answers say.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>

#include "sowfish/search/best_line.hpp"
#include "sowfish/search/search.hpp"

namespace sowfish {

// A position or a move of it. Values are those of its node (search.hpp): future margins for who is to move there.
template <class Kernel>
class Target {
   public:
    using Child = typename Search<Kernel>::Child;

    explicit Target(const Child& move) : move(move) {}

    Child move;
    int least = 0;  // bounds that the stones in play alone give
    int most = 0;
    BestLine line;  // once it is followed, which begins when it is proven
    bool is_followed = false;
    bool is_learned = false;            // value and line come from elsewhere
    int workers = 0;                    // threads that search it
    std::atomic<std::uint32_t> job{0};  // changes when a question is decided: other threads then drop it

    bool is_open() const { return move.next != Next::over && !move.node.bounds.exact(); }
    bool has_guess() const { return has_guess_; }

    // Expects the move to be worth so much; the first questions are asked around it.
    void set_guess(int score, bool outside_in) {
        guess_ = centre_ = node_value(score);
        reach_ = outside_in ? kFirstReach : 0;
        has_guess_ = true;
    }

    // What the node is worth if the move is worth `score` to its mover.
    int node_value(int score) const { return move.again() ? score - move.gain : move.gain - score; }

    // Takes bounds of the move as proven; true if they are news.
    bool narrow(int low, int high) {
        if (move.next == Next::over || (low <= move.low() && high >= move.high())) return false;
        Bounds& bounds = move.node.bounds;
        const int first = node_value(std::max(low, move.low()));
        const int second = node_value(std::min(high, move.high()));
        if (std::min(first, second) > bounds.low) bounds.pit = kNoPit;  // no longer the pit that raised it
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
                reach_ = 0;  // a bad guess: go by the answers from here on
                break;
            }
            if (bounds.low < low) return low;
            if (bounds.high > high) return high + 1;
            reach_ /= 2;
            guess_ = centre_;
        }
        return std::clamp(guess_, bounds.low + 1, bounds.high);
    }

    // Takes in the answer to "is the value of the node at least beta?" and chooses the next question: next to the
    // answer at first, with longer and longer strides if the value keeps running away.
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
    int steps_ = 0;   // how often in a row the value was beyond the guess on the same side
    int centre_ = 0;  // the first guess
    int reach_ = 0;   // how far from the centre the bounds shall be next; 0: go by the guess
};

}  // namespace sowfish
