"""Values that a notebook shows as pictures; how they are drawn is known by a layer above."""

from __future__ import annotations

from importlib import import_module


class DrawnInNotebooks:
    """A value that a notebook shows as a picture with a sentence, as it shows positions."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        shown: str = import_module("sowfish.render.notebook").html_of(self)
        return shown
