"""A vectorised Gymnasium environment: thousands of games stepped by one call of the core."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sowfish import _core
from sowfish.envs.common import Observation, Reward, Seat, Starts, choice, observation_space
from sowfish.errors import SowfishError, quoted
from sowfish.model.position import Position, core_board
from sowfish.model.rules import Rules

OPPONENTS = ("self", "random")
SEATS = {Seat.SOUTH: 0, Seat.NORTH: 1, Seat.RANDOM: 2}
MOST_SEED = 2**63


class SowingVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[np.generic]]):
    """Many games at once, reset in the step that ends them (`AutoresetMode.SAME_STEP`).

    With `opponent="self"` every action is for the side to move, the observation is that side's view, and the reward is
    that of the side that moved; `info["to_move"]` is 0 for south and 1 for north. With `opponent="random"` the core
    plays the other side. Where a game has ended, `info["final_obs"]` has its last observation. The next step overwrites
    the arrays: pass `copy=True` to get new ones.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # the library's convention

    def __init__(
        self,
        num_envs: int = 1,
        *,
        rules: str | Rules = "kalah",
        pits: int | None = None,
        stones: int = 4,
        start: str | Position | None = None,
        opening_moves: int = 0,
        opponent: str = "random",
        seat: str = "south",
        reward: str = "win",
        copy: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Set up `num_envs` games."""
        if opponent not in OPPONENTS:
            raise SowfishError(
                f"the opponent of games stepped in the core is {' or '.join(OPPONENTS)}, not {quoted(opponent)}; "
                'gymnasium.make_vec(..., vectorization_mode="sync") plays against any player'
            )
        starts = Starts.of(rules, pits, stones, start, opening_moves)
        size = starts.position.rules.pits
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_action_space = gymnasium.spaces.Discrete(size)
        self.single_observation_space = observation_space(size)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._copy = copy
        self._cells = np.zeros((num_envs, 2 * size + 2), np.uint8)
        self._masks = np.zeros((num_envs, size), np.int8)
        self._to_move = np.zeros(num_envs, np.int8)
        self._rewards = np.zeros(num_envs, np.float32)
        self._ended = np.zeros(num_envs, np.bool_)
        self._illegal = np.zeros(num_envs, np.bool_)
        self._finals = np.zeros_like(self._cells)
        self._never = np.zeros(num_envs, np.bool_)
        self._batch = _core.GameBatch(
            core_board(starts.position),
            num_envs,
            opening_moves,
            OPPONENTS.index(opponent),
            SEATS[Seat(choice(Seat, "seat", seat))],
            choice(Reward, "reward", reward) is Reward.MARGIN,
            self._cells,
            self._masks,
            self._to_move,
            self._rewards,
            self._ended,
            self._illegal,
            self._finals,
        )

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # there are none
    ) -> tuple[Observation, dict[str, Any]]:
        """Start all games; the same seed and actions give the same games."""
        first = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=first)
        self._batch.reset(int(self.np_random.integers(MOST_SEED)) if first is None else first)
        return self._observation(), {"to_move": self._given(self._to_move)}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.generic], NDArray[np.generic], NDArray[np.generic], dict[str, Any]]:
        """Play one action in every game."""
        self._batch.step(np.ascontiguousarray(actions, np.int64))
        info: dict[str, Any] = {"to_move": self._given(self._to_move)}
        if self._ended.any():
            ended = self._ended.copy()
            info["final_obs"] = {
                "observation": self._given(self._finals),
                "action_mask": np.zeros_like(self._masks),
            }
            info["_final_obs"] = ended
            if self._illegal.any():
                info["illegal"] = self._illegal.copy()
        return self._observation(), self._given(self._rewards), self._given(self._ended), self._never, info

    def _observation(self) -> Observation:
        return {"observation": self._given(self._cells), "action_mask": self._given(self._masks)}

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array
