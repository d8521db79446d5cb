"""Learn to play by self-play with PettingZoo: a linear value of the board, trained by TD(0) in under a minute.

    pip install 'sowfish[rl]'
    python examples/rl_self_play.py --seconds 30

The agent tries every legal move, values the position that follows with its weights, and plays the best one.
"""

from __future__ import annotations

import argparse
import math
import random
import time

import numpy as np
from numpy.typing import NDArray

from sowfish import Position, Side
from sowfish.envs import sowing_v0
from sowfish.envs.common import Starts, played
from sowfish.players import Clock, make

RATE, EXPLORATION = 0.0003, 0.1


class LinearValue:
    """The expected margin of a side, as a weighted sum of counts and of pits that reach the store exactly."""

    def __init__(self, pits: int) -> None:
        """Start with the present margin and nothing else."""
        self.weights = np.zeros((2, 4 * pits + 1))  # a row for the side to move, a row for the other

    def features(self, position: Position, side: Side) -> NDArray[np.float64]:
        """Return what a side sees: counts and ready pits of both sides."""
        found: list[float] = []
        for one in (side, side.other):
            pits = position.pits(one)
            found += [stones / 4 for stones in pits]
            found += [float(stones == len(pits) - pit) for pit, stones in enumerate(pits)]
        return np.array([*found, 1.0])

    def __call__(self, position: Position, side: Side) -> float:
        """Return the expected margin of a side."""
        margin = position.store(side) - position.store(side.other)
        if position.is_over:
            return margin
        return margin + float(self.weights[int(position.to_move is side)] @ self.features(position, side))

    def learn(self, before: Position, after: Position) -> None:
        """Move the values of a position towards those of the next one, for both sides."""
        for side in Side:
            error = self(after, side) - self(before, side)
            self.weights[int(before.to_move is side)] += RATE * error * self.features(before, side)

    def choose(self, position: Position) -> int:
        """Return the pit whose following position is worth most."""
        return max(position.legal_pits, key=lambda pit: self(played(position, pit), position.to_move))


def train(seconds: float, seed: int = 1) -> LinearValue:
    """Play against itself and move each value towards that of the next position."""
    env = sowing_v0.raw_env(reward="margin", opening_moves=2)
    value = LinearValue(6)
    source = random.Random(seed)
    ends = time.monotonic() + seconds
    games = 0
    while time.monotonic() < ends:
        env.reset(seed=seed + games)
        games += 1
        while not env.position.is_over:
            before = env.position
            explores = source.random() < EXPLORATION
            env.step(source.choice(before.legal_pits) if explores else value.choose(before))
            if not explores:
                value.learn(before, env.position)
    print(f"{games} games played")
    return value


def score(value: LinearValue, opponent: str, games: int) -> tuple[float, float]:
    """Return the share of points against a player and half of its 95 % interval; seats alternate."""
    points = 0.0
    for game in range(games):
        agent = (Side.SOUTH, Side.NORTH)[game % 2]
        with make(opponent) as other:
            position = Starts.of("kalah", 6, 4, None, 4).draw(np.random.default_rng(game // 2))
            other.new_game(position, agent.other, game)
            while not position.is_over:
                mine = position.to_move is agent
                position = played(position, value.choose(position) if mine else other.choose(position, Clock()))
        margin = position.store(agent) - position.store(agent.other)
        points += 1 if margin > 0 else 0.5 if margin == 0 else 0
    mean = points / games
    return mean, 1.96 * math.sqrt(max(mean * (1 - mean), 1 / games) / games)


def main() -> None:
    """Train, then play against simple players from openings of four random moves."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seconds", type=float, default=30.0)
    options.add_argument("--games", type=int, default=400)
    chosen = options.parse_args()
    for name, value in (("untrained", LinearValue(6)), ("trained", train(chosen.seconds))):
        for opponent in ("random", "greedy"):
            mean, half = score(value, opponent, chosen.games)
            print(f"{name} against {opponent}: {100 * mean:.1f} % of the points (95 %: ± {100 * half:.1f})")


if __name__ == "__main__":
    main()
