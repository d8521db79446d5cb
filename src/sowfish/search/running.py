"""Running the core's searches: limits, threads and cancellation."""

from __future__ import annotations

from collections.abc import Callable

from sowfish import _core
from sowfish.runtime import workers
from sowfish.runtime.limits import Cancel, positive, whole


def control_of(seconds: float | None, nodes: int | None = None) -> _core.Control:
    """Return the core's limits, with a safety margin; the clock starts now."""
    return _core.Control(
        seconds=0.0 if seconds is None else _core.usable_seconds(positive("seconds", seconds)),
        nodes=0 if nodes is None else whole("nodes", nodes),
    )


def run(
    work: Callable[[], object], control: _core.Control, *, threads: int = 1, cancel: Cancel | None, brief: bool = False
) -> None:
    """Run the core's work on this many threads; Ctrl-C or `cancel` stops it.

    Work that is `brief` runs in the caller's thread: starting another would take longer than the work.
    """
    if brief and threads == 1:
        work()
        return

    def watch() -> None:
        if cancel is not None and cancel.is_set():
            control.stop()

    workers.run(work, threads, stop=control.stop, watch=watch)
