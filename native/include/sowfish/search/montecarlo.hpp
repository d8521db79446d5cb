// Flat Monte Carlo: random games after every legal move, counted.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sowfish/board/position.hpp"
#include "sowfish/search/control.hpp"

namespace sowfish {

// How a playout picks its moves: uniformly, or among those that bank the most.
enum class Policy : std::uint8_t { uniform, greedy };

// How the games after one move ended, for the side that made it.
struct PitCount {
    int pit = 0;
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;

    std::uint64_t games() const { return wins + draws + losses; }
};

// Which count decides: wins minus losses, wins per decided game, or wins per game.
enum class Select : std::uint8_t { difference, ratio, wins };

// The index of the best count; the first of equal ones. Counts are compared per game: the last
// round may leave some pits a game short.
std::size_t best_count(const std::vector<PitCount>& counts, Select select);

// A run of random games. The threads are the caller's: each calls work(), which returns when all games are played
// or the control stops it. Game number g begins with legal pit number g modulo their count and has random numbers
// of its own, so the counts depend on the seed and on how many games were played, not on the threads; and whenever
// it stops, the pits have had the same number of games, but for the last round.
class PlayoutRun {
   public:
    virtual ~PlayoutRun() = default;

    virtual void work() = 0;

    // By pit; only once all threads have returned.
    virtual std::vector<PitCount> counts() const = 0;
};

// The position must have a legal move; the control must outlive the run. The control counts games, and a first
// round is played even if it is stopped before it began.
std::unique_ptr<PlayoutRun> make_playout_run(const Position& position, Policy policy, std::uint64_t seed,
                                             std::uint64_t games, Control& control);

}  // namespace sowfish
