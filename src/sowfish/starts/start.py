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
    """What a margin of the first player is proven to be at least and at most; proven itself if they are equal."""

    low: int
    high: int

    @property
    def kind(self) -> Kind:
        """Whether the margin itself is proven or only its bounds."""
        return Kind.PROVEN if self.low == self.high else Kind.BOUND

    def within(self, low: int, high: int) -> Bounds:
        """Return what is known when these bounds hold as well."""
        return Bounds(max(self.low, low), min(self.high, high))


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvedStart:
    """The value of a start and of each of its openings, for the first player and as far as they are proven."""

    rules: str
    pits: int
    stones: int  # per pit
    margin: Bounds
    openings: tuple[Bounds, ...]  # by pit
    nodes: int = 0
    seconds: float = 0.0
    version: str = ""  # of Sowfish
    tried: float | None = 0.0  # seconds allowed in vain for what is still open; None if nothing is

    def __post_init__(self) -> None:
        """Refuse what contradicts itself."""
        if self.rules not in SOLVED_RULES or self.pits not in SIZES or self.stones not in SIZES:
            raise SowfishError(f"{quoted(self.name)} is no start of the table")
        if len(self.openings) != self.pits or any(low > high for low, high in (self.margin, *self.openings)):
            raise SowfishError(f"what is said of {self.name} contradicts itself")

    @classmethod
    def unknown(cls, rules: str, pits: int, stones: int) -> SolvedStart:
        """Return a start of which only this is known: nobody gets more than all stones."""
        every = Bounds(-2 * pits * stones, 2 * pits * stones)
        return cls(rules=rules, pits=pits, stones=stones, margin=every, openings=(every,) * pits)

    @property
    def key(self) -> tuple[str, int, int]:
        """What tells starts apart."""
        return self.rules, self.pits, self.stones

    @property
    def name(self) -> str:
        """The start in short, such as `kalah(6,4)`."""
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
        """Whether the value of every opening is known, and with them the value."""
        return all(opening.kind is Kind.PROVEN for opening in self.openings)

    @property
    def best(self) -> tuple[int, ...]:
        """The pits that are proven to be best to open with."""
        best = max(opening.high for opening in self.openings)
        return tuple(pit for pit, opening in enumerate(self.openings) if opening.low >= best)

    @property
    def perhaps_best(self) -> tuple[int, ...]:
        """The pits that may be best as well, for all that is proven."""
        at_least = max(opening.low for opening in self.openings)
        return tuple(
            pit for pit, opening in enumerate(self.openings) if opening.high >= at_least and pit not in self.best
        )

    def narrowed(self, margin: Bounds, openings: tuple[Bounds, ...]) -> SolvedStart:
        """Return the start with what else was proven; the value is that of the best opening."""
        margin = self.margin.within(*margin)
        joined = tuple(
            old.within(*new).within(-self.total, margin.high) for old, new in zip(self.openings, openings, strict=True)
        )
        margin = margin.within(max(opening.low for opening in joined), max(opening.high for opening in joined))
        return replace(self, margin=margin, openings=joined)
