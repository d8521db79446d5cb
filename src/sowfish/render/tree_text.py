"""A game tree as text, one line per position and per cut."""

from __future__ import annotations

from collections.abc import Iterator

from sowfish.render.text import Charset
from sowfish.search.game_tree import PASS, Bound, GameTree, TreeNode, format_value

SIGNS = {
    Charset.BOX: {Bound.AT_LEAST: "≥", Bound.AT_MOST: "≤"},
    Charset.ASCII: {Bound.AT_LEAST: ">=", Bound.AT_MOST: "<="},
}
BRANCHES = {Charset.BOX: ("├─ ", "└─ ", "│  ", "   "), Charset.ASCII: ("+- ", "`- ", "|  ", "   ")}


def draw_tree(tree: GameTree, *, charset: Charset = Charset.BOX) -> str:
    """Return the tree as text; a star marks the move that gives a position its value."""
    lines = [f"{tree.position}", label(tree, tree.root, charset=charset), *_below(tree, tree.root, "", charset)]
    return "\n".join(lines)


def label(tree: GameTree, node: TreeNode, *, is_best: bool = False, charset: Charset = Charset.BOX) -> str:
    """Return the label of a node: its pit, its value with its bound, and what happens there."""
    sign = SIGNS[charset].get(node.bound, "")
    move = "" if node.pit is None else "pass: " if node.pit == PASS else f"{node.pit}: "
    parts = [f"{move}{sign}{format_value(node.value, tree.leaf_value)}{'*' if is_best else ''}"]
    if node.position.is_over:
        final = node.position.swept()
        parts.append(f"over, {final.south_store} to {final.north_store}")
    elif node.children:
        parts.append(f"{node.position.to_move} {'maximises' if node.position.to_move == 'south' else 'minimises'}")
    return "  ".join(parts)


def _below(tree: GameTree, node: TreeNode, indent: str, charset: Charset) -> Iterator[str]:
    fork, corner, bar, space = BRANCHES[charset]
    best = node.best
    for number, child in enumerate(node.children, start=1):
        is_last = number == len(node.children) and node.cut is None
        yield f"{indent}{corner if is_last else fork}{label(tree, child, is_best=child is best, charset=charset)}"
        yield from _below(tree, child, indent + (space if is_last else bar), charset)
    if node.cut is not None:
        yield f"{indent}{corner}{' '.join(map(str, node.cut.pits))}: cut, {node.cut.reason}"
