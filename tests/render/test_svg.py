import math
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import positions

from sowfish import Position, Side
from sowfish.render import View, draw_svg
from sowfish.render.geometry import RADIUS
from sowfish.render.stones import MOST_IN_PIT, MOST_IN_STORE, STONE, in_pit, in_store

SVG = "{http://www.w3.org/2000/svg}"
EXAMPLE = Position.parse("avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9 south")
PICTURE = Path(__file__).parents[2] / "docs" / "images" / "board.svg"


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314  # our own drawing


def texts(root: ET.Element, name: str) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text") if text.get("class") == name]


def circles(root: ET.Element, name: str) -> list[ET.Element]:
    return [circle for circle in root.iter(f"{SVG}circle") if name in (circle.get("class") or "").split()]


def number(element: ET.Element, name: str) -> float:
    return float(element.get(name) or "nan")


@given(positions(), st.sampled_from(View), st.sampled_from(Side))
@settings(max_examples=50)
def test_every_count_is_written_and_stones_are_drawn_up_to_a_number(position: Position, view: View, near: Side) -> None:
    root = parsed(draw_svg(position, view=view, near=near))
    far = near.other
    counts = [*position.pits(near), position.store(near), *position.pits(far), position.store(far)]
    assert texts(root, "sowfish-count") == list(map(str, counts))
    in_pits = sum(min(stones, MOST_IN_PIT) for stones in (*position.south, *position.north))
    in_stores = sum(min(position.store(side), MOST_IN_STORE) for side in Side)
    assert len(circles(root, "sowfish-stone")) == in_pits + in_stores
    assert len(circles(root, "sowfish-ring")) == len(position.legal_pits)
    assert texts(root, "sowfish-mover") == ([] if position.is_over else [position.to_move])


@given(positions(), st.sampled_from(View))
@settings(max_examples=50)
def test_everything_lies_on_the_board(position: Position, view: View) -> None:
    marks = dict.fromkeys(range(position.rules.pits), "+8")
    root = parsed(draw_svg(position, view=view, marks=marks))
    width, height = map(float, (root.get("viewBox") or "").split()[2:])
    for circle in root.iter(f"{SVG}circle"):
        x, y, radius = (number(circle, name) for name in ("cx", "cy", "r"))
        assert radius <= x <= width - radius
        assert radius <= y <= height - radius
    for text in root.iter(f"{SVG}text"):
        assert 15 <= number(text, "x") <= width - 15
        assert 15 <= number(text, "y") <= height - 15


@given(st.integers(0, 255), st.floats(0, 7))
def test_stones_lie_inside_their_pit(stones: int, turn: float) -> None:
    heap = in_pit(stones, RADIUS, turn=turn)
    assert len(heap) == min(stones, MOST_IN_PIT)
    assert all(math.hypot(x, y) <= RADIUS - STONE for x, y in heap)


@given(st.integers(0, 255), st.sampled_from([(100, 200), (214, 100), (100, 100)]))
def test_stones_lie_inside_their_store(stones: int, size: tuple[float, float]) -> None:
    width, height = size
    heap = in_store(stones, width, height)
    assert len(heap) == min(stones, MOST_IN_STORE)
    assert all(abs(x) <= width / 2 - STONE and abs(y) <= height / 2 - STONE for x, y in heap)


def test_few_stones_do_not_overlap() -> None:
    for stones in range(2, 9):
        heap = in_pit(stones, RADIUS)
        gaps = [math.dist(one, other) for one in heap for other in heap if one is not other]
        assert min(gaps) >= 2 * STONE


def test_south_is_at_the_bottom_and_on_the_left() -> None:
    position = Position([1, 0], [0, 0], rules="kalah")
    table, phone = (parsed(draw_svg(position, view=view)) for view in View)
    assert number(circles(table, "sowfish-stone")[0], "cy") > number(table, "height") / 2
    assert number(circles(phone, "sowfish-stone")[0], "cx") < number(phone, "width") / 2


def test_title_and_description_say_what_is_seen() -> None:
    root = parsed(draw_svg(EXAMPLE))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Avalanche, south to move"
    assert root.findtext(f"{SVG}desc") == (
        "South's pits hold 5, 3, 2, 0, 1, 7; its store holds 12. North's pits hold 7, 2, 4, 9, 0, 2; its store holds 9."
    )


def test_picture_needs_nothing_from_elsewhere_and_knows_the_dark() -> None:
    picture = draw_svg(EXAMPLE)
    assert picture.count("http") == 1  # the name of the format
    assert not any(word in picture for word in ("href", "url(", "@import", "<script"))
    assert "prefers-color-scheme:dark" in picture


def test_marks_are_written_as_they_are() -> None:
    root = parsed(draw_svg(EXAMPLE, marks={0: "<&>", 3: "≥8"}))
    assert texts(root, "sowfish-mark") == ["<&>", "≥8"]


def test_notebook_shows_the_table_view() -> None:
    assert EXAMPLE._repr_svg_() == draw_svg(EXAMPLE)


def test_drawings_are_not_loaded_before_something_is_drawn() -> None:
    script = "import sys, sowfish; print([name for name in sys.modules if name.startswith('sowfish.render')])"
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert shown.stdout == "[]\n"


def test_picture_in_the_readme_is_current() -> None:
    assert PICTURE.read_text(encoding="utf-8") == draw_svg(EXAMPLE) + "\n"
