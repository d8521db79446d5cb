"""Progress of a search on a terminal, and Ctrl-C, which ends the search and shows what is known."""

from __future__ import annotations

import contextlib
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Self

from sowfish import Progress
from sowfish.cli.errors import EXIT_INTERRUPTED
from sowfish.render import Numbering
from sowfish.render.values import mark, signed

if TYPE_CHECKING:
    from sowfish.engine.review import Stage

PATIENCE = 0.4  # seconds before anything is shown
CLEAR_LINE = "\r\x1b[K"
BAR_WIDTH = 8


class ProgressLine:
    """Shows progress on one line; the first Ctrl-C ends the search, the second the program."""

    def __init__(self, *, quiet: bool = False, numbering: Numbering = Numbering.OWN) -> None:
        """Show a line on standard error if that is a terminal, unless told to be quiet."""
        self._numbering = numbering
        self._shows = not quiet and sys.stderr is not None and sys.stderr.isatty()
        self._has_line = False
        self._interrupted = False
        self._before: Callable[[int, FrameType | None], object] | int | None = None

    @property
    def exit_code(self) -> int:
        """The exit code once the answer is shown."""
        return EXIT_INTERRUPTED if self._interrupted else 0

    def is_set(self) -> bool:
        """Return whether to stop; a search takes this object as its `cancel`."""
        return self._interrupted

    def tell(self, progress: Progress) -> None:
        """Show the progress of a search."""
        if progress.seconds >= PATIENCE:
            self.show(how_far(progress) + self._provisional(progress))

    def _provisional(self, progress: Progress) -> str:
        """Return the turn to play if the search ended now, with its value and whether that is proven."""
        if progress.analysis is None or not progress.analysis.result.turn:
            return ""
        position, result = progress.analysis.position, progress.analysis.result
        number = self._numbering.number
        turn = [number(position.to_move, pit, position.rules.pits) for pit in result.turn]
        return f"; best so far {mark(result)}: {' '.join(map(str, turn))}"

    def tell_stage(self, stage: Stage) -> None:
        """Show the progress of a review."""
        self.show(f"{stage.done} of {stage.of}; {how_far(stage.search)}")

    def show(self, line: str) -> None:
        """Show a line instead of the last one."""
        if self._shows:
            self._has_line = True
            room = shutil.get_terminal_size().columns - 1
            sys.stderr.write(f"{CLEAR_LINE}{line[:room]}")
            sys.stderr.flush()

    def clear(self) -> None:
        """Remove the line."""
        if self._has_line:
            self._has_line = False
            sys.stderr.write(CLEAR_LINE)
            sys.stderr.flush()

    def __enter__(self) -> Self:
        """Listen for Ctrl-C."""
        self._before = signal.signal(signal.SIGINT, self._heard)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Remove the line and stop listening."""
        signal.signal(signal.SIGINT, self._before)
        self.clear()

    def _heard(self, _number: int, _frame: FrameType | None) -> None:
        if self._interrupted:
            raise KeyboardInterrupt
        self._interrupted = True


@contextlib.contextmanager
def waiting(words: str) -> Iterator[None]:
    """Show a line on the terminal while the block runs, unless it is quick."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    lock = threading.Lock()
    shown = []

    def show() -> None:
        with lock:
            shown.append(words)
            sys.stderr.write(f"{CLEAR_LINE}{words[: shutil.get_terminal_size().columns - 1]}")
            sys.stderr.flush()

    timer = threading.Timer(PATIENCE, show)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        with lock:
            if shown:
                sys.stderr.write(CLEAR_LINE)
                sys.stderr.flush()


def how_far(progress: Progress) -> str:
    """Return the progress of a search, in less than 40 characters."""
    if not progress.bounds:
        return f"{progress.seconds:.0f} s: building tables"
    known = ""
    if len(progress.bounds) == 1:
        (low, high), *_ = progress.bounds
        known = f", {signed(low)} to {signed(high)}"
    seconds, nodes = progress.seconds, progress.nodes
    if progress.earlier is not None:
        seconds, nodes = seconds + progress.earlier.seconds, nodes + progress.earlier.nodes
    return f"{seconds:.0f} s: {short(nodes)} positions{known}"


def bar(share: float) -> str:
    """Return a progress bar with the percentage.

    >>> bar(0.5)
    '[####....]  50 %'
    """
    filled = min(max(int(share * BAR_WIDTH), 0), BAR_WIDTH)
    return f"[{'#' * filled}{'.' * (BAR_WIDTH - filled)}] {100 * share:3.0f} %"


def short(number: int) -> str:
    """Return a large number in few digits.

    >>> short(12_345_678)
    '12.3 M'
    """
    for size, name in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if number >= size:
            return f"{number / size:.1f} {name}"
    return str(number)
