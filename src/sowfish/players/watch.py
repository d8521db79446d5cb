"""A player watched by the clock: its work is timed, and nobody waits for one that hangs."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

PATIENCE = 0.25  # seconds beyond the limit: one that is a little late is told how late


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came of a call."""

    value: object = None
    error: Exception | SystemExit | None = None
    seconds: float
    came: bool = True  # False: it was still at work when the time was over


class Watch:
    """Runs a player's calls, all in one thread; without a limit in the caller's."""

    def __init__(self) -> None:
        """Begin without a thread; one is started when there is a limit to keep."""
        self._calls: queue.SimpleQueue[Callable[[], object] | None] | None = None
        self._answers: queue.SimpleQueue[Answer] = queue.SimpleQueue()
        self._is_stuck = False  # a call never came back

    def run(self, call: Callable[[], object], limit: float | None) -> Answer:
        """Return what a call gives or raises, or that it gave nothing in time."""
        if self._is_stuck:
            return Answer(seconds=0, came=False)
        if limit is None and self._calls is None:
            return _timed(call)
        if self._calls is None:
            self._calls = queue.SimpleQueue()
            threading.Thread(target=_work, args=(self._calls, self._answers), daemon=True).start()
        self._calls.put(call)
        try:
            return self._answers.get(timeout=None if limit is None else limit + PATIENCE)
        except queue.Empty:
            self._is_stuck = True
            return Answer(seconds=(limit or 0) + PATIENCE, came=False)

    def close(self) -> None:
        """Let the thread end when its work is done."""
        if self._calls is not None:
            self._calls.put(None)


def _work(calls: queue.SimpleQueue[Callable[[], object] | None], answers: queue.SimpleQueue[Answer]) -> None:
    while (call := calls.get()) is not None:
        answers.put(_timed(call))


def _timed(call: Callable[[], object]) -> Answer:
    started = time.perf_counter()
    try:
        value = call()
    except (Exception, SystemExit) as error:  # noqa: BLE001  # a player may do anything wrong; the referee reports it
        return Answer(error=error, seconds=time.perf_counter() - started)
    return Answer(value=value, seconds=time.perf_counter() - started)
