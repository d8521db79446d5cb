"""Solved starts as a heat map: one self-contained SVG with a number in every cell, light and dark."""

from __future__ import annotations

from collections.abc import Iterator

from sowfish.render.geometry import Box, Point
from sowfish.render.heat_text import Starts, shade
from sowfish.render.shapes import document, rect, text
from sowfish.render.values import signed
from sowfish.starts import SIZES, SolvedStart

CELL_WIDTH, CELL_HEIGHT, GAP = 92, 62, 4
LEFT, TOP, BOTTOM = 64, 92, 70
LONGEST_PITS = 9  # characters that leave room for the word
WIDTH = LEFT + (CELL_WIDTH + GAP) * len(SIZES) + 12
HEIGHT = TOP + (CELL_HEIGHT + GAP) * len(SIZES) + BOTTOM

# From a tie to nearly all stones: background and text, in light and in dark. Green wins, red loses, in the colours of
# the web page (explore.css), and every text stands out from its background by at least 4.5 to 1.
WIN = {
    "light": (("#dbe2d6", "#2a1c10"), ("#abc2b2", "#2a1c10"), ("#3a775d", "#ffffff"), ("#0f5a3c", "#ffffff")),
    "dark": (("#32382c", "#f6ead9"), ("#485f4c", "#f6ead9"), ("#7bbc97", "#14100c"), ("#8fe0b4", "#14100c")),
}
LOSS = {
    "light": (("#f1dbd0", "#2a1c10"), ("#dfb2a5", "#2a1c10"), ("#b4523e", "#ffffff"), ("#a32d17", "#ffffff")),
    "dark": (("#422e25", "#f6ead9"), ("#6f483c", "#f6ead9"), ("#d78571", "#14100c"), ("#ff9d86", "#14100c")),
}
TIE = {"light": ("#dfd9cf", "#2a1c10"), "dark": ("#433b33", "#f6ead9")}
PAGE = {"light": ("#ffffff", "#222222", "#555555"), "dark": ("#161a1f", "#f0f0f0", "#b5b5b5")}


def colours(theme: str) -> dict[str, tuple[str, str]]:
    """Return the background and text of every kind of cell, by class."""
    pairs = {f"sowfish-w{level}": pair for level, pair in enumerate(WIN[theme], start=1)}
    pairs |= {f"sowfish-l{level}": pair for level, pair in enumerate(LOSS[theme], start=1)}
    return pairs | {"sowfish-tie": TIE[theme]}


def style() -> str:
    """Return the style of charts: plain class rules, because some converters do not support CSS variables."""
    fixed = (
        '.sowfish-chart{max-width:100%;height:auto;font-family:system-ui,-apple-system,"DejaVu Sans",sans-serif}\n'
        ".sowfish-chart text{text-anchor:middle}\n"
        ".sowfish-title{font-size:20px;font-weight:700}\n"
        ".sowfish-axis{font-size:15px}\n"
        ".sowfish-margin{font-size:22px;font-weight:700}\n"
        ".sowfish-small{font-size:13px}\n"
        ".sowfish-open{fill:none;stroke-width:2;stroke-dasharray:5 4}\n"
    )
    return f"\n{fixed}{_theme('light')}@media (prefers-color-scheme:dark){{\n{_theme('dark')}}}\n"


def draw_heat_svg(starts: Starts, rules: str) -> str:
    """Return the heat map of one set of rules as an SVG document."""
    title = f"{rules}: what the first player wins by"
    middle = LEFT + (WIDTH - LEFT - 12) / 2
    parts = [
        rect("sowfish-page", Box(0, 0, WIDTH, HEIGHT), 12),
        text("sowfish-title sowfish-ink", Point(WIDTH / 2, 24), title),
        text("sowfish-axis sowfish-soft", Point(middle, 54), "stones per pit"),
        text("sowfish-axis sowfish-soft", Point(LEFT / 2, 54), "pits"),
        *_axes(),
        *(
            part
            for pits in SIZES
            for stones in SIZES
            for part in _cell(starts.get((rules, pits, stones)), pits, stones)
        ),
        *_legend(),
    ]
    words = _description(starts, rules)
    return document("sowfish-chart", WIDTH, HEIGHT, parts, title=title, words=words, style=style()) + "\n"


def _theme(theme: str) -> str:
    page, ink, soft = PAGE[theme]
    rules = [f".sowfish-page{{fill:{page}}}", f".sowfish-ink{{fill:{ink}}}", f".sowfish-soft{{fill:{soft}}}"]
    rules.append(f".sowfish-open{{stroke:{soft}}}")
    for name, (background, writing) in colours(theme).items():
        rules += [f".{name}{{fill:{background}}}", f".{name}-text{{fill:{writing}}}"]
    return "\n".join(rules) + "\n"


def _axes() -> Iterator[str]:
    for number in SIZES:
        box = _box(number, number)
        yield text("sowfish-axis sowfish-ink", Point(box.centre.x, TOP - 16), str(number))
        yield text("sowfish-axis sowfish-ink", Point(LEFT / 2, box.centre.y), str(number))


def _box(pits: int, stones: int) -> Box:
    x = LEFT + (stones - SIZES[0]) * (CELL_WIDTH + GAP)
    y = TOP + (pits - SIZES[0]) * (CELL_HEIGHT + GAP)
    return Box(x, y, CELL_WIDTH, CELL_HEIGHT)


def _cell(start: SolvedStart | None, pits: int, stones: int) -> Iterator[str]:
    box = _box(pits, stones)
    x, y = box.centre
    if start is None or start.value is None:
        yield rect("sowfish-open", Box(box.x + 1, box.y + 1, box.width - 2, box.height - 2), 8)
        for place, words in zip((y - 12, y + 12), _bounds(start), strict=True):
            yield text("sowfish-axis sowfish-ink", Point(x, place), words)
        return
    name = kind(start.value, start.total)
    yield rect(name, box, 8)
    yield text(f"sowfish-margin {name}-text", Point(x, y - 9), signed(start.value))
    yield text(f"sowfish-small {name}-text", Point(x, y + 17), _openings(start))


def kind(margin: int, total: int) -> str:
    """Return the class of a margin's colour."""
    if margin == 0:
        return "sowfish-tie"
    return f"sowfish-{'w' if margin > 0 else 'l'}{shade(margin, total)}"


def _bounds(start: SolvedStart | None) -> tuple[str, str]:
    if start is None or start.margin.high == -start.margin.low == start.total:
        return "not", "solved"
    return f"≥ {signed(start.margin.low)}", f"≤ {signed(start.margin.high)}"


def _openings(start: SolvedStart) -> str:
    if len(start.best) == start.pits > 1:
        return "any pit"
    pits = " ".join(map(str, start.best)) + (" ..." if start.perhaps_best else "")
    word = "pit" if len(start.best) == 1 else "pits"
    return f"{word} {pits}" if len(pits) < LONGEST_PITS else pits


def _legend() -> Iterator[str]:
    """Draw the legend: who wins, and what share of the stones."""
    names = [f"sowfish-l{level}" for level in (4, 3, 2, 1)] + ["sowfish-tie"]
    names += [f"sowfish-w{level}" for level in (1, 2, 3, 4)]
    width, y = 26, HEIGHT - 44
    left = WIDTH / 2 - width * len(names) / 2
    for number, name in enumerate(names):
        yield rect(name, Box(left + number * width, y, width - 2, 14), 3)
    yield text("sowfish-small sowfish-soft", Point(left - 78, y + 7), "second player wins")
    yield text("sowfish-small sowfish-soft", Point(WIDTH - left + 70, y + 7), "first player wins")
    yield text(
        "sowfish-small sowfish-soft",
        Point(WIDTH / 2, HEIGHT - 14),
        "small: the best openings, pit 0 farthest from the store",
    )


def _description(starts: Starts, rules: str) -> str:
    """Return the whole table in words, for screen readers."""
    rows = []
    for pits in SIZES:
        known = [starts.get((rules, pits, stones)) for stones in SIZES]
        cells = [signed(start.value) if start and start.value is not None else "not solved" for start in known]
        rows.append(f"{pits} pits a side: {', '.join(cells)}")
    return f"Margins for 1 to 6 stones per pit. {'; '.join(rows)}."
