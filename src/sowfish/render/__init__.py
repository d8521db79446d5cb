"""Positions as pictures: text for terminals, SVG for pages and notebooks, and plain words."""

from sowfish.render.scene import View
from sowfish.render.svg import draw_svg
from sowfish.render.text import Ink, draw_text

__all__ = ["Ink", "View", "draw_svg", "draw_text"]
