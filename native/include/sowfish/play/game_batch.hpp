// Many games with the same rules, stepped together: environments for reinforcement learning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "sowfish/board/position.hpp"

namespace sowfish {

enum class Opponent : std::uint8_t { none, random };      // none: self-play, every step plays for the side to move
enum class Seat : std::uint8_t { first, second, mixed };  // the agent's seat against an opponent; mixed: random

struct BatchOptions {
    Position start;  // with a legal move
    std::size_t games = 1;
    int opening_moves = 0;  // random moves after every reset; fewer if the game would end
    Opponent opponent = Opponent::none;
    Seat seat = Seat::first;
    bool margins = false;  // the reward is the margin in stones instead of 1, 0 or -1
};

// The arrays a step writes, one row per game. Observations are from the view of the side to move, or of the agent:
//
//     own pits, own store, other's pits, other's store        2 * pits + 2 bytes, each side in its own sowing
//     order
struct BatchArrays {
    std::uint8_t* observations = nullptr;
    std::int8_t* masks = nullptr;    // 1 for a legal pit
    std::int8_t* to_move = nullptr;  // 0: south, 1: north
    float* rewards = nullptr;        // of the side that moved, or of the agent; 0 until the game ends
    bool* ended = nullptr;
    bool* illegal = nullptr;                     // ended by an illegal action; worst possible reward
    std::uint8_t* final_observations = nullptr;  // written where a game ended, before its reset
};

// A game that ends restarts from the start position in the same step.
class GameBatch {
   public:
    virtual ~GameBatch() = default;

    // Starts all games. The same seed and actions give the same games.
    virtual void reset(std::uint64_t seed, const BatchArrays& arrays) = 0;

    // Plays one action in every game.
    virtual void step(const std::int64_t* actions, const BatchArrays& arrays) = 0;
};

std::unique_ptr<GameBatch> make_game_batch(const BatchOptions& options);

}  // namespace sowfish
