"""The graph of a reviewed game as SVG."""

from __future__ import annotations

from html import escape

from sowfish.engine.review import Review
from sowfish.render.chart import Label, Rectangle, chart
from sowfish.render.shapes import document

STYLE = """
.sowfish-chart{max-width:100%;height:auto;font-family:system-ui,-apple-system,"DejaVu Sans",sans-serif;font-size:13px}
.sowfish-paper{fill:#fffaf0}
.sowfish-line{fill:#e6dccb}
.sowfish-tie{fill:#4a3a28}
.sowfish-south{fill:#2f7f86}
.sowfish-north{fill:#b5563b}
.sowfish-ink{fill:#3a2d1f}
@media (prefers-color-scheme:dark){
.sowfish-paper{fill:#211a14}
.sowfish-line{fill:#3b3027}
.sowfish-tie{fill:#d8c4a6}
.sowfish-south{fill:#63b7bd}
.sowfish-north{fill:#e08a6d}
.sowfish-ink{fill:#eadcc4}
}
"""


def draw_chart_svg(review: Review) -> str:
    """Return the graph as an SVG document that follows the reader's light or dark setting."""
    drawn = chart(review)
    values = ", ".join(f"{known.value:+d}" for known in review.graph)
    parts = [*map(_rectangle, drawn.rectangles), *map(_label, drawn.labels)]
    size = drawn.width, drawn.height
    return document("sowfish-chart", *size, parts, title=drawn.title, words=values, style=STYLE) + "\n"


def _rectangle(shape: Rectangle) -> str:
    place = f'x="{shape.x:.1f}" y="{shape.y:.1f}" width="{shape.width:.1f}" height="{shape.height:.1f}"'
    return f'<rect class="sowfish-{shape.paint}" {place}/>'


def _label(label: Label) -> str:
    place = f'x="{label.x:.1f}" y="{label.y:.1f}" dy=".36em" text-anchor="{label.anchor}"'
    return f'<text class="sowfish-ink" {place}>{escape(label.text)}</text>'
