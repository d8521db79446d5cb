// Flat Monte Carlo: counts the results of random games after every legal move.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sowfish/board/position.hpp"
#include "sowfish/system/control.hpp"

namespace sowfish {

// How a playout picks its moves: uniformly among all, or among those that bank the most.
enum class Policy : std::uint8_t { uniform, greedy };

// How the games after one move ended, for the side that made it.
struct PitCount {
    int pit = 0;
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;

    std::uint64_t games() const { return wins + draws + losses; }
};

// Selection criterion: wins minus losses, wins per decided game, or wins per game.
enum class Select : std::uint8_t { difference, ratio, wins };

// The index of the best count, the first if several are equal. Counts are compared per game, because the last
// round may leave some pits a game short.
std::size_t best_count(const std::vector<PitCount>& counts, Select select);

// A run of random games. The caller provides the threads: each calls work(), which returns when all games are
// played or the control stops it. Game g starts with legal pit g modulo their number and has its own random
// stream, so the counts depend on the seed and the number of games, not on the threads. Except for the last round,
// all pits get the same number of games.
class PlayoutRun {
   public:
    virtual ~PlayoutRun() = default;

    virtual void work() = 0;

    // By pit; call only after all threads have returned.
    virtual std::vector<PitCount> counts() const = 0;
};

// The position must have a legal move; the control must outlive the run. The control counts games. The first round
// is played even if the run is stopped before it starts.
std::unique_ptr<PlayoutRun> make_playout_run(const Position& position, Policy policy, std::uint64_t seed,
                                             std::uint64_t games, Control& control);

}  // namespace sowfish
