"""The layout of a drawn board, in pixels, for both views."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sowfish.render.scene import View

PITCH = 96  # from one pit's centre to the next
RADIUS = 41  # of a pit
EDGE = 22  # between the board's rim and its contents
NUMBER = 26  # space outside a pit for its number
STORE = 100  # a store's short side
LINE = 28  # line height of text
WORD = 72  # width of a side's name


class Point(NamedTuple):
    """A point in the drawing."""

    x: float
    y: float


class Box(NamedTuple):
    """A rectangle in the drawing."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> Point:
        """The centre of the rectangle."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)


@dataclass(frozen=True, slots=True)
class PitPlace:
    """The layout of a pit and its labels: the count towards the middle, the number and mark outside."""

    centre: Point
    count: Point
    number: Point
    mark: Point


@dataclass(frozen=True, slots=True)
class SidePlaces:
    """The layout of one side, pits in its own sowing order."""

    pits: tuple[PitPlace, ...]
    store: Box
    count: Point
    name: Point


@dataclass(frozen=True, slots=True)
class Board:
    """The layout of the whole board; the groove runs between the sides."""

    width: float
    height: float
    near: SidePlaces
    far: SidePlaces
    groove: tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class _Lane:
    """Distances across a side: space for the count inside and for a mark outside."""

    count: float
    mark: float

    @property
    def to_centre(self) -> float:
        """The distance from the board's rim to the pits' centres."""
        return EDGE + self.mark + NUMBER + RADIUS

    @property
    def depth(self) -> float:
        return self.to_centre + RADIUS + self.count

    def beside(self, centre: Point, outwards: Point) -> PitPlace:
        """Return the layout of a pit and its labels."""

        def away(distance: float) -> Point:
            return Point(centre.x + outwards.x * distance, centre.y + outwards.y * distance)

        return PitPlace(
            centre,
            count=away(-RADIUS - self.count / 2),
            number=away(RADIUS + NUMBER / 2),
            mark=away(RADIUS + NUMBER + self.mark / 2),
        )


def board(view: View, pits: int, *, marked: bool) -> Board:
    """Return the layout of a board with this many pits a side, with space for marks if `marked`."""
    if view is View.TABLE:
        return _table(pits, _Lane(count=LINE + 4, mark=LINE - 4 if marked else 0))
    return _phone(pits, _Lane(count=46, mark=46 if marked else 0))


_BEFORE_PITS = EDGE + STORE + EDGE


def _along(pits: int) -> float:
    return 2 * _BEFORE_PITS + (pits - 1) * PITCH + 2 * RADIUS


def _centres(pits: int) -> list[float]:
    return [_BEFORE_PITS + RADIUS + PITCH * pit for pit in range(pits)]


def _table(pits: int, lane: _Lane) -> Board:
    width, height = _along(pits), 2 * lane.depth
    tall = height - 2 * EDGE - 2 * LINE
    right, left = Box(width - EDGE - STORE, EDGE, STORE, tall), Box(EDGE, height - EDGE - tall, STORE, tall)
    near_x, far_x = right.centre.x, left.centre.x
    bottom, top = height - EDGE - LINE / 2 + 4, EDGE + LINE / 2 - 4
    pit_xs = _centres(pits)
    return Board(
        width,
        height,
        near=SidePlaces(
            tuple(lane.beside(Point(x, height - lane.to_centre), Point(0, 1)) for x in pit_xs),
            right,
            count=Point(near_x, bottom - LINE),
            name=Point(near_x, bottom),
        ),
        far=SidePlaces(
            tuple(lane.beside(Point(x, lane.to_centre), Point(0, -1)) for x in reversed(pit_xs)),
            left,
            count=Point(far_x, top + LINE),
            name=Point(far_x, top),
        ),
        groove=(Point(pit_xs[0] - RADIUS, height / 2), Point(pit_xs[-1] + RADIUS, height / 2)),
    )


def _phone(pits: int, lane: _Lane) -> Board:
    width, height = 2 * lane.depth, _along(pits)
    wide = width - 3 * EDGE - WORD
    bottom, top = Box(2 * EDGE + WORD, height - EDGE - STORE, wide, STORE), Box(EDGE, EDGE, wide, STORE)
    near_y, far_y = bottom.centre.y, top.centre.y
    left, right = EDGE + WORD / 2, width - EDGE - WORD / 2
    pit_ys = _centres(pits)
    return Board(
        width,
        height,
        near=SidePlaces(
            tuple(lane.beside(Point(lane.to_centre, y), Point(-1, 0)) for y in pit_ys),
            bottom,
            count=Point(left, near_y - LINE / 2),
            name=Point(left, near_y + LINE / 2),
        ),
        far=SidePlaces(
            tuple(lane.beside(Point(width - lane.to_centre, y), Point(1, 0)) for y in reversed(pit_ys)),
            top,
            count=Point(right, far_y - LINE / 2),
            name=Point(right, far_y + LINE / 2),
        ),
        groove=(Point(width / 2, pit_ys[0] - RADIUS), Point(width / 2, pit_ys[-1] + RADIUS)),
    )
