"""Threads for the core: it does the work, the caller's thread keeps watch."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

WATCH_SECONDS = 0.005  # how soon a wish to stop is heard
STACK_BYTES = 16 << 20  # the core recurses move by move, games can take thousands, and some systems give 1 MiB


def available_threads() -> int:
    """Return how many threads can run at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(
    work: Callable[[], object],
    threads: int,
    *,
    stop: Callable[[], object],
    watch: Callable[[], object] | None = None,
) -> None:
    """Run `work` on so many threads and wait for them all.

    `watch` is called all along in the caller's thread. Whatever it raises, Ctrl-C included, calls `stop` and
    reaches the caller once the threads have ended; so does an error of the work itself.
    """
    errors: list[BaseException] = []
    ended = threading.Semaphore(0)  # not Thread.join: interrupted, it takes the thread for ended (before Python 3.13)

    def guarded() -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001  # handed to the caller below
            errors.append(error)
            stop()
        finally:
            ended.release()

    running = 0
    try:
        for _ in range(threads):
            _start(guarded)
            running += 1
        while running:
            if ended.acquire(timeout=WATCH_SECONDS):
                running -= 1
            elif watch is not None:
                watch()
    except BaseException:
        stop()
        raise
    finally:
        for _ in range(running):
            ended.acquire()
    if errors:
        raise errors[0]


def _start(work: Callable[[], None]) -> None:
    """Start a thread with room for deep recursion."""
    usual = threading.stack_size(STACK_BYTES)
    try:
        threading.Thread(target=work, daemon=True).start()
    finally:
        threading.stack_size(usual)
