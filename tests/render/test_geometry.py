"""The layout of a board: nothing overlaps, facing pits face each other, and everything lies on the board."""

from __future__ import annotations

import itertools
import math

import pytest

from sowfish.render.geometry import RADIUS, Board, Box, PitPlace, Point, board
from sowfish.render.scene import View

LAYOUTS = [(view, pits, marked) for view in View for pits in (1, 2, 6, 12) for marked in (False, True)]


def inside(point: Point, drawn: Board, margin: float = 0) -> bool:
    return margin <= point.x <= drawn.width - margin and margin <= point.y <= drawn.height - margin


def distance(one: Point, other: Point) -> float:
    return math.hypot(one.x - other.x, one.y - other.y)


def overlaps(box: Box, pit: PitPlace) -> bool:
    nearest = Point(min(max(pit.centre.x, box.x), box.x + box.width), min(max(pit.centre.y, box.y), box.y + box.height))
    return distance(nearest, pit.centre) < RADIUS


@pytest.mark.parametrize(("view", "pits", "marked"), LAYOUTS)
def test_pits_and_stores_do_not_overlap(view: View, pits: int, *, marked: bool) -> None:
    drawn = board(view, pits, marked=marked)
    places = [*drawn.near.pits, *drawn.far.pits]
    assert len(places) == 2 * pits
    for one, other in itertools.combinations(places, 2):
        assert distance(one.centre, other.centre) > 2 * RADIUS
    for side, place in itertools.product((drawn.near, drawn.far), places):
        assert not overlaps(side.store, place)


@pytest.mark.parametrize(("view", "pits", "marked"), LAYOUTS)
def test_everything_lies_on_the_board(view: View, pits: int, *, marked: bool) -> None:
    drawn = board(view, pits, marked=marked)
    for side in (drawn.near, drawn.far):
        assert inside(side.name, drawn)
        assert inside(side.count, drawn)
        for corner in (Point(side.store.x, side.store.y), side.store.centre):
            assert inside(corner, drawn)
        for place in side.pits:
            assert inside(place.centre, drawn, RADIUS)
            assert inside(place.number, drawn)
            assert inside(place.mark, drawn)


@pytest.mark.parametrize(("view", "pits", "marked"), LAYOUTS)
def test_pit_i_faces_pit_n_minus_1_minus_i(view: View, pits: int, *, marked: bool) -> None:
    drawn = board(view, pits, marked=marked)
    for near, far in zip(drawn.near.pits, reversed(drawn.far.pits), strict=True):
        along = (near.centre.x, far.centre.x) if view is View.TABLE else (near.centre.y, far.centre.y)
        assert along[0] == along[1]


def test_the_last_pit_is_next_to_its_own_store() -> None:
    for view in View:
        drawn = board(view, 6, marked=False)
        for side, other in ((drawn.near, drawn.far), (drawn.far, drawn.near)):
            assert distance(side.pits[5].centre, side.store.centre) < distance(side.pits[0].centre, side.store.centre)
            assert distance(side.pits[0].centre, other.store.centre) < distance(side.pits[5].centre, other.store.centre)


def test_the_near_side_is_at_the_bottom_and_on_the_left() -> None:
    table, phone = (board(view, 6, marked=False) for view in (View.TABLE, View.PHONE))
    assert table.near.pits[0].centre.y > table.height / 2 > table.far.pits[0].centre.y
    assert phone.near.pits[0].centre.x < phone.width / 2 < phone.far.pits[0].centre.x
    assert phone.near.store.centre.y > phone.far.store.centre.y


def test_labels_are_outside_and_counts_inside() -> None:
    for view, marked in itertools.product(View, (False, True)):
        drawn = board(view, 6, marked=marked)
        middle = Point(drawn.width / 2, drawn.height / 2)
        for place in (*drawn.near.pits, *drawn.far.pits):
            away = [point.y if view is View.TABLE else point.x for point in (place.count, place.centre, place.number)]
            centre = middle.y if view is View.TABLE else middle.x
            assert abs(away[0] - centre) < abs(away[1] - centre) < abs(away[2] - centre)
            assert distance(place.number, place.centre) > RADIUS
            assert distance(place.mark, place.centre) >= distance(place.number, place.centre)


def test_marks_make_the_board_larger_not_the_pits_smaller() -> None:
    for view in View:
        plain, marked = (board(view, 6, marked=marked) for marked in (False, True))
        assert marked.width * marked.height > plain.width * plain.height
        gaps = [distance(drawn.near.pits[0].centre, drawn.near.pits[1].centre) for drawn in (plain, marked)]
        assert gaps[0] == gaps[1]
