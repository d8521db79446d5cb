"""Game review: the value of every turn, what it gave away, and the accuracy of each side."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from sowfish import _core
from sowfish.engine import Engine, Kind, Progress, Result, shared_engine
from sowfish.engine.values import Number
from sowfish.errors import GameError, quoted
from sowfish.model.events import Side
from sowfish.model.game import Game, Turn
from sowfish.model.position import Position
from sowfish.runtime.limits import Cancel, Limits
from sowfish.runtime.notebooks import DrawnInNotebooks

LEAST_SECONDS = 0.01  # per position once the time is up, for a rough estimate
LARGEST_SHARE = 0.25  # share of the remaining time for one position: a hard one must not use it all up


class Mark(StrEnum):
    """How bad a turn was."""

    NONE = ""
    INACCURACY = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


MARKS = tuple(Mark)  # in the core's order


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedTurn:
    """One turn: the margins are those of the side that played it."""

    turn: Turn
    before: Number  # with best play by both
    after: Number
    lost: Number  # stones given away, never negative
    best: tuple[int, ...]  # a best turn; the turn itself if nothing was lost, empty if unknown
    is_forced: bool  # the whole turn left no choice
    mark: Mark

    @property
    def is_mark_proven(self) -> bool:
        """Whether the proven bounds alone imply the mark."""
        return _core.is_mark_proven(self.before.core, self.after.core, self.turn.before.total)

    @property
    def accuracy(self) -> float:
        """The accuracy of the turn, from 0 to 100: 100 gives nothing away, every eighth of all stones halves it."""
        return _core.accuracy(self.lost.value, self.turn.before.total)


@dataclass(frozen=True, slots=True, kw_only=True)
class Accuracy:
    """The accuracy of a side: the mean over its turns with a choice."""

    percent: float | None  # None if it never had a choice
    turns: int  # with a choice
    lost: int  # stones, in all turns
    kind: Kind  # proven if every loss is


@dataclass(frozen=True, slots=True, kw_only=True)
class Review(DrawnInNotebooks):
    """A whole game."""

    game: Game
    turns: tuple[ReviewedTurn, ...]
    graph: tuple[Number, ...]  # the value for south at the start and after every turn
    nodes: int
    seconds: float
    is_complete: bool  # False if it was stopped

    def accuracy(self, side: Side) -> Accuracy:
        """Return how well a side played."""
        played = [turn for turn in self.turns if turn.turn.side is side]
        chosen = [turn for turn in played if not turn.is_forced]
        proven = all(turn.lost.kind is Kind.PROVEN for turn in played)
        return Accuracy(
            percent=sum(turn.accuracy for turn in chosen) / len(chosen) if chosen else None,
            turns=len(chosen),
            lost=sum(turn.lost.value for turn in played),
            kind=Kind.PROVEN if proven else Kind.ESTIMATE,
        )


class KnownStart(Protocol):
    """Proven bounds of the first player's margin, low and high: of a start and of each opening."""

    @property
    def margin(self) -> tuple[int, int]:
        """The bounds of the start."""

    @property
    def openings(self) -> tuple[tuple[int, int], ...]:
        """The bounds of the openings, by pit."""


@dataclass(frozen=True, slots=True)
class Stage:
    """The progress of a review: positions done and in total, and the current search."""

    done: int
    of: int
    search: Progress


def review(
    game: Game,
    *,
    limits: Limits | None = None,
    threads: int | None = None,
    progress: Callable[[Stage], object] | None = None,
    cancel: Cancel | None = None,
    engine: Engine | None = None,
    known: Callable[[Position], KnownStart | None] | None = None,
) -> Review:
    """Return the value of every turn of a game, by this engine or the shared one; the limits are for the whole review.

    It works backwards from the end: the value after a turn bounds the value before it, and time saved on easy positions
    goes to the hard ones. `known` returns what is already proven about a start, such as `sowfish.starts.solved_start`.
    """
    if not isinstance(game, Game):
        raise GameError(f"a Game is needed, not {quoted(game)}")
    turns = game.turns
    if not turns:
        raise GameError("there is nothing to review: no move has been made")
    limits = Limits.of(limits)
    budget = _Budget(limits, len(turns) + 1)
    positions = [*(turn.before for turn in turns), turns[-1].after]
    start = None if known is None else known(game.start)
    found: list[Result] = []
    with nullcontext(engine) if engine else shared_engine(game.start.rules, limits, threads) as asked:
        for position in reversed(positions):

            def tell(search: Progress, done: int = len(found)) -> None:
                if progress is not None:
                    progress(Stage(done, len(turns) + 1, search))

            seconds = budget.next()
            found.insert(0, asked.solve(position, seconds=seconds, nodes=limits.nodes, progress=tell, cancel=cancel))
    if start is not None:
        found[0] = _narrowed(found[0], start)
    nodes = sum(result.nodes for result in found)
    values = _agreed(turns, found, start)
    return Review(
        game=game,
        turns=tuple(_reviewed(turn, *_around(turn, values, place), found[place]) for place, turn in enumerate(turns)),
        graph=tuple(values),
        nodes=nodes,
        seconds=budget.seconds,
        is_complete=cancel is None or not cancel.is_set(),
    )


class _Budget:
    """Allots the time: most positions need little, a hard one gets a good part of what is left."""

    def __init__(self, limits: Limits, positions: int) -> None:
        self._limits = limits
        self._left = positions
        self._started = time.perf_counter()

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._started

    def next(self) -> float | None:
        """Return the seconds for the next position."""
        seconds = self._limits.seconds
        if seconds is not None:
            seconds = max((seconds - self.seconds) * max(1 / self._left, LARGEST_SHARE), LEAST_SECONDS)
        self._left -= 1
        return seconds


def _narrowed(found: Result, start: KnownStart) -> Result:
    """Return the value of a start narrowed by what is proven about it; only the first pit of another turn is known."""
    known = Number.of(found).within(*start.margin)
    best = [pit for pit, (low, _) in enumerate(start.openings) if low == known.low == known.high]
    line = found.line if not best or (found.turn and found.turn[0] in best) else ((best[0],),)
    return replace(found, value=known.value, low=known.low, high=known.high, kind=known.kind, line=line)


def _agreed(turns: Sequence[Turn], found: Sequence[Result], start: KnownStart | None) -> list[Number]:
    """Return consistent values for south: a position is worth to its mover at least what the turn played reaches."""
    values = [_seen_by(result.position.to_move, Number.of(result)) for result in found]
    if start is not None:
        first, opening = turns[0], start.openings[turns[0].pits[0]]
        after = _seen_by(first.side, values[1])
        low = opening[0] if len(first.pits) == 1 else after.low
        values[1] = _seen_by(first.side, after.within(low, opening[1]))
    for place in reversed(range(len(turns))):
        before, after = _around(turns[place], values, place)
        before = Number.from_core(_core.at_least(before.core, after.core))
        values[place] = _seen_by(turns[place].side, before)
    for place, turn in enumerate(turns):
        before, after = _around(turn, values, place)
        values[place + 1] = _seen_by(turn.side, after.within(after.low, before.high))
    return values


def _around(turn: Turn, values: Sequence[Number], place: int) -> tuple[Number, Number]:
    """Return the values before and after the turn at this place for its mover, given south's."""
    return _seen_by(turn.side, values[place]), _seen_by(turn.side, values[place + 1])


def _seen_by(side: Side, number: Number) -> Number:
    """Return south's number as this side sees it, or the reverse."""
    return number if side is Side.SOUTH else number.negated()


def _reviewed(turn: Turn, before: Number, after: Number, result: Result) -> ReviewedTurn:
    lost = Number.from_core(_core.lost(before.core, after.core))
    return ReviewedTurn(
        turn=turn,
        before=before,
        after=after,
        lost=lost,
        best=result.turn if lost.value else turn.pits,
        is_forced=_is_forced(turn),
        mark=mark_of(before.value, after.value, turn.before.total),
    )


def mark_of(before: int, after: int, total: int) -> Mark:
    """Return the mark of a turn, given its mover's margins before and after it and the total number of stones.

    >>> mark_of(4, -4, 48)
    <Mark.BLUNDER: '??'>
    """
    return MARKS[_core.mark(before, after, total)]


def _is_forced(turn: Turn) -> bool:
    """Return whether every move of a turn was the only legal one."""
    position = turn.before
    for pit in turn.pits:
        if len(position.legal_pits) > 1:
            return False
        position = position.after(pit)
    return True
