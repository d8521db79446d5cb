"""SVG shapes."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from sowfish.render.geometry import Box, Point


def document(
    name: str, width: float, height: float, parts: Iterable[str], *, title: str, words: str, style: str
) -> str:
    """Return an SVG document of its parts, with a title and a description for screen readers."""
    size = f'viewBox="0 0 {width:.10g} {height:.10g}" width="{width:.10g}" height="{height:.10g}"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{name}" role="img" {size}>',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(words)}</desc>",
        f"<style>{style}</style>",
    )
    return "\n".join((*head, *parts, "</svg>"))


def circle(name: str, centre: Point, radius: float) -> str:
    """Return a circle."""
    return f'<circle class="{name}" cx="{short(centre.x)}" cy="{short(centre.y)}" r="{radius:g}"/>'


def rect(name: str, box: Box, rounding: float) -> str:
    """Return a rectangle with rounded corners."""
    place = f'x="{short(box.x)}" y="{short(box.y)}"'
    return (
        f'<rect class="{name}" {place} width="{short(box.width)}" height="{short(box.height)}" rx="{short(rounding)}"/>'
    )


def line(name: str, start: Point, end: Point) -> str:
    """Return a straight line."""
    ends = f'x1="{short(start.x)}" y1="{short(start.y)}" x2="{short(end.x)}" y2="{short(end.y)}"'
    return f'<line class="{name}" {ends}/>'


def text(name: str, place: Point, words: str) -> str:
    """Return text, vertically centred."""
    return f'<text class="{name}" x="{short(place.x)}" y="{short(place.y)}" dy=".36em">{escape(words)}</text>'


def short(number: float) -> str:
    """Return a coordinate rounded to one decimal."""
    return f"{number:.1f}".removesuffix(".0")
