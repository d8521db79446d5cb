"""Vocabulary of play: sides, cells, events, and how a move ends."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Side(StrEnum):
    """One of the two players; south is drawn at the bottom."""

    SOUTH = "south"
    NORTH = "north"

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.NORTH if self is Side.SOUTH else Side.SOUTH


class Cell(NamedTuple):
    """A place for stones: a pit in its side's own sowing order, or the side's store if `pit` is None."""

    side: Side
    pit: int | None

    @classmethod
    def on_ring(cls, index: int, pits: int) -> Cell:
        """Return the cell at a ring index: south's pits, south's store, north's pits, north's store."""
        side = Side.SOUTH if index <= pits else Side.NORTH
        place = index % (pits + 1)
        return cls(side, place if place < pits else None)

    def __str__(self) -> str:
        """Return the cell in words."""
        return f"{self.side}'s store" if self.pit is None else f"{self.side}'s pit {self.pit}"


class EventKind(StrEnum):
    """The three things that can happen; captures and sweeps belong to the drop that causes them."""

    PICK_UP = "pick-up"
    DROP = "drop"
    PASS = "pass"


class Event(NamedTuple):
    """One event of a move: stones lifted, one stone dropped, or a pass."""

    kind: EventKind
    mover: Side
    cell: Cell | None = None  # None for a pass
    stones: int = 0  # lifted or dropped
    captured: int = 0  # banked by a capture, the capturing stone included
    swept: int = 0  # moved by the end-of-game rule


class MoveOutcome(StrEnum):
    """What a move leads to; `game_over` takes precedence over the others."""

    FREE_MOVE = "free_move"
    TURN_END = "turn_end"
    GAME_OVER = "game_over"


class Outcome(StrEnum):
    """The state of a game: in progress, won or tied."""

    IN_PROGRESS = "in_progress"
    SOUTH_WINS = "south_wins"
    NORTH_WINS = "north_wins"
    TIE = "tie"
