"""Positions and moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from sowfish.content.base import Content, Count, Pits, filled
from sowfish.model.events import EventKind, MoveOutcome, Outcome, Side
from sowfish.model.position import Move, Position
from sowfish.model.rules import PROFILES, Capture, Ending, Rest

if TYPE_CHECKING:
    from sowfish.model.game import Game  # slow to load, and `best` does not need it


class Board(Content, frozen=True, kw_only=True):
    """A position with everything needed to draw it and to ask about it; the score includes swept stones."""

    rules: str
    position: str
    url: str
    profile: str
    south: Pits
    south_store: Count
    north: Pits
    north_store: Count
    to_move: Side
    legal: Pits
    total: Count
    rest: Count
    is_over: bool
    must_pass: bool
    outcome: Outcome
    technical_winner: Side | None
    score: dict[Side, Count]


class Step(Content, frozen=True, kw_only=True):
    """One event of a move; `cells` has the side, pit (null for the store) and new count of every changed cell."""

    kind: EventKind
    side: Side | None
    pit: Count | None
    stones: Count
    captured: Count
    swept: Count
    cells: list[tuple[Side, Count | None, Count]]


class PlayedMove(Content, frozen=True, kw_only=True):
    """The result of a move; `steps` if every stone was requested, `board` where each move comes with its board."""

    pit: Count
    mover: Side
    sown: Count
    after: str
    laps: Count
    captured: Count
    banked: Count
    swept: Count
    outcome: MoveOutcome
    steps: list[Step] | UnsetType = UNSET
    board: Board | UnsetType = UNSET


class Moves(Content, frozen=True, kw_only=True):
    """Moves from a position, and the position they lead to."""

    rules: str
    position: str
    moves: list[PlayedMove]
    after: str
    board: Board | UnsetType = UNSET


class NamedRules(Content, frozen=True, kw_only=True):
    """A named profile with its switches, and its usual start."""

    name: str
    relay: bool
    capture: Capture
    both_stores: bool
    ends: Ending
    rest: Rest
    start: str


class RulesList(Content, frozen=True, kw_only=True):
    """The named rules."""

    rules: list[NamedRules]


def of_position(position: Position) -> Board:
    """Return a position."""
    final = position.swept() if position.is_over else position
    return filled(
        Board,
        position,
        rules=str(position.rules),
        position=str(position),
        profile=position.rules.label,
        legal=position.legal_pits,
        score={side: final.store(side) for side in Side},
    )


def of_move(move: Move, *, before: Position | None = None, board: Position | None = None) -> PlayedMove:
    """Return the result of a move: with its steps if the position before is given, with a board if one is given."""
    return filled(
        PlayedMove,
        move,
        sown=move.events[0].stones,
        after=str(move.after),
        steps=UNSET if before is None else list(_steps(before, move)),
        board=UNSET if board is None else of_position(board),
    )


def of_moves(game: Game, moves: Sequence[Move], *, steps: bool = False, board: bool = False) -> Moves:
    """Return the moves of a game, with every stone and the last board if requested."""
    before, told = game.start, []
    for move in moves:
        before = before.passed() if before.must_pass else before
        told.append(of_move(move, before=before if steps else None))
        before = move.after
    return Moves(
        rules=str(game.start.rules),
        position=str(game.start),
        moves=told,
        after=str(game.position),
        board=of_position(game.position) if board else UNSET,
    )


def of_rules(name: str) -> NamedRules:
    """Return a named profile."""
    return filled(NamedRules, PROFILES[name], name=name, start=str(Position.start(name)))


def _steps(before: Position, move: Move) -> Iterator[Step]:
    """Yield the events of a move, each with the counts that it changes."""
    counts = _counts(before)
    for number, event in enumerate(move.events, start=1):
        changed = dict(counts)
        if event.cell is not None:
            changed[event.cell] = 0 if event.kind is EventKind.PICK_UP else counts[event.cell] + event.stones
        if number == len(move.events):
            changed = _counts(move.after)  # captures and sweeps belong to the last stone
        side, pit = event.cell or (None, None)
        cells = [(*cell, count) for cell, count in changed.items() if counts[cell] != count]
        yield filled(Step, event, side=side, pit=pit, cells=cells)
        counts = changed


def _counts(position: Position) -> dict[tuple[Side, int | None], int]:
    counts: dict[tuple[Side, int | None], int] = {}
    for side in Side:
        counts |= {(side, pit): stones for pit, stones in enumerate(position.pits(side))}
        counts[side, None] = position.store(side)
    return counts
