"""A histogram of the margins of solved deals, as text and as SVG."""

from __future__ import annotations

from collections.abc import Iterator

from sowfish.render.geometry import Box, Point
from sowfish.render.heat_svg import kind, style
from sowfish.render.shapes import document, line, rect, text
from sowfish.render.text import Charset
from sowfish.render.values import signed
from sowfish.starts.summary import BIN, Bin, Summary

WIDTH, HEIGHT = 720, 330
LEFT, RIGHT, TOP, BASE = 56, 16, 56, 262
TEXT_LABEL = 13
AXIS = f"margin of the first player; each bar is {BIN} stones wide, +{BIN} is +1 to +{BIN}"


def draw_histogram(summary: Summary, *, columns: int = 80, charset: Charset = Charset.BOX) -> str:
    """Return one line per bin: its margins, a bar and the number of deals."""
    most = max(found.deals for found in summary.histogram)
    room = columns - TEXT_LABEL - len(str(most)) - 2
    block = "█" if charset is Charset.BOX else "#"
    rows = []
    for found in reversed(summary.histogram):
        bar = block * -(-found.deals * room // most)  # rounded up, so that every deal shows
        rows.append(" ".join(filter(None, (f"{name(found):>{TEXT_LABEL - 1}}", bar, str(found.deals)))))
    return "\n".join(rows)


def name(found: Bin) -> str:
    """Return the margins of a bin in words."""
    return "tie" if found.low == 0 else f"{signed(found.low)} to {signed(found.high)}"


def draw_histogram_svg(summary: Summary, title: str) -> str:
    """Return the histogram as an SVG document."""
    bins = "; ".join(f"{name(found)}: {found.deals}" for found in summary.histogram)
    words = f"Deals by margin of the first player. {bins}."
    look = f"{style()}.sowfish-base{{stroke:#888;stroke-width:1.5}}\n"
    parts = [
        rect("sowfish-page", Box(0, 0, WIDTH, HEIGHT), 12),
        text("sowfish-title sowfish-ink", Point(WIDTH / 2, 26), title),
        *_bars(summary),
        line("sowfish-base", Point(LEFT - 8, BASE), Point(WIDTH - RIGHT + 8, BASE)),
        text("sowfish-axis sowfish-soft", Point(WIDTH / 2, HEIGHT - 18), AXIS),
    ]
    return document("sowfish-chart", WIDTH, HEIGHT, parts, title=title, words=words, style=look) + "\n"


def _bars(summary: Summary) -> Iterator[str]:
    bins = summary.histogram
    most = max(found.deals for found in bins)
    widest = max(abs(found.far) for found in bins)
    step = (WIDTH - LEFT - RIGHT) / len(bins)
    for number, found in enumerate(bins):
        middle = LEFT + (number + 0.5) * step
        height = (BASE - TOP - 14) * found.deals / most
        if found.deals:
            bar = Box(middle - step / 2 + 1, BASE - height, step - 2, height)
            yield rect(kind(found.far, widest), bar, 2)
            yield text("sowfish-small sowfish-ink", Point(middle, BASE - height - 9), str(found.deals))
        if found.far % (2 * BIN) == 0:
            yield text(
                "sowfish-small sowfish-soft", Point(middle, BASE + 14), signed(found.far) if found.far else "tie"
            )
