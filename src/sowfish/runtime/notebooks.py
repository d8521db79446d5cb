"""Values that a notebook shows as pictures; a higher layer supplies the drawing."""

from __future__ import annotations

from importlib import import_module


class DrawnInNotebooks:
    """A value that a notebook shows as a picture with a sentence."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        """Return the HTML for notebooks."""
        shown: str = import_module("sowfish.render.notebook").html_of(self)
        return shown
