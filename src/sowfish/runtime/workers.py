"""Worker threads for the core, watched by the caller's thread."""

from __future__ import annotations

import atexit
import contextlib
import os
import threading
from collections.abc import Callable, Iterator

from sowfish.errors import LimitError
from sowfish.runtime import systems

WATCH_SECONDS = 0.005  # polling interval for a stop request
END_SECONDS = 10.0  # to wait at interpreter shutdown for work that does not stop
STACK_BYTES = 16 << 20  # the core recurses once per move, thousands deep, and some systems default to 1 MiB


def available_threads() -> int:
    """Return the number of CPUs available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(
    work: Callable[[], object],
    threads: int,
    *,
    stop: Callable[[], object],
    watch: Callable[[], object] | None = None,
) -> None:
    """Run `work` on this many threads and wait for all of them.

    `watch` is called repeatedly in the caller's thread. Anything it raises, including Ctrl-C, calls `stop` and is
    re-raised once the threads have ended; so is an error of the work itself.

    At interpreter shutdown, running work of daemon threads is stopped, and new work raises SystemExit.
    """
    if _end.has_begun and threading.current_thread() is threading.main_thread():
        work()  # no other threads can start
        return
    errors: list[BaseException] = []
    ended = threading.Semaphore(0)  # not Thread.join: before Python 3.13 an interrupted join marks the thread as ended

    def guarded() -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001  # re-raised below
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
    """Start as many of the threads as possible and wait until each has signalled its end."""
    running = 0
    try:
        while running < threads and _start(work):
            running += 1
        if running == 0:
            _refuse_unless_ending()
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


def _refuse_unless_ending() -> None:
    """Raise an error if no thread can start although the interpreter is not shutting down."""
    if threading.main_thread().is_alive():
        raise LimitError("no thread can be started: too little memory is left, or too many threads run")


def _start(work: Callable[[], None]) -> bool:
    """Start a thread with a stack for deep recursion; return False if it cannot be started."""
    usual = threading.stack_size(STACK_BYTES)
    try:
        threading.Thread(target=work, daemon=True).start()
    except RuntimeError:  # too little memory, or from Python 3.12 on the interpreter is shutting down
        return False
    finally:
        threading.stack_size(usual)
    return True


class _End:
    """Interpreter shutdown: running work is stopped and awaited, because its threads must not outlive what they use."""

    def __init__(self) -> None:
        self.has_begun = False
        self._changed = threading.Condition()
        self._under_way: dict[object, Callable[[], object]] = {}  # the stop function of each run

    @contextlib.contextmanager
    def awaits(self, stop: Callable[[], object]) -> Iterator[None]:
        """Stop the work of the block at interpreter shutdown, and wait for the block to end.

        Raises SystemExit if the interpreter is already shutting down.
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
        """Stop all work and wait for it; called by atexit, after all non-daemon threads have ended."""
        with self._changed:
            self.has_begun = True
            stops = list(self._under_way.values())
        for stop in stops:
            with contextlib.suppress(Exception):  # stop the others regardless
                stop()
        with self._changed:
            self._changed.wait_for(lambda: not self._under_way, END_SECONDS)


_end = _End()


def _forget_threads() -> None:
    """Reset after a fork: the child has none of the threads."""
    global _end  # noqa: PLW0603  # the old lock may be held by a thread that no longer exists
    _end = _End()


# The core registered first, so it runs after us and waits for calls from threads that are not ours.
atexit.register(lambda: _end.begin())  # noqa: PLW0108  # looks up `_end` late: a forked child has its own
systems.after_fork(_forget_threads)
