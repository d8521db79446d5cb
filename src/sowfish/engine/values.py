"""Answers of an engine: values with their kind and bounds, of a position or of every move."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from sowfish import _core
from sowfish.errors import IllegalMoveError, quoted
from sowfish.model.notation import MAX_STONES
from sowfish.model.position import Position, core_board
from sowfish.runtime.limits import whole
from sowfish.runtime.notebooks import DrawnInNotebooks

if TYPE_CHECKING:
    from sowfish.certificates import Written
    from sowfish.engine.campaigns import State

Line = tuple[tuple[int, ...], ...]


class Kind(StrEnum):
    """How certain a value is."""

    PROVEN = "proven"
    BOUND = "bound"  # an estimate with proven bounds tighter than the stones in play imply
    ESTIMATE = "estimate"


KINDS = tuple(Kind)  # in the core's order


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A number of stones with its proven bounds and its kind."""

    value: int
    low: int
    high: int
    kind: Kind

    @classmethod
    def of(cls, known: Number | Value) -> Number:
        """Return the number of a value."""
        return cls(value=known.value, low=known.low, high=known.high, kind=known.kind)

    def negated(self) -> Number:
        """Return the same number for the other side."""
        return Number(value=-self.value, low=-self.high, high=-self.low, kind=self.kind)

    def within(self, low: int, high: int) -> Number:
        """Return the number narrowed by further proven bounds."""
        return Number.from_core(_core.within(self.core, low, high))

    @property
    def core(self) -> tuple[int, int, int, int]:
        """The core's form of the number."""
        return self.value, self.low, self.high, KINDS.index(self.kind)

    @classmethod
    def from_core(cls, number: tuple[int, int, int, int]) -> Number:
        """Convert the core's number."""
        value, low, high, kind = number
        return cls(value=value, low=low, high=high, kind=KINDS[kind])


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A margin for the side to move at the position in question, stores included, with its proven bounds."""

    value: int
    low: int
    high: int
    kind: Kind
    line: Line  # best play turn by turn, each a tuple of pits; a forced pass is an empty turn
    estimate: float = field(default=0.0, compare=False)  # the value before it is rounded to stones

    @property
    def is_proven(self) -> bool:
        """Whether the value is exact."""
        return self.kind is Kind.PROVEN


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(Value, DrawnInNotebooks):
    """The value of a position."""

    position: Position
    depth: int = 0  # depth of the look-ahead in moves; 0 without one
    nodes: int
    seconds: float
    table_stones: int = field(default=-1, compare=False)  # final size of the endgame table; -1 without one
    certificate: Written | None = None  # if requested and the value is proven

    @property
    def turn(self) -> tuple[int, ...]:
        """The turn to play now."""
        return self.line[0] if self.line else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveValue(Value):
    """The value of a move; its line begins with the pit."""

    pit: int

    def within(self, low: int, high: int) -> MoveValue:
        """Return the value of the move narrowed by further proven bounds."""
        found = Number.of(self).within(low, high)
        return replace(self, value=found.value, low=found.low, high=found.high, kind=found.kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Bounds of a position, or of one of its moves, that were proven earlier or elsewhere.

    They are margins for the side to move, stores included. A search that is told a fact believes it, and forgets it
    with the question. `line` is best play to the end of the game, if known, from this position on.
    """

    low: int
    high: int
    pit: int | None = None  # None: the position itself
    line: tuple[int, ...] = ()

    def __str__(self) -> str:
        """Return the words of a `known` line of the engine protocol."""
        pit = "" if self.pit is None else f"pit={self.pit} "
        line = f" line={','.join(map(str, self.line))}" if self.line else ""
        return f"{pit}low={self.low} high={self.high}{line}"

    def core(self, position: Position) -> tuple[int, int, int, tuple[int, ...]]:
        """Return the core's form of the fact, or raise an error if it cannot be one about the position."""
        low = whole("low", self.low, least=-MAX_STONES, most=MAX_STONES)
        high = whole("high", self.high, least=low, most=MAX_STONES)
        if self.pit is not None and self.pit not in position.legal_pits:
            raise IllegalMoveError(f"a fact needs a legal move, not pit {quoted(self.pit)}, in {position}")
        try:
            _core.turns(core_board(position), self.line)
        except (TypeError, ValueError):
            raise IllegalMoveError(f"{quoted(self.line)} is not a legal line from {position}") from None
        if self.line and self.pit not in (None, self.line[0]):
            raise IllegalMoveError(f"the line of pit {self.pit} begins with pit {self.line[0]}")
        return -1 if self.pit is None else self.pit, low, high, self.line


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis(DrawnInNotebooks):
    """The value of a position and of all its legal moves, by pit."""

    result: Result
    moves: tuple[MoveValue, ...]

    @property
    def position(self) -> Position:
        """The position analysed."""
        return self.result.position

    @property
    def nodes(self) -> int:
        """How many positions were searched."""
        return self.result.nodes

    @property
    def seconds(self) -> float:
        """How long it took."""
        return self.result.seconds

    @property
    def is_proven(self) -> bool:
        """Whether every value is exact."""
        return self.result.is_proven and all(move.is_proven for move in self.moves)

    @property
    def best(self) -> MoveValue:
        """The best move; of equal ones the surest, then the lowest pit."""
        return max(self.moves, key=lambda move: (move.value, move.low, -move.pit))


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The progress of a search."""

    nodes: int
    seconds: float
    bounds: tuple[tuple[int, int], ...]  # low and high of the position, or of each legal move; empty while preparing
    earlier: State | None = None  # progress of earlier sessions of a campaign
    analysis: Analysis | None = None  # everything known so far; moves only if every move was requested
