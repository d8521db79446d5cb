"""The raw core: whatever it is handed, it answers or raises; it never takes the interpreter down."""

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import rings

from sowfish import _core

core: Any = _core  # Any, because the types forbid most of what is tried here
NO_NUMBERS: list[Any] = [None, 1.0, "1", b"1", []]
SWITCHES: dict[str, Any] = {
    "pits": 6,
    "relay": False,
    "capture": 1,
    "both_stores": False,
    "ends": 0,
    "rest": 0,
}
RULES: Any = core.Rules(**SWITCHES)
BOARD: Any = core.Board(RULES, bytes([4, 4, 4, 4, 4, 4, 0] * 2), False)  # noqa: FBT003  # raw


@pytest.mark.parametrize(
    ("switch", "values"),
    [
        ("pits", [0, -1, 13, 255, 2**31 - 1, -(2**31)]),
        ("capture", [-1, 3, 255, 256, 257]),
        ("ends", [-1, 3, 256]),
        ("rest", [-1, 2, 256]),
    ],
)
def test_rules_out_of_range_are_refused(switch: str, values: list[int]) -> None:
    for value in values:
        with pytest.raises(ValueError, match=r"pits out of range|no such rule"):
            core.Rules(**{**SWITCHES, switch: value})


@pytest.mark.parametrize("switch", SWITCHES)
def test_rules_of_the_wrong_type_are_refused(switch: str) -> None:
    for value in [*NO_NUMBERS, 2**31, 2**64, 10**5000]:
        with pytest.raises(TypeError):
            core.Rules(**{**SWITCHES, switch: value})


def test_rings_of_the_wrong_length_or_with_too_many_stones_are_refused() -> None:
    for ring in [b"", bytes(13), bytes(15), bytes(26), bytes(10**6)]:
        with pytest.raises(ValueError, match="wrong number of cells"):
            core.Board(RULES, ring, north_to_move=False)
    for ring in [
        bytes([255, 1] + [0] * 12),
        bytes([255] * 14),
        bytes([0] * 13 + [255]).replace(b"\0", b"\1"),
    ]:
        with pytest.raises(ValueError, match="too many stones"):
            core.Board(RULES, ring, north_to_move=False)


def test_boards_of_the_wrong_type_are_refused() -> None:
    for ring in [None, "0" * 14, [0] * 14, bytearray(14), memoryview(bytes(14)), 14]:
        with pytest.raises(TypeError):
            core.Board(RULES, ring, north_to_move=False)
    for rules in [None, 6, "kalah", BOARD, core.Rules]:
        with pytest.raises(TypeError):
            core.Board(rules, bytes(14), north_to_move=False)
    for north in [None, 0, 1, "north"]:
        with pytest.raises(TypeError):
            core.Board(RULES, bytes(14), north_to_move=north)


@pytest.mark.parametrize("method", ["after", "move", "lap"])
def test_a_pit_that_cannot_be_played_is_answered_by_none(method: str) -> None:
    play = getattr(BOARD, method)
    assert play(0) is not None
    for pit in [-1, 6, 7, 13, 31, 32, 33, 63, 64, 255, 256, 2**31 - 1, -(2**31)]:
        assert play(pit) is None
    for item in [*NO_NUMBERS, 2**31, 2**64, 10**5000]:
        with pytest.raises(TypeError):
            play(item)


@pytest.mark.filterwarnings("ignore:nanobind:RuntimeWarning")  # it warns, and then raises
@pytest.mark.parametrize("kind", ["Board", "Rules", "Perft", "Tally"])
def test_a_value_that_was_never_set_up_cannot_be_used(kind: str) -> None:
    made = getattr(core, kind)
    with pytest.raises(TypeError):
        object.__new__(made)
    with pytest.raises(TypeError):
        made()
    hollow = made.__new__(made)
    for name in ("ring", "north_to_move", "sequences", "wins"):
        if hasattr(made, name):
            with pytest.raises((TypeError, RuntimeError)):
                getattr(hollow, name)
    if kind == "Board":
        for call in (hollow.legal_pits, hollow.is_over, hollow.swept, hollow.passed, hollow.__hash__):
            with pytest.raises((TypeError, RuntimeError)):
                call()
        assert hollow != BOARD
    if kind == "Rules":
        with pytest.raises((TypeError, RuntimeError)):
            core.Board(hollow, bytes(14), north_to_move=False)


def test_boards_neither_change_nor_copy() -> None:
    for name in ("ring", "north_to_move", "new"):
        with pytest.raises(AttributeError):
            setattr(BOARD, name, 1)
    for duplicate in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            duplicate(BOARD)


def test_a_depth_or_seed_out_of_range_is_refused() -> None:
    with pytest.raises(ValueError, match="depth"):
        BOARD.perft(-1)
    for depth in [2**31, 10**5000, None, 1.0, "1"]:
        with pytest.raises(TypeError):
            BOARD.perft(depth)
    for bad in [-1, 2**64, None, 1.0]:
        for arguments in [(bad, 0, 1), (0, bad, 1), (0, 0, bad)]:
            with pytest.raises(TypeError):
                BOARD.playouts(*arguments)


def test_an_empty_board_is_over_in_every_way() -> None:
    empty = core.Board(RULES, bytes(14), north_to_move=True)
    assert empty.is_over()
    assert empty.legal_pits() == 0
    assert (empty.after(0), empty.move(0), empty.lap(0)) == (None, None, None)
    assert empty.swept() == empty
    assert empty.perft(5).sequences == 1
    assert empty.playouts(1, 0, 3).ties == 3


@given(st.data(), st.integers(1, 12))
def test_boards_are_equal_if_rules_ring_and_side_are(data: st.DataObject, pits: int) -> None:
    ring = bytes(data.draw(rings(pits)))
    rules = core.Rules(**{**SWITCHES, "pits": pits})
    board = core.Board(rules, ring, north_to_move=False)
    assert board.ring == ring
    assert board == core.Board(rules, ring, north_to_move=False)
    assert hash(board) == hash(core.Board(rules, ring, north_to_move=False))
    assert board != core.Board(rules, ring, north_to_move=True)
    assert board != core.Board(core.Rules(**{**SWITCHES, "pits": pits, "relay": True}), ring, north_to_move=False)
    assert board != ring
    assert board.passed() == core.Board(rules, ring, north_to_move=True)
