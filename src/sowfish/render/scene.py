"""What every drawing of a position shares: the view, and each side with the labels of its pits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from sowfish.model.events import Side
from sowfish.model.position import Position


class View(StrEnum):
    """The orientation of the board."""

    TABLE = "table"  # two rows, the near side at the bottom, stores at the ends
    PHONE = "phone"  # two columns, the near side on the left, stores at the top and bottom


class Numbering(StrEnum):
    """How pits are numbered."""

    OWN = "own"  # 0 is farthest from its owner's store, on both sides
    RING = "ring"  # in sowing order from south's store: 0 is south's store, then north's pits from 1, then south's pits

    def number(self, side: Side, pit: int, pits: int) -> int:
        """Return the number of a side's pit on a board with `pits` pits per side.

        >>> Numbering.RING.number(Side.NORTH, 0, 6), Numbering.RING.number(Side.SOUTH, 0, 6)
        (1, 7)
        """
        if self is Numbering.OWN:
            return pit
        return pit + 1 + (pits if side is Side.SOUTH else 0)


@dataclass(frozen=True, slots=True)
class Row:
    """One side of the board with its labels, pits in the side's own sowing order."""

    side: Side
    pits: tuple[int, ...]
    store: int
    numbers: tuple[int, ...]
    marks: tuple[str, ...]  # one per pit, empty if there is none
    legal: frozenset[int]
    is_to_move: bool

    @property
    def widest_mark(self) -> int:
        """The length of the longest mark."""
        return max(map(len, self.marks))


@dataclass(frozen=True, slots=True)
class Scene:
    """A position to be drawn, the near side at the bottom or on the left."""

    near: Row
    far: Row

    @property
    def pits(self) -> int:
        """The number of pits per side."""
        return len(self.near.pits)

    @property
    def rows(self) -> tuple[Row, Row]:
        """Both sides, the near one first."""
        return self.near, self.far


def scene(
    position: Position,
    *,
    near: Side | str = Side.SOUTH,
    marks: Mapping[int, str] | None = None,
    numbering: Numbering | str = Numbering.OWN,
) -> Scene:
    """Return the scene of a position; `marks` labels pits of the side to move."""
    side, numbers = Side(near), Numbering(numbering)
    return Scene(_row(position, side, marks or {}, numbers), _row(position, side.other, marks or {}, numbers))


def _row(position: Position, side: Side, marks: Mapping[int, str], numbering: Numbering) -> Row:
    pits = position.pits(side)
    moves_here = side is position.to_move
    return Row(
        side=side,
        pits=pits,
        store=position.store(side),
        numbers=tuple(numbering.number(side, pit, len(pits)) for pit in range(len(pits))),
        marks=tuple(marks.get(pit, "") if moves_here else "" for pit in range(len(pits))),
        legal=frozenset(position.legal_pits if moves_here else ()),
        is_to_move=moves_here and not position.is_over,
    )
