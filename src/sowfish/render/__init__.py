"""Positions as pictures: text for terminals, SVG for pages and notebooks, and plain words."""

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from sowfish.render.scene import Numbering, View
from sowfish.render.text import Charset, draw_text

if TYPE_CHECKING:
    from sowfish.render.svg import draw_svg

__all__ = ["Charset", "Numbering", "View", "draw_svg", "draw_text"]


def __getattr__(name: str) -> object:
    """Load SVG drawing on first use, so that commands which draw text start sooner."""
    if name == "draw_svg":
        return import_module("sowfish.render.svg").draw_svg
    # With `name` and `obj` Python suggests the nearest name.
    raise AttributeError(f"module 'sowfish.render' has no attribute {name!r}", name=name, obj=sys.modules[__name__])


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
