"""Line charts over epochs or other steps as SVG, in panels side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import floor, log10

from sowfish.render.geometry import Box, Point
from sowfish.render.heat_svg import style
from sowfish.render.shapes import document, line, rect, short, text

PANEL, HEIGHT = 380, 320
LEFT, RIGHT, TOP, BASE = 56, 18, 70, 262
LINES = 5  # across a panel, at most
ROOM = 0.06  # of the span, left free above and below
LEGEND, LEGEND_STEP = 50, 120
CURVES = """.sowfish-curve{fill:none;stroke-width:2}
.sowfish-curve-0{stroke:#2f7f86}
.sowfish-curve-1{stroke:#b5563b}
.sowfish-curve-2{stroke:#7d6bb3}
.sowfish-curve-3{stroke:#8a8a3c}
.sowfish-grid{stroke:#888;stroke-width:.5;opacity:.5}
.sowfish-chart .sowfish-right{text-anchor:end}
.sowfish-chart .sowfish-left{text-anchor:start}
@media (prefers-color-scheme:dark){
.sowfish-curve-0{stroke:#63b7bd}
.sowfish-curve-1{stroke:#e08a6d}
.sowfish-curve-2{stroke:#ab9bdb}
.sowfish-curve-3{stroke:#b9b968}
}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """A named line; the first value belongs to step 1."""

    name: str
    values: Sequence[float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """Curves that share their axes."""

    name: str
    curves: Sequence[Curve]  # one to four, each with a value


def draw_curves_svg(title: str, panels: Sequence[Panel], axis: str = "epoch") -> str:
    """Return the panels as an SVG document."""
    width = PANEL * len(panels)
    words = "; ".join(
        f"{panel.name}, {curve.name}: {curve.values[0]:.3g} to {curve.values[-1]:.3g}"
        for panel in panels
        for curve in panel.curves
    )
    parts = [
        rect("sowfish-page", Box(0, 0, width, HEIGHT), 12),
        text("sowfish-title sowfish-ink", Point(width / 2, 20), title),
    ]
    for place, panel in enumerate(panels):
        parts += _panel(panel, PANEL * place, axis)
    look = f"{style()}{CURVES}"
    return document("sowfish-chart", width, HEIGHT, parts, title=title, words=words, style=look) + "\n"


def _panel(panel: Panel, left: float, axis: str) -> Iterator[str]:
    values = [value for curve in panel.curves for value in curve.values]
    span = max(max(values) - min(values), 1e-9)
    low, high = min(values) - ROOM * span, max(values) + ROOM * span
    steps = max(len(curve.values) for curve in panel.curves)

    def at(step: float, value: float) -> Point:
        x = left + LEFT + (PANEL - LEFT - RIGHT) * (step - 1) / max(steps - 1, 1)
        return Point(x, BASE - (BASE - TOP) * (value - low) / (high - low))

    for value in _round_values(low, high):
        yield line("sowfish-grid", at(1, value), at(max(steps, 2), value))
        yield text("sowfish-small sowfish-soft sowfish-right", Point(left + LEFT - 6, at(1, value).y), f"{value:g}")
    for step in {1, steps}:
        yield text("sowfish-small sowfish-soft", Point(at(step, low).x, BASE + 14), str(step))
    yield text("sowfish-axis sowfish-soft", Point(left + PANEL / 2, HEIGHT - 22), f"{panel.name} by {axis}")
    for number, curve in enumerate(panel.curves):
        points = " ".join(
            f"{short(place.x)},{short(place.y)}"
            for place in (at(step, value) for step, value in enumerate(curve.values, start=1))
        )
        yield f'<polyline class="sowfish-curve sowfish-curve-{number}" points="{points}"/>'
        mark = left + LEFT + LEGEND_STEP * number
        yield line(f"sowfish-curve sowfish-curve-{number}", Point(mark, LEGEND), Point(mark + 16, LEGEND))
        yield text("sowfish-small sowfish-ink sowfish-left", Point(mark + 22, LEGEND), curve.name)


def _round_values(low: float, high: float) -> Iterator[float]:
    """Yield a few round numbers within a range.

    >>> list(_round_values(0.13, 0.58))
    [0.2, 0.3, 0.4, 0.5]
    """
    rough = (high - low) / LINES
    power = 10.0 ** floor(log10(rough))
    apart = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    number = floor(low / apart) + 1
    while number * apart < high:
        yield round(number * apart, 10)
        number += 1
