"""When a game is over: on the board or, if the players agreed, as soon as one side can no longer be caught."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sowfish.model.events import Side
from sowfish.model.position import Move, Position


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnding:
    """What ends a game, for everything that plays one."""

    technical_win: bool = False

    def is_over(self, position: Position) -> bool:
        """Return whether there is nothing left to play."""
        return position.is_over or self.technical_winner(position) is not None

    def technical_winner(self, position: Position) -> Side | None:
        """Return the side that has won the game because it can no longer be caught."""
        return position.technical_winner if self.technical_win else None

    def until(self, moves: Sequence[Move]) -> tuple[Move, ...]:
        """Return the moves of a turn up to the one that ends the game."""
        last = next((number for number, move in enumerate(moves, start=1) if self.is_over(move.after)), len(moves))
        return tuple(moves[:last])
