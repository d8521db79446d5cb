"""A tournament report as one self-contained page: tables, and plots as inline SVG, light and dark."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from sowfish.arena.report import PairingLine, Report
from sowfish.render.geometry import Box, Point
from sowfish.render.shapes import circle, line, rect, short, text
from sowfish.render.standings import cross_rows, pairing_rows, rating_rows, sentences, subtitle

TEMPLATE = Path(__file__).with_name("arena_page.html")
NAMES = ("player", "first", "second")
WIDTH, ROW, LEFT, RIGHT, TOP = 760, 26, 250, 60, 30
LONGEST_NAME = 34
GRID_STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
MOST_LINES = 9  # of the grid


def arena_page(found: Report) -> str:
    """Return the report as an HTML page."""
    body = [
        "<h2>Ratings</h2>",
        _ratings_plot(found),
        _table(rating_rows(found)),
        "<h2>Results</h2>",
        _key(),
        _results_plot(found.pairings),
        _table(pairing_rows(found)),
    ]
    if len(found.plan.players) > 2:
        body += ["<h2>Crosstable: score of the row against the column, in percent</h2>", _table(cross_rows(found))]
    body += ["<h2>What else</h2>", *(f"<p>{escape(sentence)}</p>" for sentence in sentences(found))]
    page = TEMPLATE.read_text(encoding="utf-8")
    title = "Arena: " + ", ".join(found.plan.names)
    return (
        page.replace("{{title}}", escape(title))
        .replace("{{about}}", escape(subtitle(found)))
        .replace("{{body}}", "\n".join(body))
    )


def _table(rows: Sequence[Sequence[str]]) -> str:
    head, *others = rows
    is_name = [word in NAMES or (at == 1 and not word) for at, word in enumerate(head)]
    lines = [_row("th", head, is_name), *(_row("td", row, is_name) for row in others)]
    return f'<div class="wide"><table>{"".join(lines)}</table></div>'


def _row(cell: str, words: Sequence[str], is_name: Sequence[bool]) -> str:
    cells = (
        f'<{cell} class="name">{escape(word)}</{cell}>' if name else f"<{cell}>{escape(word)}</{cell}>"
        for word, name in zip(words, is_name, strict=True)
    )
    return f"<tr>{''.join(cells)}</tr>"


def _svg(height: float, title: str, parts: Iterable[str]) -> str:
    size = f'viewBox="0 0 {WIDTH} {short(height)}" width="{WIDTH}" height="{short(height)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}><title>{escape(title)}</title>'
    return "\n".join([head, *parts, "</svg>"])


def _ratings_plot(found: Report) -> str:
    """Draw every rating with its interval on one scale."""
    rated = found.ratings.players
    low = min(rating.elo - rating.error for rating in rated)
    high = max(rating.elo + rating.error for rating in rated)
    low, high = (low, high) if high - low >= 1 else (low - 50, high + 50)
    bottom = TOP + ROW * len(rated)

    def place(elo: float) -> float:
        return LEFT + (elo - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    def parts() -> Iterator[str]:
        for mark in _marks(low, high):
            yield line("grid", Point(place(mark), TOP - 6), Point(place(mark), bottom))
            yield _middle("soft", place(mark), TOP - 16, f"{mark:+d}" if mark else "0")
        for number, rating in enumerate(rated):
            y = TOP + ROW * (number + 0.5)
            yield text("", Point(0, y), _shortened(rating.player))
            ends = place(rating.elo - rating.error), place(rating.elo + rating.error)
            yield line("bar", Point(ends[0], y), Point(ends[1], y))
            yield circle("dot", Point(place(rating.elo), y), 5)

    words = "; ".join(f"{rating.player} {rating.elo:+.0f} ± {rating.error:.0f}" for rating in rated)
    return _svg(bottom + 6, f"Elo with 95 % intervals: {words}", parts())


def _marks(low: float, high: float) -> range:
    step = next((step for step in GRID_STEPS if (high - low) / step <= MOST_LINES), GRID_STEPS[-1])
    return range(math.ceil(low / step) * step, math.floor(high / step) * step + 1, step)


def _results_plot(pairings: Sequence[PairingLine]) -> str:
    """Draw wins, ties and losses of every pairing as one bar."""
    room = WIDTH - LEFT - RIGHT

    def parts() -> Iterator[str]:
        for number, pairing in enumerate(pairings):
            y = ROW * (number + 0.5)
            yield text("", Point(0, y), _shortened(f"{pairing.first} - {pairing.second}"))
            x = float(LEFT)
            for name, count in (("win", pairing.wins), ("tie", pairing.ties), ("loss", pairing.losses)):
                width = room * count / pairing.games if pairing.games else 0
                if width:
                    yield rect(name, Box(x, y - 9, width, 18), 0)
                x += width
            yield text("soft", Point(WIDTH - RIGHT + 8, y), f"{100 * pairing.tally.score:.0f} %")
        middle = LEFT + room / 2
        yield line("grid", Point(middle, 0), Point(middle, ROW * len(pairings)))

    return _svg(ROW * len(pairings) + 4, "Wins, ties and losses of the first player", parts())


def _key() -> str:
    words = (("win", "won by the first"), ("tie", "tie"), ("loss", "lost"))
    return (
        "<p>"
        + "".join(f'<span class="key" style="background:var(--{name})"></span>{what}' for name, what in words)
        + "</p>"
    )


def _middle(name: str, x: float, y: float, words: str) -> str:
    return f'<text class="{name}" text-anchor="middle" x="{short(x)}" y="{short(y)}" dy=".36em">{escape(words)}</text>'


def _shortened(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
