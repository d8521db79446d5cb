"""A game looked at afterwards: what every turn was worth, what it gave away, and how well each side played."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from enum import StrEnum

from sowfish.engine import Engine, Kind, Progress, Result, shared_engine
from sowfish.errors import GameError, quoted
from sowfish.model.events import Side
from sowfish.model.game import Game, Turn
from sowfish.model.position import Position
from sowfish.runtime.limits import Cancel, Limits
from sowfish.runtime.notebooks import DrawnInNotebooks

LEAST_SECONDS = 0.01  # for a position when the time is over: a first guess
LARGEST_SHARE = 0.25  # of the time left, for one position: a hard one near the end must not eat all
INACCURACY, MISTAKE, BLUNDER = 24, 8, 4  # a turn is marked when it gives away this part of all stones: a 24th, ...
HALVING = 8  # accuracy halves with every such part of all stones


class Mark(StrEnum):
    """How bad a turn was."""

    NONE = ""
    INACCURACY = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A number of stones with its proven bounds."""

    value: int
    low: int
    high: int
    kind: Kind

    def negated(self) -> Number:
        """Return the same seen by the other side."""
        return Number(value=-self.value, low=-self.high, high=-self.low, kind=self.kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedTurn:
    """One turn: the margins are those of the side that played it."""

    turn: Turn
    before: Number  # with best play by both
    after: Number
    lost: Number  # stones given away, never negative
    best: tuple[int, ...]  # a best turn instead; the turn itself if nothing was lost, empty if it is not known
    is_forced: bool  # there was nothing to choose in the whole turn
    mark: Mark

    @property
    def is_mark_proven(self) -> bool:
        """Whether the proven bounds alone give the same mark."""
        total = self.turn.before.total
        ends = ((self.before.low, self.after.high), (self.before.high, self.after.low))
        return all(mark_of(before, after, total) is self.mark for before, after in ends)

    @property
    def accuracy(self) -> float:
        """How good the turn was, from 0 to 100: 100 gives nothing away, every eighth of all stones halves it."""
        return 100 * math.pow(0.5, self.lost.value * HALVING / max(self.turn.before.total, 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Accuracy:
    """How well a side played: the mean over its turns in which there was a choice."""

    percent: float | None  # None if it never had a choice
    turns: int  # that had a choice
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


@dataclass(frozen=True, slots=True)
class Stage:
    """How far a review is: positions done of all, and the search of the one under way."""

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
) -> Review:
    """Return what every turn of a game was worth, by this engine or the shared one; the time is for the whole review.

    It goes from the end to the start: what is known after a turn says something about the position before it, and
    the time that easy positions leave over goes to the hard ones.
    """
    if not isinstance(game, Game):
        raise GameError(f"a Game is needed, not {quoted(game)}")
    turns = game.turns
    if not turns:
        raise GameError("there is nothing to review: no move has been made")
    limits = Limits.of(limits)
    budget = _Budget(limits, len(turns) + 1)
    positions = [*(turn.before for turn in turns), turns[-1].after]
    found: list[Result] = []
    with nullcontext(engine) if engine else shared_engine(game.start.rules, limits, threads) as asked:
        for position in reversed(positions):

            def tell(search: Progress, done: int = len(found)) -> None:
                if progress is not None:
                    progress(Stage(done, len(turns) + 1, search))

            seconds = budget.next()
            found.insert(0, asked.solve(position, seconds=seconds, nodes=limits.nodes, progress=tell, cancel=cancel))
    nodes = sum(result.nodes for result in found)
    values = _agreed(turns, found)
    return Review(
        game=game,
        turns=tuple(
            _reviewed(turn, before, after, result)
            for turn, before, after, result in zip(turns, values, values[1:], found, strict=False)
        ),
        graph=tuple(values),
        nodes=nodes,
        seconds=budget.seconds,
        is_complete=cancel is None or not cancel.is_set(),
    )


class _Budget:
    """Deals the time out: most positions need little, a hard one gets a good part of what is left."""

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


def _agreed(turns: Sequence[Turn], found: Sequence[Result]) -> list[Number]:
    """Return south's values; a position is worth no less to its mover than what the turn played there led to."""
    values = [_for_south(found[-1], found[-1].position)]
    for turn, result in zip(reversed(turns), reversed(found[:-1]), strict=True):
        after = values[0] if turn.side is Side.SOUTH else values[0].negated()
        before = _at_least(_number(result), after)
        values.insert(0, before if turn.side is Side.SOUTH else before.negated())
    return values


def _number(result: Result) -> Number:
    return Number(value=result.value, low=result.low, high=result.high, kind=result.kind)


def _for_south(result: Result, position: Position) -> Number:
    number = _number(result)
    return number if position.to_move is Side.SOUTH else number.negated()


def _at_least(before: Number, after: Number) -> Number:
    """Return what is known of a position from which a turn leads to one with this value."""
    low = max(before.low, after.low)
    if low == before.high:
        return Number(value=low, low=low, high=low, kind=Kind.PROVEN)
    value = min(max(before.value, after.value, low), before.high)
    kind = Kind.BOUND if low > before.low and after.kind is not Kind.ESTIMATE else before.kind
    return Number(value=value, low=low, high=before.high, kind=kind)


def _reviewed(turn: Turn, south_before: Number, south_after: Number, result: Result) -> ReviewedTurn:
    is_south = turn.side is Side.SOUTH
    before = south_before if is_south else south_before.negated()
    after = south_after if is_south else south_after.negated()
    lost = _lost(before, after)
    return ReviewedTurn(
        turn=turn,
        before=before,
        after=after,
        lost=lost,
        best=result.turn if lost.value else turn.pits,
        is_forced=_is_forced(turn),
        mark=mark_of(before.value, after.value, turn.before.total),
    )


def _lost(before: Number, after: Number) -> Number:
    low, high = max(before.low - after.high, 0), before.high - after.low
    if low == high:
        return Number(value=low, low=low, high=low, kind=Kind.PROVEN)
    value = min(max(before.value - after.value, low), high)
    return Number(value=value, low=low, high=high, kind=Kind.BOUND if low else Kind.ESTIMATE)


def mark_of(before: int, after: int, total: int) -> Mark:
    """Return the mark of a turn by its mover's margins before and after it, on a board with so many stones.

    >>> mark_of(4, -4, 48)
    <Mark.BLUNDER: '??'>
    """
    lost = before - after
    if lost <= 0:
        return Mark.NONE
    if before > 0 > after or lost * BLUNDER >= total:
        return Mark.BLUNDER
    if before > 0 >= after or before >= 0 > after or lost * MISTAKE >= total:
        return Mark.MISTAKE
    return Mark.INACCURACY if lost * INACCURACY >= total else Mark.NONE


def _is_forced(turn: Turn) -> bool:
    """Tell whether every move of a turn was the only one."""
    position = turn.before
    for pit in turn.pits:
        if len(position.legal_pits) > 1:
            return False
        position = position.after(pit)
    return True
