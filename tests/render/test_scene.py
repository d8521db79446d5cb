"""What all drawings share: each side with its labels, those of the side to move marked."""

from __future__ import annotations

import pytest

from sowfish import Position, Side
from sowfish.render.scene import Numbering, scene

BOARD = Position.parse("kalah: 0 4 2 7 / 1 0 3 9 north")


def test_the_near_side_comes_first() -> None:
    assert [row.side for row in scene(BOARD).rows] == [Side.SOUTH, Side.NORTH]
    assert [row.side for row in scene(BOARD, near="north").rows] == [Side.NORTH, Side.SOUTH]
    assert scene(BOARD, near=Side.NORTH).near == scene(BOARD).far


def test_rows_have_the_counts_in_sowing_order() -> None:
    near, far = scene(BOARD).rows
    assert (near.pits, near.store, far.pits, far.store) == ((0, 4, 2), 7, (1, 0, 3), 9)
    assert scene(BOARD).pits == 3


def test_only_the_side_to_move_has_marks_and_legal_pits() -> None:
    south, north = scene(BOARD, marks={0: "+3", 2: "-1"}).rows
    assert (south.marks, south.legal, south.is_to_move) == (("", "", ""), frozenset(), False)
    assert (north.marks, north.legal, north.is_to_move) == (("+3", "", "-1"), frozenset({0, 2}), True)
    assert north.widest_mark == 2
    assert south.widest_mark == 0


def test_nobody_is_to_move_when_the_game_is_over() -> None:
    over = scene(Position.parse("kalah: 0 0 0 7 / 1 0 3 9 south"))
    assert not any(row.is_to_move or row.legal for row in over.rows)


def test_a_forced_pass_leaves_no_legal_pit_but_the_turn() -> None:
    south, _ = scene(Position.parse("events: 0 0 0 7 / 1 0 3 9 south")).rows
    assert south.is_to_move
    assert not south.legal


@pytest.mark.parametrize("pits", [1, 3, 6, 12])
def test_ring_numbers_are_unique_and_own_numbers_start_at_0(pits: int) -> None:
    start = Position.start("kalah", pits=pits)
    ring = scene(start, numbering=Numbering.RING)
    assert sorted([*ring.near.numbers, *ring.far.numbers]) == list(range(1, 2 * pits + 1))
    own = scene(start, numbering="own")
    assert own.near.numbers == own.far.numbers == tuple(range(pits))


def test_unknown_choices_are_rejected() -> None:
    with pytest.raises(ValueError, match="east"):
        scene(BOARD, near="east")
    with pytest.raises(ValueError, match="roman"):
        scene(BOARD, numbering="roman")
