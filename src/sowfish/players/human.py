"""`human`: asks a person."""

from __future__ import annotations

from collections.abc import Callable

from sowfish.model.position import Position
from sowfish.players.clock import Clock
from sowfish.players.player import Player


class Human(Player):
    """Asks a person for every move."""

    def __init__(self, *, ask: Callable[[Position, Clock], int]) -> None:
        """Ask through a function, which shows the board and reads the answer."""
        self._ask = ask

    def choose(self, position: Position, clock: Clock) -> int:
        """Return the answer."""
        return self._ask(position, clock)
