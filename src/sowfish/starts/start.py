"""One start with equal pits, and what is proven about it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from sowfish.engine import Kind
from sowfish.errors import SowfishError, quoted
from sowfish.model.position import Position

SOLVED_RULES = ("kalah", "kalah-empty-capture", "avalanche", "avalanche-sweep")
SIZES = range(1, 7)  # pits a side, and stones per pit


class Bounds(NamedTuple):
    """Proven bounds of the first player's margin; it is itself proven if they are equal."""

    low: int
    high: int

    @property
    def kind(self) -> Kind:
        """Whether the margin itself is proven or only its bounds."""
        return Kind.PROVEN if self.low == self.high else Kind.BOUND

    def within(self, low: int, high: int) -> Bounds:
        """Return the bounds narrowed by these."""
        return Bounds(max(self.low, low), min(self.high, high))


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvedStart:
    """The value of a start and of each opening for the first player, as far as proven."""

    rules: str
    pits: int
    stones: int  # per pit
    margin: Bounds
    openings: tuple[Bounds, ...]  # by pit
    nodes: int = 0
    seconds: float = 0.0
    version: str = ""  # of Sowfish
    tried: float | None = 0.0  # time limit that did not suffice for what is still open; None if nothing is

    def __post_init__(self) -> None:
        """Reject contradictory values."""
        if self.rules not in SOLVED_RULES or self.pits not in SIZES or self.stones not in SIZES:
            raise SowfishError(f"{quoted(self.name)} is not a start of the table")
        if len(self.openings) != self.pits or any(low > high for low, high in (self.margin, *self.openings)):
            raise SowfishError(f"the values of {self.name} contradict each other")

    @classmethod
    def unknown(cls, rules: str, pits: int, stones: int) -> SolvedStart:
        """Return a start with the trivial bounds: nobody gets more than all stones."""
        every = Bounds(-2 * pits * stones, 2 * pits * stones)
        return cls(rules=rules, pits=pits, stones=stones, margin=every, openings=(every,) * pits)

    @property
    def key(self) -> tuple[str, int, int]:
        """The identity of the start."""
        return self.rules, self.pits, self.stones

    @property
    def name(self) -> str:
        """The short name, such as `kalah(6,4)`."""
        return f"{self.rules}({self.pits},{self.stones})"

    @property
    def total(self) -> int:
        """All stones on the board."""
        return 2 * self.pits * self.stones

    @property
    def position(self) -> Position:
        """The start itself."""
        return Position.start(self.rules, self.stones, self.pits)

    @property
    def is_proven(self) -> bool:
        """Whether the value is known."""
        return self.margin.kind is Kind.PROVEN

    @property
    def value(self) -> int | None:
        """The margin of the first player with best play by both, if it is proven."""
        return self.margin.low if self.is_proven else None

    @property
    def is_complete(self) -> bool:
        """Whether the value of every opening is known, and therefore that of the start."""
        return all(opening.kind is Kind.PROVEN for opening in self.openings)

    @property
    def best(self) -> tuple[int, ...]:
        """The pits proven to be best openings."""
        best = max(opening.high for opening in self.openings)
        return tuple(pit for pit, opening in enumerate(self.openings) if opening.low >= best)

    @property
    def perhaps_best(self) -> tuple[int, ...]:
        """The other pits that may be best, given what is proven."""
        at_least = max(opening.low for opening in self.openings)
        return tuple(
            pit for pit, opening in enumerate(self.openings) if opening.high >= at_least and pit not in self.best
        )

    def narrowed(self, margin: Bounds, openings: tuple[Bounds, ...]) -> SolvedStart:
        """Return the start narrowed by further bounds; its value is that of the best opening."""
        margin = self.margin.within(*margin)
        joined = tuple(
            old.within(*new).within(-self.total, margin.high) for old, new in zip(self.openings, openings, strict=True)
        )
        margin = margin.within(max(opening.low for opening in joined), max(opening.high for opening in joined))
        return replace(self, margin=margin, openings=joined)
