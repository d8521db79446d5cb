"""What the searches share: checks of what is asked, and the running of the core's work."""

from __future__ import annotations

import math
from collections.abc import Callable

from sowfish import _core, workers
from sowfish.errors import LimitError, SowfishError, shown
from sowfish.position import Position
from sowfish.solver import Cancel

MOST = 1 << 63
SAFETY_SHARE, SAFETY_SECONDS = 0.03, 0.002  # of the time, kept for coming back


def require_move(position: Position) -> None:
    """Refuse a position in which there is nothing to choose."""
    if not position.legal_pits:
        why = "the game is over" if position.is_over else f"{position.to_move} must pass"
        raise SowfishError(f"there is no move to search: {why} in {position}")


def whole(name: str, number: object, *, least: int = 1, most: int = MOST) -> int:
    """Return a whole number within its limits, or say which option is wrong."""
    if type(number) is not int or not least <= number <= most:
        within = "positive whole number" if (least, most) == (1, MOST) else f"whole number from {least} to {most}"
        raise LimitError(f"{name} must be a {within}, not {shown(number)}")
    return number


def positive(name: str, number: object) -> float:
    """Return a positive number, or say which option is wrong."""
    fits = isinstance(number, int | float) and not isinstance(number, bool) and math.isfinite(number) and number > 0
    if not fits:
        raise LimitError(f"{name} must be a positive number, not {shown(number)}")
    return float(number)  # type: ignore[arg-type]  # it is a number


def usable(seconds: float) -> float:
    """Return how much of a time limit to search for, so that the answer comes within it."""
    positive("seconds", seconds)
    return max(seconds * (1 - SAFETY_SHARE) - SAFETY_SECONDS, seconds / 2)


def control_of(seconds: float | None, nodes: int | None = None) -> _core.Control:
    """Return the core's limits, with a little of the time kept back; it runs from now."""
    return _core.Control(
        seconds=0.0 if seconds is None else usable(seconds),
        nodes=0 if nodes is None else whole("nodes", nodes),
    )


def run(
    work: Callable[[], object], control: _core.Control, *, threads: int = 1, cancel: Cancel | None, brief: bool = False
) -> None:
    """Run the core's work on so many threads so that Ctrl-C and the wish to cancel are heard.

    Work that is `brief` is done here and now: a thread would take longer to start.
    """
    if brief and threads == 1:
        work()
        return

    def watch() -> None:
        if cancel is not None and cancel.is_set():
            control.stop()

    workers.run(work, threads, stop=control.stop, watch=watch)
