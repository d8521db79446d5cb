"""An analysis that changes on the terminal while it deepens."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.live import Live as RichLive
from rich.text import Text

from sowfish import Analysis, Progress
from sowfish.cli.panel import Panel


class Live:
    """Draws the panel again and again in the same place, and takes it away at the end."""

    def __init__(self, panel: Panel, first: Analysis) -> None:
        """Begin with what a first look found."""
        self._panel = panel
        self._first = first
        console = Console(highlight=False)
        self._live = RichLive(
            self._content(None),
            console=console,
            transient=True,
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
        )

    def tell(self, progress: Progress) -> None:
        """Show how far the search is."""
        self._live.update(self._content(progress), refresh=True)

    def __enter__(self) -> Self:
        """Show the first look."""
        self._live.start(refresh=True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Take the panel away, for the report to stand in its place."""
        self._live.stop()

    def _content(self, progress: Progress | None) -> Text:
        return Text(self._panel.under_way(self._first, progress), no_wrap=True)
