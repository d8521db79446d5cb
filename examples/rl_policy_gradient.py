"""Train a small policy by REINFORCE against a random opponent, on thousands of games at once, in about a minute.

    pip install 'sowfish[rl]'
    python examples/rl_policy_gradient.py --seconds 45

The policy is a two-layer network in plain numpy; the environment steps all games in the core.
"""

from __future__ import annotations

import argparse
import math
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sowfish.envs.vector import SowingVectorEnv

Array = NDArray[Any]
GAMES, STEPS, HIDDEN = 1024, 32, 96
RATE, DISCOUNT, ENTROPY = 2e-3, 0.97, 0.01


class Policy:
    """A network from counts to a distribution over pits, with a value as baseline, trained by Adam."""

    def __init__(self, inputs: int, actions: int, seed: int) -> None:
        """Start with small random weights."""
        random = np.random.default_rng(seed)
        shapes = [(inputs, HIDDEN), (HIDDEN,), (HIDDEN, actions + 1), (actions + 1,)]
        self.weights = [
            (random.normal(0, 1 / math.sqrt(shape[0]), shape) if len(shape) == 2 else np.zeros(shape)).astype(
                np.float32
            )
            for shape in shapes
        ]
        self.moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]
        self.updates = 0

    def __call__(self, counts: Array, mask: Array) -> tuple[Array, Array, Array]:
        """Return hidden units, probabilities of legal pits, and values."""
        hidden = np.maximum(counts @ self.weights[0] + self.weights[1], 0)
        out = hidden @ self.weights[2] + self.weights[3]
        logits = np.where(mask > 0, out[:, :-1], -1e9)
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, weights / weights.sum(axis=1, keepdims=True), out[:, -1]

    def learn(self, counts: Array, mask: Array, actions: Array, returns: Array) -> None:
        """Take one step up the policy gradient with a value baseline and an entropy bonus."""
        hidden, chances, values = self(counts, mask)
        advantage = returns - values
        advantage_scaled = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        rows = np.arange(len(actions))
        out = chances.copy()
        out[rows, actions] -= 1
        out *= advantage_scaled[:, None]
        logs = np.log(chances + 1e-9)
        out += ENTROPY * chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
        gradient = np.column_stack([out, -advantage]).astype(np.float32) / len(actions)
        back = gradient @ self.weights[2].T * (hidden > 0)
        self._adam([counts.T @ back, back.sum(axis=0), hidden.T @ gradient, gradient.sum(axis=0)])

    def _adam(self, gradients: list[Array]) -> None:
        self.updates += 1
        scale = math.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for weight, gradient, (mean, square) in zip(self.weights, gradients, self.moments, strict=True):
            mean[...] += 0.1 * (gradient - mean)
            square[...] += 0.001 * (gradient * gradient - square)
            weight[...] -= RATE * scale * mean / (np.sqrt(square) + 1e-8)


def seen(observation: dict[str, Array]) -> Array:
    """Return counts scaled for a network."""
    return observation["observation"].astype(np.float32) / 8


def train(rules: str, seconds: float, seed: int = 1) -> Policy:
    """Play and learn for some seconds."""
    env = SowingVectorEnv(GAMES, rules=rules, opponent="random", seat="random")
    observation, _ = env.reset(seed=seed)
    random = np.random.default_rng(seed)
    policy = Policy(observation["observation"].shape[1], observation["action_mask"].shape[1], seed)
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        counts, masks, actions, rewards, ended = [], [], [], [], []
        for _ in range(STEPS):
            counts.append(seen(observation))
            masks.append(observation["action_mask"].copy())
            _, chances, _ = policy(counts[-1], masks[-1])
            picked = (chances.cumsum(axis=1) > random.random((GAMES, 1))).argmax(axis=1)
            actions.append(picked)
            observation, reward, end, _, _ = env.step(picked)
            rewards.append(reward.copy())
            ended.append(end.copy())
        _, _, following = policy(seen(observation), observation["action_mask"])
        returns = []
        for reward, end in zip(reversed(rewards), reversed(ended), strict=True):
            following = np.where(end, reward, DISCOUNT * following).astype(np.float32)
            returns.append(following)
        policy.learn(
            np.concatenate(counts), np.concatenate(masks), np.concatenate(actions), np.concatenate(returns[::-1])
        )
    return policy


def score(policy: Policy, rules: str, games: int, seed: int = 99) -> tuple[float, float, float]:
    """Return the share of points against `random` and its 95 % interval (Wilson)."""
    env = SowingVectorEnv(256, rules=rules, opponent="random", seat="random")
    observation, _ = env.reset(seed=seed)
    points = played = 0.0
    while played < games:
        _, chances, _ = policy(seen(observation), observation["action_mask"])
        observation, reward, ended, _, _ = env.step(chances.argmax(axis=1))
        points += float((reward[ended] + 1).sum()) / 2
        played += float(ended.sum())
    mean, z = points / played, 1.96
    middle = (mean + z * z / (2 * played)) / (1 + z * z / played)
    half = z * math.sqrt(mean * (1 - mean) / played + z * z / (4 * played * played)) / (1 + z * z / played)
    return mean, middle - half, middle + half


def main() -> None:
    """Train, then measure."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rules", default="kalah")
    options.add_argument("--seconds", type=float, default=45.0)
    chosen = options.parse_args()
    for name, policy in (
        ("untrained", Policy(14, 6, 1)),
        (f"trained for {chosen.seconds:g} s", train(chosen.rules, chosen.seconds)),
    ):
        mean, low, high = score(policy, chosen.rules, 4000)
        print(f"{name} against random: {100 * mean:.1f} % of the points (95 %: {100 * low:.1f} to {100 * high:.1f})")


if __name__ == "__main__":
    main()
