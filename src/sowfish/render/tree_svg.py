"""A game tree as a picture: the root on the left, a row for every leaf and every cut."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from sowfish.errors import SowfishError
from sowfish.render.shapes import document, short
from sowfish.render.tree_text import label
from sowfish.search.game_tree import GameTree, TreeNode

COLUMN, ROW, BOX_WIDTH, BOX_HEIGHT, EDGE = 190, 26, 150, 20, 12
MOST_ROWS = 1_500
STYLE = """
.sowfish-tree{font-family:system-ui,-apple-system,"DejaVu Sans",sans-serif;font-size:12px;background:#fffaf0}
.sowfish-tree rect{stroke-width:1.5}
.sowfish-tree .south rect{fill:#e3f1f1;stroke:#2f7f86}
.sowfish-tree .north rect{fill:#f8e6df;stroke:#b5563b}
.sowfish-tree .leaf rect{fill:#f3ead9;stroke:#a9977a}
.sowfish-tree .best rect{stroke-width:3}
.sowfish-tree .cut rect{fill:none;stroke:#8a8178;stroke-dasharray:4 3}
.sowfish-tree text{fill:#2e1b0b}
.sowfish-tree .cut text{fill:#6d645b}
.sowfish-tree path{fill:none;stroke:#b8a88f;stroke-width:1.5}
.sowfish-tree path.best{stroke:#2e1b0b;stroke-width:2.5}
@media (prefers-color-scheme:dark){
.sowfish-tree{background:#211a14}
.sowfish-tree .south rect{fill:#17383a;stroke:#63b7bd}
.sowfish-tree .north rect{fill:#43251b;stroke:#e08a6d}
.sowfish-tree .leaf rect{fill:#33291f;stroke:#8d7a5e}
.sowfish-tree text{fill:#eadcc4}
.sowfish-tree .cut text{fill:#a5998a}
.sowfish-tree path{stroke:#6b5c49}
.sowfish-tree path.best{stroke:#eadcc4}
}
"""


def draw_tree_svg(tree: GameTree) -> str:
    """Return the tree as an SVG document; the reason of a cut is its tooltip."""
    drawing = _Drawing(tree)
    parts = list(drawing.node(tree.root, 0, is_best=False))
    rows = drawing.rows
    if rows > MOST_ROWS:
        raise SowfishError(f"a picture of {rows:,} rows is too large; choose a smaller depth, or a page")
    width, height = 2 * EDGE + tree.depth * COLUMN + BOX_WIDTH, 2 * EDGE + rows * ROW
    title = f"Minimax tree of {tree.position}"
    return document("sowfish-tree", width, height, parts, title=title, words=repr(tree), style=STYLE) + "\n"


class _Drawing:
    """Lays out nodes from the leaves up: a parent is centred on its children."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.rows = 0
        self._middle: dict[int, float] = {}

    def node(self, node: TreeNode, column: int, *, is_best: bool) -> Iterator[str]:
        middles: list[tuple[float, bool]] = []
        shapes: list[str] = []
        best = node.best
        for child in node.children:
            shapes.extend(self.node(child, column + 1, is_best=child is best))
            middles.append((self._middle[id(child)], child is best))
        if node.cut is not None:
            middles.append((self._row(), False))
            shapes.append(self._cut(node, column + 1, middles[-1][0]))
        y = sum(middle for middle, _ in middles) / len(middles) if middles else self._row()
        self._middle[id(node)] = y
        yield from (_edge(column, y, middle, is_best=chosen) for middle, chosen in middles)
        yield from shapes
        kind = str(node.position.to_move) if node.children else "leaf"
        words = label(self.tree, node, is_best=is_best).removesuffix(" maximises").removesuffix(" minimises")
        yield _box(f"{kind}{' best' if is_best else ''}", column, y, words, str(node.position))

    def _row(self) -> float:
        self.rows += 1
        return EDGE + (self.rows - 0.5) * ROW

    def _cut(self, node: TreeNode, column: int, y: float) -> str:
        assert node.cut is not None
        return _box("cut", column, y, f"{' '.join(map(str, node.cut.pits))}: cut", node.cut.reason)


def _box(name: str, column: int, y: float, words: str, title: str) -> str:
    x = EDGE + column * COLUMN
    place = f'x="{x}" y="{short(y - BOX_HEIGHT / 2)}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="5"'
    told = f'<text x="{x + 8}" y="{short(y)}" dy=".36em">{escape(words)}</text>'
    return f'<g class="{name}"><title>{escape(title)}</title><rect {place}/>{told}</g>'


def _edge(column: int, start: float, end: float, *, is_best: bool) -> str:
    x1, x2 = EDGE + column * COLUMN + BOX_WIDTH, EDGE + (column + 1) * COLUMN
    middle = (x1 + x2) / 2
    way = f"M{x1} {short(start)}C{short(middle)} {short(start)} {short(middle)} {short(end)} {x2} {short(end)}"
    name = ' class="best"' if is_best else ""
    return f'<path{name} d="{way}"/>'
