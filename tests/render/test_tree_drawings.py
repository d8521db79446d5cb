"""Drawings of a game tree: a line or a box for every node and every cut, parents centred on their children."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from sowfish import Position
from sowfish.render.text import Charset
from sowfish.render.tree_svg import BOX_HEIGHT, COLUMN, EDGE, ROW, draw_tree_svg
from sowfish.render.tree_text import draw_tree, label
from sowfish.search.game_tree import GameTree, TreeNode, grow_tree

TREES = {
    "cut": grow_tree(Position.parse("kalah: 2 1 2 3 / 1 0 2 4"), depth=3),
    "pass": grow_tree(Position.parse("events: 0 0 1 3 / 1 0 2 2"), depth=3),
    "over": grow_tree(Position.parse("0 0 1 2 / 0 1 1 2"), depth=2),
}


@pytest.fixture(params=TREES)
def tree(request: pytest.FixtureRequest) -> GameTree:
    return TREES[request.param]


def nodes(tree: GameTree) -> list[TreeNode]:
    return list(tree.root.nodes())


def cuts(tree: GameTree) -> int:
    return sum(node.cut is not None for node in nodes(tree))


def test_the_text_has_a_line_for_every_node_and_cut(tree: GameTree) -> None:
    first, root, *lines = draw_tree(tree).splitlines()
    assert first == str(tree.position)
    assert root == label(tree, tree.root)
    assert len(lines) == len(nodes(tree)) - 1 + cuts(tree)
    assert sum(": cut, " in line for line in lines) == cuts(tree)


def test_a_star_marks_the_move_that_gives_a_position_its_value(tree: GameTree) -> None:
    text = draw_tree(tree)
    assert text.count("*") == sum(node.best is not None for node in nodes(tree))
    best = tree.root.best
    assert best is not None
    assert best.value == tree.root.value
    assert label(tree, best, is_best=True) in text


def test_ascii_lines_have_the_same_words(tree: GameTree) -> None:
    plain = draw_tree(tree, charset=Charset.ASCII)
    assert plain.isascii()
    words = draw_tree(tree).replace("≥", ">=").replace("≤", "<=")
    strip = re.compile(r"^[├└│─+`| -]*", re.MULTILINE)
    assert strip.sub("", plain) == strip.sub("", words)


def test_a_finished_game_is_shown_with_its_score() -> None:
    over = [node for node in nodes(TREES["over"]) if node.position.is_over]
    assert over
    for node in over:
        final = node.position.swept()
        assert label(TREES["over"], node).endswith(f"over, {final.south_store} to {final.north_store}")


def test_a_pass_is_named() -> None:
    passes = [node for node in nodes(TREES["pass"]) if node.pit == -1]
    assert passes
    assert all(label(TREES["pass"], node).startswith("pass: ") for node in passes)


# ---- the picture


def boxes(tree: GameTree) -> list[tuple[str, float, float]]:
    """Return class, x and middle of every box."""
    root = ET.fromstring(draw_tree_svg(tree))  # noqa: S314  # our own
    found = []
    for group in root.findall(".//{*}g"):
        rect = group.find("{*}rect")
        assert rect is not None
        middle = float(rect.attrib["y"]) + BOX_HEIGHT / 2
        found.append((group.attrib["class"], float(rect.attrib["x"]), middle))
    return found


def test_the_picture_has_a_box_for_every_node_and_cut(tree: GameTree) -> None:
    drawn = boxes(tree)
    assert len(drawn) == len(nodes(tree)) + cuts(tree)
    assert sum(name == "cut" for name, _, _ in drawn) == cuts(tree)
    assert sum("best" in name for name, _, _ in drawn) == sum(node.best is not None for node in nodes(tree))


def test_leaves_and_cuts_have_a_row_each(tree: GameTree) -> None:
    drawn = boxes(tree)
    rows = sorted(middle for name, _, middle in drawn if name.split()[0] in ("leaf", "cut"))
    assert rows == pytest.approx([EDGE + (row + 0.5) * ROW for row in range(len(rows))], abs=0.06)


def test_the_root_is_on_the_left_and_centred_on_its_children() -> None:
    tree = TREES["cut"]
    drawn = boxes(tree)
    root = next(middle for _, x, middle in drawn if x == EDGE)
    children = [middle for _, x, middle in drawn if x == EDGE + COLUMN]
    assert len(children) == len(tree.root.children) + (tree.root.cut is not None)
    assert root == pytest.approx(sum(children) / len(children), abs=0.1)


def test_every_box_but_the_root_has_an_edge_to_its_parent(tree: GameTree) -> None:
    root = ET.fromstring(draw_tree_svg(tree))  # noqa: S314  # our own
    assert len(root.findall(".//{*}path")) == len(boxes(tree)) - 1


def test_the_reason_of_a_cut_is_its_tooltip() -> None:
    tree = TREES["cut"]
    reasons = [node.cut.reason for node in nodes(tree) if node.cut is not None]
    assert reasons
    root = ET.fromstring(draw_tree_svg(tree))  # noqa: S314  # our own
    titles = [group.findtext("{*}title") for group in root.findall(".//{*}g[@class='cut']")]
    assert sorted(titles, key=str) == sorted(reasons)
