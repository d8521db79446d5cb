"""A live analysis on the terminal."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.live import Live as RichLive
from rich.text import Text

from sowfish import Progress
from sowfish.cli.terminal.analysis_panel import Panel


class Live:
    """Redraws the panel in place, and removes it at the end."""

    def __init__(self, panel: Panel) -> None:
        """Start without a panel."""
        self._panel = panel
        self._live = RichLive(
            console=Console(highlight=False),
            transient=True,
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
        )

    def tell(self, progress: Progress) -> None:
        """Show what is known so far."""
        if progress.analysis is not None and progress.analysis.moves:
            self._live.update(Text(self._panel.under_way(progress.analysis, progress), no_wrap=True), refresh=True)

    def __enter__(self) -> Self:
        """Start drawing."""
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Remove the panel; the report replaces it."""
        self._live.stop()
