"""The arrangement of stones in a pit or a store: even, and always the same."""

from __future__ import annotations

import math

from sowfish.render.geometry import Point

STONE = 8.8  # radius
MOST_IN_PIT = 24  # larger heaps are drawn with this many stones; the count tells the rest
MOST_IN_STORE = 60

_GOLDEN = math.pi * (3 - math.sqrt(5))  # the golden angle, as in a sunflower
_SPACING = 11.0  # spacing at which stones lie loose


def in_pit(stones: int, radius: float, *, turn: float = 0.0) -> list[Point]:
    """Return the positions of a pit's stones around its centre; `turn` rotates the heap, in radians."""
    shown = min(stones, MOST_IN_PIT)
    if shown <= 5:
        return _ring(shown, turn)
    if shown <= 8:
        return [Point(0, 0), *_ring(shown - 1, turn, around=True)]
    return _seeds(shown, radius, radius, turn)


def in_store(stones: int, width: float, height: float) -> list[Point]:
    """Return the positions of a store's stones around its centre."""
    return _seeds(min(stones, MOST_IN_STORE), width / 2, height / 2, 0.4)


def _ring(stones: int, turn: float, *, around: bool = False) -> list[Point]:
    if stones == 1:
        return [Point(0, 0)]
    radius = max((STONE + 1) / math.sin(math.pi / stones) if stones else 0, 2 * STONE + 2 if around else 0)
    angles = (turn + 2 * math.pi * stone / stones for stone in range(stones))
    return [Point(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]


def _seeds(stones: int, half_width: float, half_height: float, turn: float) -> list[Point]:
    """Arrange stones like sunflower seeds, closer together where space is short."""
    if not stones:
        return []
    room = math.sqrt(stones)
    across = min(_SPACING, (half_width - STONE - 4) / room)
    along = min(_SPACING, (half_height - STONE - 4) / room)
    if across < along:
        along = min(_SPACING * _SPACING / across, (half_height - STONE - 4) / room)
    if along < across:
        across = min(_SPACING * _SPACING / along, (half_width - STONE - 4) / room)
    places = []
    for stone in range(stones):
        distance = math.sqrt(stone + 0.5)
        angle = turn + stone * _GOLDEN
        places.append(Point(across * distance * math.cos(angle), along * distance * math.sin(angle)))
    return places
