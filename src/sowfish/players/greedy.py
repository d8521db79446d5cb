"""`greedy`: looks one move ahead, at its own store only."""

from __future__ import annotations

from sowfish.model.position import Position
from sowfish.players.clock import Clock
from sowfish.players.player import Narration, Player


class Greedy(Player):
    """Plays the move that banks the most, of equal ones the pit nearest its store."""

    def __init__(self) -> None:
        """Start without a narration."""
        self._banked: dict[int, int] = {}

    def choose(self, position: Position, clock: Clock) -> int:  # noqa: ARG002  # needs no time
        """Return the pit that banks the most by sowing and capture."""
        self._banked = {pit: position.move(pit).banked for pit in position.legal_pits}
        return max(self._banked, key=lambda pit: (self._banked[pit], pit))

    def narrate(self) -> Narration | None:
        """Return what each pit banks."""
        if not self._banked:
            return None
        told = ", ".join(f"pit {pit} banks {banked}" for pit, banked in self._banked.items())
        return Narration(told, {"banked": {str(pit): banked for pit, banked in self._banked.items()}})
