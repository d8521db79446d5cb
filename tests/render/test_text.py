import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import positions

from sowfish import Position, Side
from sowfish.render import Charset, View, draw_text

DRAWINGS = Path(__file__).parent.parent / "data" / "drawings"
EXAMPLE = Position.parse("avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9 south")
MARKS = {0: "+14", 1: "≥3", 2: "-2", 4: "~12"}
THREE_DIGITS = Position([100, 1, 2], [3, 22, 5], south_store=7, north_store=101, to_move="north")
TWELVE_PITS = Position(range(12), range(12, 0, -1), south_store=3, rules="kalah")

GOLDEN: dict[str, tuple[Position, dict[str, Any]]] = {
    "table": (EXAMPLE, {}),
    "phone": (EXAMPLE, {"view": "phone"}),
    "table_marks": (EXAMPLE, {"marks": MARKS}),
    "table_marks_north": (EXAMPLE.with_to_move("north"), {"marks": MARKS}),
    "phone_marks": (EXAMPLE, {"view": "phone", "marks": MARKS}),
    "phone_marks_north": (EXAMPLE.with_to_move("north"), {"view": "phone", "marks": MARKS}),
    "table_from_north": (EXAMPLE, {"near": "north"}),
    "phone_from_north": (EXAMPLE, {"view": "phone", "near": "north"}),
    "table_ring": (EXAMPLE, {"numbering": "ring"}),
    "phone_ring": (EXAMPLE.with_to_move("north"), {"view": "phone", "numbering": "ring", "marks": {5: "<"}}),
    "table_ascii": (EXAMPLE, {"charset": "ascii"}),
    "table_three_digits": (THREE_DIGITS, {}),
    "phone_three_digits": (THREE_DIGITS, {"view": "phone"}),
    "table_one_pit": (Position.start(pits=1), {}),
    "phone_one_pit": (Position.start(pits=1), {"view": "phone"}),
    "table_twelve_pits": (TWELVE_PITS, {}),
    "phone_twelve_pits": (TWELVE_PITS, {"view": "phone"}),
    "table_over": (Position([0, 0], [0, 0], south_store=5, north_store=3), {}),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_drawing_is_the_golden_one(name: str) -> None:
    position, options = GOLDEN[name]
    assert draw_text(position, **options) + "\n" == (DRAWINGS / f"{name}.txt").read_text(encoding="utf-8")


def test_every_golden_drawing_is_compared() -> None:
    assert {path.stem for path in DRAWINGS.glob("*.txt")} == set(GOLDEN)


def columns(line: str, charset: str) -> list[int]:
    return [at for at, drawn in enumerate(line) if drawn in charset]


def number_ends(line: str) -> list[int]:
    return [match.end() for match in re.finditer("[0-9]+", line)]


def numbers(line: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall("[0-9]+", line)))


@given(positions(), st.sampled_from(Side))
def test_table_has_straight_columns_and_every_count_in_its_place(position: Position, near: Side) -> None:
    far_numbers, top, far, middle, own, bottom, own_numbers = draw_text(position, near=near).splitlines()
    assert {len(line) for line in (top, far, middle, own, bottom)} == {len(top)}
    assert columns(far, "│") == columns(top, "┌┬┐") == columns(own, "│") == columns(bottom, "└┴┘")
    assert number_ends(far_numbers) == number_ends(far) == number_ends(own) == number_ends(own_numbers)
    assert numbers(own_numbers) == tuple(range(position.rules.pits)) == numbers(far_numbers)[::-1]
    assert numbers(own) == position.pits(near)
    assert numbers(far)[::-1] == position.pits(near.other)
    assert numbers(middle) == (position.store(near.other), position.store(near))


@given(positions(), st.sampled_from(Side))
def test_phone_has_straight_columns_and_every_count_in_its_place(position: Position, near: Side) -> None:
    lines = draw_text(position, view=View.PHONE, near=near).splitlines()
    edges = [lines[1], lines[2], lines[3], lines[-4], lines[-3], lines[-2]]
    rows = lines[4:-4]
    assert len({len(line) for line in edges}) == 1
    assert all(columns(row, "│") == columns(lines[3], "├┬┤") for row in rows)
    assert len({tuple(number_ends(row)) for row in rows}) == 1
    table = [numbers(row) for row in rows]
    last = position.rules.pits - 1
    assert [(own, facing) for own, _, _, facing in table] == [(pit, last - pit) for pit in range(last + 1)]
    assert tuple(stones for _, stones, _, _ in table) == position.pits(near)
    assert tuple(stones for _, _, stones, _ in reversed(table)) == position.pits(near.other)
    assert (*numbers(lines[2]), *numbers(lines[-3])) == (position.store(near.other), position.store(near))


@given(positions(), st.sampled_from(View))
def test_only_the_side_to_move_is_marked(position: Position, view: View) -> None:
    drawing = draw_text(position, view=view)
    expected = [] if position.is_over else [position.to_move]
    assert re.findall("> ([a-z]+)", drawing) == expected


@given(positions(), st.sampled_from(View))
def test_ascii_drawing_is_the_same_drawing_in_ascii(position: Position, view: View) -> None:
    box, plain = (draw_text(position, view=view, charset=charset) for charset in (Charset.BOX, Charset.ASCII))
    assert plain.isascii()
    assert re.sub("[^ 0-9a-z>\n]", "#", box) == re.sub("[^ 0-9a-z>\n]", "#", plain)


def test_no_line_ends_in_spaces() -> None:
    for position, options in GOLDEN.values():
        assert not re.search(" $", draw_text(position, **options), re.MULTILINE)


def test_unknown_view_is_refused() -> None:
    with pytest.raises(ValueError, match="sofa"):
        draw_text(EXAMPLE, view="sofa")
