"""Sowfish players as OpenSpiel bots."""

from __future__ import annotations

from typing import Any

import pyspiel

from sowfish.errors import SowfishError
from sowfish.model.events import Side
from sowfish.model.position import Position
from sowfish.openspiel.game import SIDES, SowingState
from sowfish.players.clock import Clock
from sowfish.players.player import Player
from sowfish.players.registry import make

MANCALA_FIRST = {Side.SOUTH: 1, Side.NORTH: 8}  # the cell of a side's pit 0 in OpenSpiel's own mancala


class PlayerBot(pyspiel.Bot):  # type: ignore[misc]  # pyspiel ships no types
    """A Sowfish player as a bot for `python_sowing` and for OpenSpiel's own `mancala`."""

    def __init__(self, player: str | Player, player_id: int, *, clock: Clock | None = None, seed: int = 0) -> None:
        """Wrap a player, or the one that a text such as `engine:nodes=20000` describes."""
        super().__init__()
        self.player = make(player) if isinstance(player, str) else player
        self._id = player_id
        self._clock = clock or Clock()
        self._seed = seed
        self._is_new = True

    def player_id(self) -> int:
        """Return the seat."""
        return self._id

    def restart(self) -> None:
        """Start a game."""
        self._is_new = True

    def restart_at(self, state: Any) -> None:  # noqa: ANN401, ARG002  # pyspiel ships no types
        """Start in the middle of a game."""
        self._is_new = True

    def provides_policy(self) -> bool:
        """Return False: a player returns a single move."""
        return False

    def inform_action(self, state: Any, player_id: int, action: int) -> None:  # noqa: ANN401  # pyspiel ships no types
        """Tell the player about the opponent's move."""
        if player_id != self._id and not self._is_new:
            position = position_of(state)
            self.player.opponent_moved(position, _pit_of(state, action))

    def step(self, state: Any) -> int:  # noqa: ANN401  # pyspiel ships no types
        """Return the player's action."""
        position = position_of(state)
        if self._is_new:
            self.player.new_game(position, SIDES[self._id], self._seed)
            self._is_new = False
        pit = self.player.choose(position, self._clock)
        return pit if isinstance(state, SowingState) else pit + MANCALA_FIRST[position.to_move]


def position_of(state: Any) -> Position:  # noqa: ANN401  # pyspiel ships no types
    """Return the position of a state of `python_sowing` or of OpenSpiel's `mancala`."""
    if isinstance(state, SowingState):
        return state.position
    if state.get_game().get_type().short_name == "mancala":
        cells = [int(number) for number in state.observation_tensor(0)[:15]]
        south, north = cells[1:7], cells[8:14]
        return Position(south, north, south_store=cells[7], north_store=cells[0], to_move=SIDES[cells[14]])
    raise SowfishError(f"no Sowfish player supports the game {state.get_game().get_type().short_name}")


def _pit_of(state: Any, action: int) -> int:  # noqa: ANN401  # pyspiel ships no types
    return action if isinstance(state, SowingState) else (action - 1) % 7
