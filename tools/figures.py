"""Usage: figures.py FOLDER. Draw figures of the documentation: ratings, grades, bounds, table sizes, a tree, a net.

Ratings and grades are read from the tables in docs that `benchmarks.ratings` and `benchmarks.grades` print; the
bounds of a proof are searched again, on one thread with node limits, so that they are reproducible.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, log10
from pathlib import Path

from sowfish import Engine, Position
from sowfish.nets import net_for
from sowfish.render import shapes
from sowfish.render.geometry import Box, Point
from sowfish.render.heat_svg import style
from sowfish.render.shapes import circle, line, rect, text
from sowfish.render.tree_svg import draw_tree_svg
from sowfish.render.values import signed
from sowfish.search.game_tree import grow_tree

DOCS = Path(__file__).parent.parent / "docs"
WIDTH = 720
LOOK = """.sowfish-grid{stroke:#888;stroke-width:.5;opacity:.5}
.sowfish-chart .sowfish-right{text-anchor:end}
.sowfish-chart .sowfish-left{text-anchor:start}
.sowfish-bar,.sowfish-dot{fill:#2f7f86}
.sowfish-other{fill:#b5563b}
.sowfish-span{stroke:#2f7f86;stroke-width:3;stroke-linecap:round}
.sowfish-box{fill:#2f7f8622;stroke:#2f7f86;stroke-width:1.5}
.sowfish-arrow{stroke:#888;stroke-width:1.5}
@media (prefers-color-scheme:dark){
.sowfish-bar,.sowfish-dot{fill:#63b7bd}
.sowfish-other{fill:#e08a6d}
.sowfish-span{stroke:#63b7bd}
.sowfish-box{fill:#63b7bd22;stroke:#63b7bd}
}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A name with a value and its interval."""

    name: str
    value: float
    low: float
    high: float


def document(title: str, height: float, words: str, parts: Iterator[str] | Sequence[str]) -> str:
    """Return an SVG document that follows the reader's light or dark setting."""
    head = [
        rect("sowfish-page", Box(0, 0, WIDTH, height), 12),
        text("sowfish-title sowfish-ink", Point(WIDTH / 2, 24), title),
    ]
    look = f"{style()}{LOOK}"
    return shapes.document("sowfish-chart", WIDTH, height, [*head, *parts], title=title, words=words, style=look) + "\n"


def intervals(title: str, axis: str, rows: Sequence[Row], marks: Sequence[float]) -> str:
    """Return a chart with a row for each name: a dot, its interval and its number."""
    left, right, top, step = 250, 70, 52, 25
    low, high = marks[0], marks[-1]
    base = top + step * len(rows)

    def x(value: float) -> float:
        return left + (WIDTH - left - right) * (value - low) / (high - low)

    def parts() -> Iterator[str]:
        for mark in marks:
            yield line("sowfish-grid", Point(x(mark), top), Point(x(mark), base))
            yield text("sowfish-small sowfish-soft", Point(x(mark), base + 14), f"{mark:g}")
        for number, row in enumerate(rows):
            y = top + step * (number + 0.5)
            yield text("sowfish-small sowfish-ink sowfish-right", Point(left - 14, y), row.name)
            yield line("sowfish-span", Point(x(max(row.low, low)), y), Point(x(min(row.high, high)), y))
            yield circle("sowfish-dot", Point(x(row.value), y), 5)
            yield text("sowfish-small sowfish-ink sowfish-left", Point(WIDTH - right + 14, y), str(row.value))
        yield text("sowfish-axis sowfish-soft", Point((left + WIDTH - right) / 2, base + 38), axis)

    words = "; ".join(f"{row.name}: {row.value:g} ({row.low:g} to {row.high:g})" for row in rows)
    return document(title, base + 60, words, parts())


def ratings(rules: str) -> str:
    """Return the ratings of the arena page as a figure."""
    page = (DOCS / "arena.md").read_text(encoding="utf-8")
    part = page.partition(f"<!-- ratings-{rules}: begin")[2].partition(f"<!-- ratings-{rules}: end")[0]
    found = re.findall(r"^\d +(\S+) +([+-]\d+) +(\d+) ", part, re.MULTILINE)
    rows = [
        Row(name=name, value=int(elo), low=int(elo) - int(error), high=int(elo) + int(error))
        for name, elo, error in found
    ]
    return intervals(f"Ratings, {rules}", "Elo, with 95 % intervals; 0 is the mean", rows, range(-800, 801, 400))


def grades(rules: str) -> str:
    """Return the grades of the grading page as a figure, the best first."""
    page = (DOCS / "grading.md").read_text(encoding="utf-8")
    part = page.partition(f"<!-- grades-{rules}: begin")[2].partition(f"<!-- grades-{rules}: end")[0]
    found = re.findall(r"^\| `(\S+)` \| ([\d.]+) % \((\d+) to (\d+)\)", part, re.MULTILINE)
    rows = [Row(name=name, value=float(share), low=int(low), high=int(high)) for name, share, low, high in found]
    rows.sort(key=lambda row: -row.value)
    return intervals(
        f"Grades, {rules}", "moves that give nothing away, %, with 95 % intervals", rows, range(20, 101, 20)
    )


def layers() -> str:
    """Return the number of positions of an endgame table by stones, on a logarithmic scale."""
    pits, most, left, top, base = 6, 28, 70, 60, 300
    counts = [comb(stones + 2 * pits, 2 * pits) for stones in range(most + 1)]
    tens = 10
    step = (WIDTH - left - 30) / len(counts)

    def y(count: float) -> float:
        return base - (base - top) * log10(count) / tens

    def parts() -> Iterator[str]:
        for power, name in ((3, "1 kB"), (6, "1 MB"), (9, "1 GB")):
            yield line("sowfish-grid", Point(left, y(10**power)), Point(WIDTH - 30, y(10**power)))
            yield text("sowfish-small sowfish-soft sowfish-right", Point(left - 8, y(10**power)), name)
        for stones, count in enumerate(counts):
            box = Box(left + stones * step + 1, y(count), step - 2, base - y(count))
            yield rect("sowfish-bar", box, 2)
            if stones % 4 == 0:
                yield text("sowfish-small sowfish-soft", Point(box.x + box.width / 2, base + 14), str(stones))
        yield text(
            "sowfish-axis sowfish-soft",
            Point(WIDTH / 2, base + 40),
            "stones in play, 6 pits a side; a byte for each position",
        )

    title = "The size of an endgame table"
    return document(title, base + 60, ", ".join(f"{stones}: {count}" for stones, count in enumerate(counts)), parts())


def bounds() -> str:
    """Return how the proven bounds of a start close in on its value, by nodes."""
    start = Position.start("avalanche", 4)
    steps = [2**power * 1000 for power in range(15)]
    known: list[tuple[int, int, int]] = []
    for nodes in steps:
        with Engine(threads=1, memory=256 << 20) as engine:
            result = engine.solve(start, nodes=nodes)
        known.append((result.low, result.high, result.value))
        if result.low == result.high:
            break
    left, top, base, most = 60, 56, 300, 48
    width = (WIDTH - left - 30) / len(known)

    def y(value: float) -> float:
        return base - (base - top) * (value + most) / (2 * most)

    def parts() -> Iterator[str]:
        for mark in range(-most, most + 1, 16):
            yield line("sowfish-grid", Point(left, y(mark)), Point(WIDTH - 30, y(mark)))
            yield text("sowfish-small sowfish-soft sowfish-right", Point(left - 8, y(mark)), signed(mark))
        for number, (low, high, value) in enumerate(known):
            x = left + (number + 0.5) * width
            yield rect("sowfish-box", Box(x - width / 3, y(high) - 2, width * 2 / 3, y(low) - y(high) + 4), 2)
            yield circle("sowfish-other", Point(x, y(value)), 5)
            yield text("sowfish-small sowfish-soft", Point(x, base + 14), f"{steps[number] // 1000}")
        words = "thousand nodes searched; a bar is what is not ruled out yet, a dot the estimate"
        yield text("sowfish-axis sowfish-soft", Point(WIDTH / 2, base + 40), words)

    words = "; ".join(
        f"{nodes} nodes: {low:+d} to {high:+d}, {value:+d}"
        for nodes, (low, high, value) in zip(steps, known, strict=False)
    )
    return document("Avalanche(6,4): every answer moves a bound", base + 60, words, parts())


def net() -> str:
    """Return the layers of the net that comes with the package."""
    shipped = net_for(Position.start().rules)
    assert shipped is not None
    first, second = shipped.layout.widths
    pits = shipped.layout.rules.pits
    columns = [
        (f"{2 * pits} pits", "rows of tables, by count"),
        (f"{first} units", "sums of rows, clipped"),
        (f"{second} units", "dense, clipped"),
        (f"{pits} + 2 outputs", "policy, score, margin"),
    ]
    inputs = [f"{2 * pits} pits", "store difference", "stones in play"]
    width, height, gap, top = 150, 64, 24, 70

    def parts() -> Iterator[str]:
        for number, (name, about) in enumerate(columns):
            x = 24 + number * (width + gap)
            names = inputs if number == 0 else [name]
            for place, words in enumerate(names):
                y = top + (place * (height + 12) if number == 0 else height + 12)
                yield rect("sowfish-box", Box(x, y, width, height), 8)
                yield text("sowfish-axis sowfish-ink", Point(x + width / 2, y + height / 2), words)
                if number < len(columns) - 1:
                    yield line(
                        "sowfish-arrow",
                        Point(x + width, y + height / 2),
                        Point(x + width + gap, top + 1.5 * height + 12),
                    )
            yield text("sowfish-small sowfish-soft", Point(x + width / 2, top + 3 * height + 46), about)

    return document(
        "What a net computes", top + 3 * height + 76, "; ".join(f"{name}: {about}" for name, about in columns), parts()
    )


def tree() -> str:
    """Return a minimax tree with its cuts."""
    return draw_tree_svg(grow_tree(Position.parse("0 1 2 3 / 1 0 2 4"), depth=3))


FIGURES = {
    "ratings-kalah.svg": lambda: ratings("kalah"),
    "ratings-avalanche.svg": lambda: ratings("avalanche"),
    "grades-kalah.svg": lambda: grades("kalah"),
    "grades-avalanche.svg": lambda: grades("avalanche"),
    "table-layers.svg": layers,
    "net.svg": net,
    "tree.svg": tree,
    "bounds.svg": bounds,
}


def main(folder: Path) -> None:
    """Draw all figures."""
    for name, draw in FIGURES.items():
        (folder / name).write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
