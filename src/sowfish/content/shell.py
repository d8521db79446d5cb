"""Answers of `sowfish shell`; each is written with its action's name before it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from sowfish.advice import Advice
from sowfish.content.base import Content, Count, extended
from sowfish.content.boards import PlayedMove, of_move
from sowfish.content.searches import FoundTurn, of_advice
from sowfish.events import Side
from sowfish.position import Move, Position


class BoardReply(Content, frozen=True, kw_only=True):
    """The board on the table; `seed` of a random deal, `name` and the number of `moves` of a game that was loaded."""

    seed: int | UnsetType = UNSET
    name: str | UnsetType = UNSET
    moves: Count | UnsetType = UNSET
    position: str
    state: str


class MovesReply(Content, frozen=True, kw_only=True):
    """Moves that were made, or tried."""

    moves: list[PlayedMove]
    after: str
    state: str


class FindReply(FoundTurn, frozen=True, kw_only=True):
    """The turn that was found."""

    objective: str
    technical_winner: Side | None


class RulesReply(Content, frozen=True, kw_only=True):
    """The rules, and the names there are."""

    rules: str
    known: list[str]


class StashReply(Content, frozen=True, kw_only=True):
    """A game that was stashed, and where a damaged file in its place was moved to."""

    name: str
    damaged: str | None


class NameReply(Content, frozen=True, kw_only=True):
    """A stashed game that was removed."""

    name: str


class NamesReply(Content, frozen=True, kw_only=True):
    """All stashed games."""

    names: list[str]


class MenuAction(Content, frozen=True, kw_only=True):
    """An action, and what it does."""

    name: str
    help: str


class MenuReply(Content, frozen=True, kw_only=True):
    """What can be typed."""

    actions: list[MenuAction]


def of_board(position: Position) -> BoardReply:
    """Return the board."""
    return BoardReply(position=str(position), state=state(position))


def of_moves(moves: Sequence[Move], after: Position) -> MovesReply:
    """Return moves that led to a position."""
    return MovesReply(moves=[of_move(move) for move in moves], after=str(after), state=state(after))


def of_found(advice: Advice, objective: str) -> FindReply:
    """Return the turn that was found."""
    winner = advice.after.technical_winner
    return extended(FindReply, of_advice(advice), objective=objective, technical_winner=winner)


def state(position: Position) -> str:
    """Return the state of the game: its outcome, or a technical win."""
    return "technical_win" if position.technical_winner and not position.is_over else position.outcome
