"""Threads for the core: it does the work, the caller's thread keeps watch."""

from __future__ import annotations

import atexit
import contextlib
import os
import threading
from collections.abc import Callable, Iterator

from sowfish.runtime import systems

WATCH_SECONDS = 0.005  # how soon a wish to stop is heard
END_SECONDS = 10.0  # at the end of Python, for work that does not stop when told to
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

    When Python ends, work that daemon threads have begun is stopped, and they can begin no other: SystemExit ends them.
    """
    if _end.has_begun and threading.current_thread() is threading.main_thread():
        work()  # others can do no work any more
        return
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

    with _end.awaits(stop):
        _wait_for(guarded, threads, ended, stop=stop, watch=watch)
    if errors:
        raise errors[0]


def _wait_for(
    work: Callable[[], None],
    threads: int,
    ended: threading.Semaphore,
    *,
    stop: Callable[[], object],
    watch: Callable[[], object] | None,
) -> None:
    """Start so many threads and wait until each has said that it ended; where none can start, do the work here."""
    running = 0
    try:
        while running < threads and _start(work):
            running += 1
        if running == 0:
            running = 1
            work()
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


def _start(work: Callable[[], None]) -> bool:
    """Start a thread with room for deep recursion; return False when Python is ending and has no threads any more."""
    usual = threading.stack_size(STACK_BYTES)
    try:
        threading.Thread(target=work, daemon=True).start()
    except RuntimeError:  # from Python 3.12 on
        if threading.main_thread().is_alive():
            raise
        return False
    finally:
        threading.stack_size(usual)
    return True


class _End:
    """The end of Python: work under way is stopped and awaited, for its threads must not outlive what they use."""

    def __init__(self) -> None:
        self.has_begun = False
        self._changed = threading.Condition()
        self._under_way: dict[object, Callable[[], object]] = {}  # how to stop each run

    @contextlib.contextmanager
    def awaits(self, stop: Callable[[], object]) -> Iterator[None]:
        """Stop what is done in the block when Python ends, and wait for the end of the block.

        Raises SystemExit if Python is ending already.
        """
        key = object()
        with self._changed:
            if self.has_begun:
                raise SystemExit
            self._under_way[key] = stop
        try:
            yield
        finally:
            with self._changed:
                self._under_way.pop(key, None)
                self._changed.notify_all()

    def begin(self) -> None:
        """Stop all work and wait for it; called by Python when threads that are no daemons have ended."""
        with self._changed:
            self.has_begun = True
            stops = list(self._under_way.values())
        for stop in stops:
            with contextlib.suppress(Exception):  # the others are to be stopped whatever happens
                stop()
        with self._changed:
            self._changed.wait_for(lambda: not self._under_way, END_SECONDS)


_end = _End()


def _forget_threads() -> None:
    """Begin anew in a copy of the process, which has none of the threads."""
    global _end  # noqa: PLW0603  # the lock of the old one may be held by a thread that is not there
    _end = _End()


# The core has registered before: it waits after us, for calls in other threads that are no work of ours.
atexit.register(lambda: _end.begin())  # noqa: PLW0108  # of the copy, in a copy of the process
systems.after_fork(_forget_threads)
