"""Steps per second of the vectorised environment beside OpenSpiel's mancala stepped from Python, in one run.

python -m benchmarks.envs
"""

from __future__ import annotations

import random
import time

import numpy as np

from sowfish.envs.vector import SowingVectorEnv

GAMES, ROUNDS = 4096, 400


def vector(rules: str) -> float:
    """Return steps per second: observation, mask, reward and automatic reset included, choosing actions not."""
    env = SowingVectorEnv(GAMES, rules=rules, opponent="self")
    observation, _ = env.reset(seed=1)
    source = np.random.default_rng(1)
    spent = 0.0
    for _ in range(ROUNDS):
        actions = np.argmax(observation["action_mask"] * source.random((GAMES, 6), np.float32), axis=1)
        started = time.perf_counter()
        observation, *_ = env.step(actions)
        spent += time.perf_counter() - started
    return GAMES * ROUNDS / spent


def openspiel(steps: int = 200_000) -> float:
    """Return the same for OpenSpiel: apply an action, then observation, legal actions and, at the end, a new game."""
    import pyspiel  # noqa: PLC0415  # has no wheel on some machines

    game, source = pyspiel.load_game("mancala"), random.Random(1)
    state = game.new_initial_state()
    legal, spent = state.legal_actions(), 0.0
    for _ in range(steps):
        action = source.choice(legal)
        started = time.perf_counter()
        state.apply_action(action)
        if state.is_terminal():
            state.returns()
            state = game.new_initial_state()
        state.observation_tensor(state.current_player())
        legal = state.legal_actions()
        spent += time.perf_counter() - started
    return steps / spent


def main() -> None:
    """Print all figures."""
    theirs = openspiel()
    print(f"OpenSpiel's mancala from Python: {theirs / 1e6:.2f} M steps/s")
    for rules in ("kalah", "avalanche", "events"):
        ours = vector(rules)
        print(f"{rules}, {GAMES} games at once: {ours / 1e6:.1f} M steps/s, {ours / theirs:.0f} times OpenSpiel's")


if __name__ == "__main__":
    main()
