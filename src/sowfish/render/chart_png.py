"""The graph of a reviewed game as PNG."""

from __future__ import annotations

from sowfish.engine.review import Review
from sowfish.render.chart import Anchor, Label, Paint, Rectangle, chart
from sowfish.render.pixels import ROWS, Canvas, text_width

SCALE = 2  # pixels for each unit of the chart
DOT = 3  # pixels for each dot of a letter
COLOURS = {
    Paint.PAPER: b"\xff\xfa\xf0",
    Paint.LINE: b"\xe6\xdc\xcb",
    Paint.TIE: b"\x4a\x3a\x28",
    Paint.SOUTH: b"\x2f\x7f\x86",
    Paint.NORTH: b"\xb5\x56\x3b",
    Paint.INK: b"\x3a\x2d\x1f",
}


def draw_chart_png(review: Review) -> bytes:
    """Return the graph as a PNG file."""
    drawn = chart(review)
    canvas = Canvas(drawn.width * SCALE, drawn.height * SCALE)
    for rectangle in drawn.rectangles:
        _fill(canvas, rectangle)
    for label in drawn.labels:
        _write(canvas, label)
    return canvas.png()


def _fill(canvas: Canvas, shape: Rectangle) -> None:
    """Paint a rectangle, at least one pixel in each direction."""
    left, top = round(shape.x * SCALE), round(shape.y * SCALE)
    right = max(round((shape.x + shape.width) * SCALE), left + 1)
    bottom = max(round((shape.y + shape.height) * SCALE), top + 1)
    canvas.block(left, top, right, bottom, COLOURS[shape.paint])


def _write(canvas: Canvas, label: Label) -> None:
    length = text_width(label.text, DOT)
    before = {Anchor.START: 0.0, Anchor.MIDDLE: length / 2, Anchor.END: float(length)}[label.anchor]
    left, top = round(label.x * SCALE - before), round(label.y * SCALE - ROWS * DOT / 2)
    canvas.write(label.text, left, top, DOT, COLOURS[Paint.INK])
