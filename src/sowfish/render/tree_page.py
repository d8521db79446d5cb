"""A game tree as an expandable page without scripts; the best line is expanded initially."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from sowfish.errors import counted
from sowfish.render.text import draw_text
from sowfish.render.tree_text import label
from sowfish.search.game_tree import GameTree, LeafValue, TreeNode

STYLE = """
.sowfish-unfold{font-family:system-ui,-apple-system,"DejaVu Sans",sans-serif;line-height:1.5}
.sowfish-unfold details,.sowfish-unfold .leaf,.sowfish-unfold .cut{margin-left:1.4em;padding-left:.6em}
.sowfish-unfold details,.sowfish-unfold .leaf,.sowfish-unfold .cut{border-left:2px solid #cbbfa9}
.sowfish-unfold summary{cursor:pointer}
.sowfish-unfold .south>summary{color:#1f6a70}
.sowfish-unfold .north>summary{color:#a0452c}
.sowfish-unfold .best{font-weight:700}
.sowfish-unfold .best :is(details,.leaf,.cut,pre){font-weight:400}
.sowfish-unfold .best>.best{font-weight:700}
.sowfish-unfold .cut{color:#7a7067;font-style:italic}
.sowfish-unfold pre{margin:.3em 0 .3em 1.4em;line-height:1.15;font-size:13px}
@media (prefers-color-scheme:dark){
.sowfish-unfold .south>summary{color:#7fcdd2}
.sowfish-unfold .north>summary{color:#eb9f83}
.sowfish-unfold .cut{color:#a5998a}
}
"""
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
</head>
<body>
<h1>{title}</h1>
{body}
</body>
</html>
"""
MEANINGS = {
    LeafValue.MINIMAX: "0 is won by north, 1 by south",
    LeafValue.GREEDY: "south's store minus north's",
    LeafValue.PERFECT: "south's margin at the end of the game, proven at the leaves",
}
BOARDS = 300  # drawn at most; deeper nodes show their position as text


def tree_page(tree: GameTree) -> str:
    """Return a self-contained page."""
    return PAGE.format(title=escape(f"Minimax tree of {tree.position}"), body=tree_fragment(tree))


def tree_fragment(tree: GameTree) -> str:
    """Return the tree as an HTML fragment, for a notebook."""
    cuts = "with the cuts of alpha-beta" if tree.prunes else "without cuts"
    head = (
        f"<p>{counted(tree.size, 'position')}, {counted(tree.depth, 'move')} deep, {cuts}. "
        f"Values are south's: {MEANINGS[tree.leaf_value]}. South makes "
        "them large, north small; a star marks the move that gives a position its value.</p>"
    )
    body = "\n".join(_Unfolding(tree).node(tree.root, is_best=True))
    return f'<div class="sowfish-unfold"><style>{STYLE}</style>\n{head}\n{body}\n</div>'


class _Unfolding:
    def __init__(self, tree: GameTree) -> None:
        self._tree = tree
        self._drawn = 0

    def node(self, node: TreeNode, *, is_best: bool) -> Iterator[str]:
        words = escape(label(self._tree, node, is_best=is_best and node.pit is not None))
        name = f"{node.position.to_move}{' best' if is_best else ''}"
        if not node.children:
            yield f'<div class="leaf{" best" if is_best else ""}" title="{escape(str(node.position))}">{words}</div>'
            return
        yield f'<details class="{name}"{" open" if is_best else ""}><summary>{words}</summary>'
        yield self._board(node)
        best = node.best
        for child in node.children:
            yield from self.node(child, is_best=is_best and child is best)
        if node.cut is not None:
            pits = " ".join(map(str, node.cut.pits))
            yield f'<div class="cut">{pits}: cut, because {escape(node.cut.reason)}</div>'
        yield "</details>"

    def _board(self, node: TreeNode) -> str:
        self._drawn += 1
        board = draw_text(node.position) if self._drawn <= BOARDS else str(node.position)
        return f"<pre>{escape(board)}</pre>"
