"""`leftmost`: the pit at the left end of the row, as the board is drawn with south at the bottom."""

from __future__ import annotations

from sowfish.model.events import Side
from sowfish.model.position import Position
from sowfish.players.clock import Clock
from sowfish.players.player import Player


class Leftmost(Player):
    """Plays the leftmost pit that holds stones, as drawn with south at the bottom."""

    def choose(self, position: Position, clock: Clock) -> int:  # noqa: ARG002  # needs no time
        """Return the lowest pit for south and the highest for north, whose pits run from right to left."""
        pits = position.legal_pits
        return pits[0] if position.to_move is Side.SOUTH else pits[-1]
