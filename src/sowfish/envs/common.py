"""Shared by all environments: starts, observations, rewards and rendering."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sowfish.errors import PositionError, SowfishError, quoted
from sowfish.model.events import Side
from sowfish.model.position import Position
from sowfish.model.rules import Rules
from sowfish.render.board_png import draw_board_pixels
from sowfish.render.text import draw_text

RENDER_MODES = ("ansi", "human", "rgb_array")
Observation = dict[str, NDArray[Any]]


class Reward(StrEnum):
    """The reward of a finished game."""

    WIN = "win"  # 1, 0 or -1
    MARGIN = "margin"  # the final margin in stones


class Seat(StrEnum):
    """Which side the agent plays; south moves first."""

    SOUTH = "south"
    NORTH = "north"
    RANDOM = "random"


@dataclass(frozen=True, slots=True, kw_only=True)
class Starts:
    """Where games begin: a position, followed by some random moves."""

    position: Position
    opening_moves: int

    @classmethod
    def of(
        cls, rules: str | Rules, pits: int | None, stones: int, start: str | Position | None, opening_moves: int
    ) -> Starts:
        """Check the options of an environment."""
        if isinstance(start, str):
            start = Position.parse(start, rules)
        position = start if start is not None else Position.start(rules, stones, pits)
        if not position.legal_pits:
            raise PositionError(f"a game cannot start from a position without a legal move: {position}")
        if opening_moves < 0:
            raise SowfishError(f"opening_moves must be 0 or more, not {opening_moves}")
        return cls(position=position, opening_moves=opening_moves)

    def draw(self, random: np.random.Generator) -> Position:
        """Return a start, with fewer random moves if they would end the game."""
        for moves in range(self.opening_moves, 0, -1):
            position = self.position
            for _ in range(moves):
                position = played(position, int(random.choice(position.legal_pits)))
                if position.is_over:
                    break
            else:
                return position
        return self.position


def played(position: Position, pit: int) -> Position:
    """Return the position after a move and a forced pass."""
    after = position.after(pit)
    return after.passed() if after.must_pass else after


def observation_space(pits: int) -> spaces.Dict:
    """Return the space of observations: counts, and a mask of legal actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (2 * pits + 2,), np.uint8),
            "action_mask": spaces.Box(0, 1, (pits,), np.int8),
        }
    )


def observe(position: Position, side: Side) -> Observation:
    """Return own pits, own store, their pits, their store, each side in its own sowing order, and the legal pits."""
    cells = [*position.pits(side), position.store(side), *position.pits(side.other), position.store(side.other)]
    mask = np.zeros(position.rules.pits, np.int8)
    if side is position.to_move:
        mask[list(position.legal_pits)] = 1
    return {"observation": np.array(cells, np.uint8), "action_mask": mask}


def reward_of(position: Position, side: Side, reward: Reward) -> float:
    """Return the reward of a finished game for a side."""
    margin = position.store(side) - position.store(side.other)
    return float(margin if reward is Reward.MARGIN else (margin > 0) - (margin < 0))


def choice(kind: type[StrEnum], name: str, value: str) -> StrEnum:
    """Return a member of an enum, or raise an error that lists them."""
    try:
        return kind(value)
    except ValueError:
        raise SowfishError(f"{name} must be one of {', '.join(kind)}, not {quoted(value)}") from None


def render(position: Position, mode: str | None) -> str | NDArray[np.uint8] | None:
    """Draw a position: text, printed text, or pixels."""
    if mode == "rgb_array":
        width, height, pixels = draw_board_pixels(position)
        return np.frombuffer(pixels, np.uint8).reshape(height, width, 3).copy()
    text = draw_text(position)
    if mode == "human":
        print(text, flush=True)  # noqa: T201  # the purpose of this mode
        return None
    return text
