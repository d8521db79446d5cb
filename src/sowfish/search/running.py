"""What the searches share: checks of what is asked, and the running of the core's work."""

from __future__ import annotations

from collections.abc import Callable

from sowfish import _core
from sowfish.runtime import workers
from sowfish.runtime.limits import Cancel, positive, usable, whole


def control_of(seconds: float | None, nodes: int | None = None) -> _core.Control:
    """Return the core's limits, with a little of the time kept back; it runs from now."""
    return _core.Control(
        seconds=0.0 if seconds is None else usable(positive("seconds", seconds)),
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
