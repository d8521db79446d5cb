"""The tree to learn from: values of a plain minimax, cuts that change nothing, and drawings that show all of it."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from tests.cli.program import run

from sowfish import LimitError, Position, Side, SowfishError, solve
from sowfish.render.tree_page import tree_page
from sowfish.render.tree_svg import draw_tree_svg
from sowfish.render.tree_text import draw_tree
from sowfish.search.game_tree import Bound, GameTree, LeafValue, TreeNode, grow_tree
from sowfish.search.minimax import evaluate, minimax

STARTS = [
    Position.parse("kalah: 2 1 2 3 / 1 0 2 4"),
    Position.parse("avalanche: 1 2 4 0 2 1 10 / 4 0 0 4 1 1 18 north"),
    Position.parse("events: 0 0 1 3 / 1 0 2 2"),
    Position.start("kalah", 3, 4),
]


def plain(position: Position, depth: int, leaf: LeafValue) -> float:
    """Return the value of a minimax without cuts."""
    if position.is_over or depth == 0:
        if leaf is LeafValue.MINIMAX:
            return evaluate(position)
        final = position.swept() if position.is_over else position
        return float(final.south_store - final.north_store)
    if position.must_pass:
        return plain(position.passed(), depth - 1, leaf)
    values = [plain(position.after(pit), depth - 1, leaf) for pit in position.legal_pits]
    return max(values) if position.to_move is Side.SOUTH else min(values)


def checked(node: TreeNode, depth: int, leaf: LeafValue) -> None:
    """Check that every value of a tree is what its bound says."""
    value = plain(node.position, depth, leaf)
    if node.bound is Bound.EXACT:
        assert node.value == value
    elif node.bound is Bound.AT_LEAST:
        assert value >= node.value
    else:
        assert value <= node.value
    for child in node.children:
        checked(child, depth - 1, leaf)


@pytest.mark.parametrize("leaf", [LeafValue.MINIMAX, LeafValue.GREEDY])
@pytest.mark.parametrize("start", STARTS)
def test_cuts_change_no_value(start: Position, leaf: LeafValue) -> None:
    for depth in (1, 2, 4):
        pruned, full = (grow_tree(start, depth=depth, leaf_value=leaf, prunes=prunes) for prunes in (True, False))
        assert pruned.root.value == full.root.value == plain(start, depth, leaf)
        assert pruned.root.bound is Bound.EXACT
        assert all(node.cut is None and node.bound is Bound.EXACT for node in full.root.nodes())
        assert pruned.size <= full.size
        checked(pruned.root, depth, leaf)


def test_it_finds_what_the_fast_search_finds() -> None:
    for start in STARTS[:2]:
        assert grow_tree(start, depth=4).root.value == pytest.approx(minimax(start, depth=4).value, abs=1e-7)


def test_perfect_leaves_give_the_proven_value() -> None:
    start = Position.parse("kalah: 0 4 2 1 0 3 14 / 1 0 2 0 3 2 16")
    assert grow_tree(start, depth=2, leaf_value="perfect").root.value == solve(start).value


def test_a_cut_says_what_was_left_out_and_why() -> None:
    tree = grow_tree(Position.parse("0 1 2 3 / 1 0 2 4"), depth=3)
    (cut,) = [node.cut for node in tree.root.nodes() if node.cut is not None]
    assert cut.pits == (2,)
    assert cut.reason == (
        "south has at least 0.449 here, but north is sure of at most 0.000 after 1 0, "
        "so it will not let this position arise"
    )


def test_the_line_is_best_play() -> None:
    tree = grow_tree(Position.start("kalah", 3, 4), depth=4)
    position, node = tree.position, tree.root
    for pit in tree.root.line:
        best = node.best
        assert best is not None
        assert (best.pit, best.value) == (pit, tree.root.value)
        position, node = position.after(pit), best
    assert node.position == position
    assert not node.children


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"depth": 0}, "depth must be a whole number from 1 to 12"),
        ({"depth": "x"}, "depth must be"),
        ({"leaf_value": "fun"}, "leaf_value must be one of minimax, greedy, perfect"),
        ({"depth": 8, "most_nodes": 100}, "the tree has more than 100 nodes; choose a smaller depth"),
    ],
)
def test_what_cannot_be_grown_is_refused(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(SowfishError, match=sentence):
        grow_tree(Position.start(), **options)  # type: ignore[arg-type]


def test_a_finished_game_has_no_tree() -> None:
    with pytest.raises(SowfishError, match="the game is over"):
        grow_tree(Position.parse("0 0 5 / 1 0 2"))
    assert issubclass(LimitError, SowfishError)


@pytest.fixture(scope="module")
def tree() -> GameTree:
    return grow_tree(Position.parse("kalah: 2 1 2 3 / 1 0 2 4"), depth=4)


def test_text_has_a_line_for_every_position_and_every_cut(tree: GameTree) -> None:
    lines = draw_tree(tree).splitlines()
    cuts = sum(node.cut is not None for node in tree.root.nodes())
    assert cuts > 2
    assert len(lines) == 1 + tree.size + cuts
    assert sum(": cut, " in line for line in lines) == cuts


def test_the_picture_has_a_box_for_every_position_and_every_cut(tree: GameTree) -> None:
    root = ET.fromstring(draw_tree_svg(tree))  # noqa: S314  # our own
    space = "{http://www.w3.org/2000/svg}"
    boxes = root.findall(f"{space}g")
    cuts = [node.cut for node in tree.root.nodes() if node.cut is not None]
    assert len(boxes) == tree.size + len(cuts)
    titles = {title.text for title in root.iter(f"{space}title")}
    assert {cut.reason for cut in cuts} <= titles


def test_the_page_unfolds_and_opens_the_best_line(tree: GameTree) -> None:
    page = tree_page(tree)
    inner = sum(bool(node.children) for node in tree.root.nodes())
    assert page.count("<details") == page.count("</details>") == inner
    assert page.count(" open>") == len(tree.root.line)  # the root, and all but the leaf of the line
    assert page.count("cut, because") == sum(node.cut is not None for node in tree.root.nodes())
    assert tree._repr_html_() in page


def test_the_command_shows_writes_and_tells_it(tmp_path: Path, tree: GameTree) -> None:
    words = ("tree", "kalah: 2 1 2 3 / 1 0 2 4", "--depth", "4")
    assert run(*words).stdout.startswith(draw_tree(tree))
    told = json.loads(run(*words, "--json").stdout)
    assert (told["nodes"], told["line"]) == (tree.size, list(tree.root.line))
    svg, html = tmp_path / "tree.svg", tmp_path / "tree.html"
    shown = run(*words, "--svg", str(svg), "--html", str(html)).stdout
    assert shown.splitlines()[-1] == f"written: {svg}, {html}"
    assert svg.read_text() == draw_tree_svg(tree)
    assert html.read_text() == tree_page(tree)
    assert run(*words, "--full", "--player", "greedy").stdout.count("cut") == 0
