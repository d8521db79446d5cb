"""Calls of a player under a time limit; a player that hangs is abandoned."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

PATIENCE = 0.25  # seconds beyond the limit, to report how late a late answer was


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The result of a call."""

    value: object = None
    error: Exception | SystemExit | None = None
    seconds: float
    finished: bool = True  # False: still running when the time was up

    def overstep(self, limit: float | None) -> str:
        """Return how the call exceeded a limit, empty if it did not."""
        if limit is None or self.seconds <= limit:
            return ""
        took = f"took {self.seconds:.3f} s" if self.finished else "was still thinking"
        return f"{took} where {limit:.3f} s were allowed"


class Watch:
    """Runs a player's calls in one thread, or in the caller's where there is no limit."""

    def __init__(self, *, always_in_thread: bool = False) -> None:
        """Start without a thread; one is started for the first call with a limit, or for all calls."""
        self._always_in_thread = always_in_thread
        self._calls: queue.SimpleQueue[Callable[[], object] | None] | None = None
        self._answers: queue.SimpleQueue[Answer] = queue.SimpleQueue()
        self._is_stuck = False  # a call never returned

    def run(self, call: Callable[[], object], limit: float | None) -> Answer:
        """Return the result or error of a call, or that it did not finish in time."""
        if self._is_stuck:
            return Answer(seconds=0, finished=False)
        if limit is None and self._calls is None and not self._always_in_thread:
            return _timed(call)
        if self._calls is None:
            self._calls = queue.SimpleQueue()
            threading.Thread(target=_work, args=(self._calls, self._answers), daemon=True).start()
        self._calls.put(call)
        try:
            return self._answers.get(timeout=None if limit is None else limit + PATIENCE)
        except queue.Empty:
            self._is_stuck = True
            return Answer(seconds=(limit or 0) + PATIENCE, finished=False)

    def wait(self, seconds: float) -> None:
        """Wait for a call whose result is no longer wanted."""
        with contextlib.suppress(queue.Empty):
            self._answers.get(timeout=seconds)

    def close(self) -> None:
        """End the thread when its work is done."""
        if self._calls is not None:
            self._calls.put(None)


def _work(calls: queue.SimpleQueue[Callable[[], object] | None], answers: queue.SimpleQueue[Answer]) -> None:
    while (call := calls.get()) is not None:
        answers.put(_timed(call))


def _timed(call: Callable[[], object]) -> Answer:
    started = time.perf_counter()
    try:
        value = call()
    except (Exception, SystemExit) as error:  # noqa: BLE001  # a player may raise anything; the referee reports it
        return Answer(error=error, seconds=time.perf_counter() - started)
    return Answer(value=value, seconds=time.perf_counter() - started)
