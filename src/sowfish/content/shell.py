"""Answers of `sowfish shell`; each is written after its action's name."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from sowfish.content.base import Content, Count, filled
from sowfish.content.boards import PlayedMove, of_move
from sowfish.content.searches import FoundTurn, of_advice
from sowfish.engine.advice import Advice
from sowfish.model.events import Side
from sowfish.model.position import Move, Position


class BoardReply(Content, frozen=True, kw_only=True):
    """The current board; `seed` for a random deal, `name` and `moves` for a loaded game."""

    seed: int | UnsetType = UNSET
    name: str | UnsetType = UNSET
    moves: Count | UnsetType = UNSET
    position: str
    state: str


class MovesReply(Content, frozen=True, kw_only=True):
    """Moves that were made or tried."""

    moves: list[PlayedMove]
    after: str
    state: str


class FindReply(FoundTurn, frozen=True, kw_only=True):
    """The turn found."""

    objective: str
    technical_winner: Side | None


class WordsReply(Content, frozen=True, kw_only=True):
    """The answer of an action without a board: rules, stashed games, or where a damaged file was moved."""

    rules: str | UnsetType = UNSET
    known: list[str] | UnsetType = UNSET
    name: str | UnsetType = UNSET
    names: list[str] | UnsetType = UNSET
    damaged: str | UnsetType | None = UNSET


class MenuAction(Content, frozen=True, kw_only=True):
    """An action, and what it does."""

    name: str
    help: str


class MenuReply(Content, frozen=True, kw_only=True):
    """The available actions."""

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
    return filled(FindReply, of_advice(advice), objective=objective, technical_winner=winner)


def state(position: Position) -> str:
    """Return the state of the game: its outcome, or a technical win."""
    return "technical_win" if position.technical_winner and not position.is_over else position.outcome
