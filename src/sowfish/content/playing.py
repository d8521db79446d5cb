"""Events of a game played at a terminal; each is written after its event's name."""

from __future__ import annotations

from collections.abc import Sequence

from sowfish.content.base import Content, Count, Pits
from sowfish.content.boards import PlayedMove, of_move
from sowfish.model.events import Side
from sowfish.model.position import Move
from sowfish.players import Narration


class StartEvent(Content, frozen=True, kw_only=True):
    """A game begins."""

    position: str
    players: dict[Side, str]
    seed: int


class MovesEvent(Content, frozen=True, kw_only=True):
    """Moves made by one side, each with the player's own account."""

    side: Side
    player: str
    moves: list[PlayedMove]
    saw: list[dict[str, object] | None]


class LastEvent(Content, frozen=True, kw_only=True):
    """The last turn of a side."""

    position: str
    turn: Pits


class BackEvent(Content, frozen=True, kw_only=True):
    """The number of moves taken back."""

    moves: Count
    position: str


class EndEvent(Content, frozen=True, kw_only=True):
    """How and why a game ended."""

    reason: str
    result: str
    score: str
    position: str


class HelpEvent(Content, frozen=True, kw_only=True):
    """The available commands."""

    text: str


def of_moves(side: Side, player: str, moves: Sequence[Move], seen: Sequence[Narration | None]) -> MovesEvent:
    """Return moves made by one side."""
    saw = [None if narration is None else narration.content() for narration in seen]
    return MovesEvent(side=side, player=player, moves=[of_move(move) for move in moves], saw=saw)
