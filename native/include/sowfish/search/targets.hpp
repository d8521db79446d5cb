// The values an engine is to prove, of a position and perhaps its moves: their bounds and the next questions.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "sowfish/board/position.hpp"
#include "sowfish/board/rules.hpp"
#include "sowfish/search/bounds.hpp"
#include "sowfish/search/report.hpp"

namespace sowfish {

// A position, or a move of it together with its node, the position it leads to.
struct RootMove {
    int pit = kNoPit;         // kNoPit: the position itself, which is its own node
    Next next = Next::again;  // who moves in the node
    int gain = 0;             // for the mover, on the way to the node
    int rest = 0;             // stones in play in the node
    Bounds bounds{};          // of the node: a future margin for the side to move there
};

// One value to be proven.
class Target {
   public:
    Target(std::size_t number, const RootMove& move);

    const std::size_t number;  // among the targets
    const int pit;
    const int gain;
    const int rest;
    const Next next;
    int least;  // bounds given by the stones in play alone
    int most;

    // Bounds of the node: `own` follow from searches here and may enter the hash, `known` also from facts.
    Bounds own;
    Bounds known;

    BestLine line;  // valid once is_followed, after the value is proven
    bool is_followed = false;
    bool is_learned = false;            // the line came with a fact
    int workers = 0;                    // threads searching it
    std::atomic<std::uint32_t> job{0};  // changes when a question is decided, so that other threads drop it

    bool again() const { return next == Next::again; }
    bool is_open() const { return next != Next::over && !known.exact(); }
    bool has_guess() const { return has_guess_; }

    // Bounds of the move, for its mover.
    int low() const { return low_of(known); }
    int high() const { return high_of(known); }
    int low_of(const Bounds& bounds) const;
    int high_of(const Bounds& bounds) const;

    // The value of the node if the move is worth `score` to its mover, and the other way round.
    int node_value(int score) const { return again() ? score - gain : gain - score; }
    int score(int node_value) const { return again() ? gain + node_value : gain - node_value; }

    // Narrows one of the two bounds of the node by proven bounds of the move; true if they are tighter now.
    bool narrow(Bounds Target::* bounds, int low, int high);

    // Sets the expected value of the move; the first null windows are placed around it.
    void set_guess(int score, bool outside_in);

    // The next question: is the value of the node at least this?
    int question();

    // Records the answer to "is the value of the node at least beta?" and chooses the next question: adjacent to
    // the answer at first, with growing strides if the value keeps moving the same way.
    void settle(int value, int beta, int pit);

   private:
    bool has_guess_ = false;
    int guess_ = 0;
    int steps_ = 0;   // how many times in a row the search failed high (positive) or low (negative)
    int centre_ = 0;  // the first guess
    int reach_ = 0;   // distance of the next bounds from the centre; 0: use the guess
};

// The position first, then its moves if they are asked for.
class Targets {
   public:
    // `banked` is the margin of the stores, for the side to move.
    void set(const std::vector<RootMove>& moves, int banked);

    Target& position() { return targets_.front(); }
    const Target& position() const { return targets_.front(); }
    Target& at(std::size_t number) { return targets_[number]; }
    std::size_t size() const { return targets_.size(); }
    auto begin() { return targets_.begin(); }
    auto end() { return targets_.end(); }

    bool is_settled() const;
    bool is_busy() const;
    bool is_done(bool finds_lines) const;

    // Whether a proven target still needs its line. Its first move is always needed, and may be known already.
    bool needs_line(const Target& target, bool finds_lines) const;

    // Records an answer, see Target::settle().
    void settle(Target& target, int value, int beta, int pit);

    // Takes in a look-ahead; if it reached the end of the game in every line, its values are proven.
    void take_in(const LookResult& seen);

    // Takes in a fact; ignores all facts so far if they contradict each other or a search.
    void learn(const Fact& fact);

    // The line of a best move that came with a fact, which is the position's line too; null if there is none.
    const BestLine* learned_line() const;

    // The pit known to keep the value of a target, or kNoPit.
    int best_pit(const Target& target) const;

    // The position first, then the open move with the fewest threads; null if nothing is open.
    Target* next_open();

    int banked() const { return banked_; }

    // Guesses the value of a target from a look-ahead, for the side to move, in stones, without the stores.
    int guess(const Target& target, const LookResult& seen) const;

    Report report(const Position& position, const LookResult& seen, bool finds_lines) const;

   private:
    void update();
    void forget_facts();
    void agree(Bounds Target::* bounds);
    Known known_of(const Target& target, const Position& position, const LookResult& seen) const;
    int estimate_of(const Target& target, const LookResult& seen) const;

    std::deque<Target> targets_;
    int banked_ = 0;
    bool has_facts_ = false;
};

}  // namespace sowfish
