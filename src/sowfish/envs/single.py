"""A Gymnasium environment for one agent against any Sowfish player."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from sowfish.envs.common import (
    RENDER_MODES,
    Observation,
    Reward,
    Seat,
    Starts,
    choice,
    observation_space,
    observe,
    played,
    render,
    reward_of,
)
from sowfish.model.events import Side
from sowfish.model.position import Position
from sowfish.model.rules import Rules
from sowfish.players.clock import Clock
from sowfish.players.player import Player
from sowfish.players.registry import make


class SowingEnv(gymnasium.Env[Observation, int]):
    """One agent against an opponent: a player's text such as `greedy` or `engine:level=3`, or a `Player`.

    An illegal action ends the game with reward -1, or minus all stones with `reward="margin"`, and sets
    `info["illegal"]`.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  # the library's convention

    def __init__(
        self,
        *,
        rules: str | Rules = "kalah",
        pits: int | None = None,
        stones: int = 4,
        start: str | Position | None = None,
        opening_moves: int = 0,
        opponent: str | Player = "random",
        seat: str = "south",
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        """Set up games with these rules; `seat` is south (moves first), north or random."""
        self._starts = Starts.of(rules, pits, stones, start, opening_moves)
        self._reward = Reward(choice(Reward, "reward", reward))
        self._seat = Seat(choice(Seat, "seat", seat))
        self.opponent = make(opponent) if isinstance(opponent, str) else opponent
        self.render_mode = render_mode
        self.position = self._starts.position
        self.side = Side.SOUTH
        size = self.position.rules.pits
        self.action_space = gymnasium.spaces.Discrete(size)  # type: ignore[assignment]  # numpy integers are actions
        self.observation_space = observation_space(size)  # type: ignore[assignment]  # a dict of arrays

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a game; the opponent moves first if it is its turn."""
        super().reset(seed=seed, options=options)
        while True:
            self.position = self._starts.draw(self.np_random)
            is_north = self._seat is Seat.NORTH or (self._seat is Seat.RANDOM and self.np_random.random() < 0.5)
            self.side = Side.NORTH if is_north else Side.SOUTH
            self.opponent.new_game(self.position, self.side.other, int(self.np_random.integers(2**62)))
            self._reply()
            if not self.position.is_over:
                return observe(self.position, self.side), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play a pit, then let the opponent play until it is the agent's turn again."""
        pit = int(action)
        if pit not in self.position.legal_pits:
            worst = self.position.total if self._reward is Reward.MARGIN else 1
            return observe(self.position, self.side), -float(worst), True, False, {"illegal": True}
        before, self.position = self.position, played(self.position, pit)
        self.opponent.opponent_moved(before, pit)
        self._reply()
        if self.render_mode == "human":
            self.render()
        is_over = self.position.is_over
        if is_over:
            self.opponent.game_over(self.position, self.position.outcome)
        reward = reward_of(self.position, self.side, self._reward) if is_over else 0.0
        return observe(self.position, self.side), reward, is_over, False, {}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which pits are legal, for MaskablePPO of sb3-contrib and whatever else asks for them by this name."""
        mask: NDArray[np.bool_] = observe(self.position, self.side)["action_mask"].astype(bool)
        return mask

    def render(self) -> str | NDArray[np.uint8] | None:
        """Draw the board: text, printed text or pixels, by `render_mode`."""
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        return render(self.position, self.render_mode)

    def close(self) -> None:
        """Close the opponent."""
        self.opponent.close()

    def _reply(self) -> None:
        while not self.position.is_over and self.position.to_move is not self.side:
            self.position = played(self.position, self.opponent.choose(self.position, Clock()))
