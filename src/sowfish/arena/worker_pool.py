"""Pools of workers: processes on this machine or the workers of a cluster, behind one interface.

Both wrap an executor of `concurrent.futures` and add what a long run needs: a worker that dies costs only its own
task, and all workers end when the pool is closed or the process that owns it dies.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

from sowfish.runtime import systems
from sowfish.runtime.descendants import VARIABLE as FAMILY
from sowfish.runtime.descendants import kill_family, new_family
from sowfish.runtime.limits import Cancel
from sowfish.runtime.safe_path import VARIABLE, restore, safe_path
from sowfish.runtime.workers import available_threads

WATCH_SECONDS = 0.1  # how often cancellation is checked
AHEAD = 2  # tasks queued or running per worker, so that no worker waits for the next

T = TypeVar("T")


class _Line(Protocol):
    """The end of a pipe, whose class differs between systems."""

    def poll(self, timeout: float | None, /) -> bool:
        """Wait for something to read, or for the other end to close."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task(Generic[T]):
    """A call to run in a worker, and what it is about."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    about: T


@dataclass(frozen=True, slots=True, kw_only=True)
class Done(Generic[T]):
    """The outcome of a task."""

    task: Task[T]
    result: Any = None
    is_lost: bool = False  # its worker died, not necessarily because of it
    error: str = ""  # why it was lost, as far as is known


class WorkerPool(ABC):
    """Workers."""

    @property
    @abstractmethod
    def workers(self) -> int:
        """The number of tasks that run at once."""

    @abstractmethod
    def submit(self, function: Callable[..., Any], *arguments: object) -> Future[Any]:
        """Submit a call to a worker."""

    def is_loss(self, error: BaseException) -> bool:
        """Return whether an error means that a worker died."""
        return isinstance(error, BrokenExecutor)

    @abstractmethod
    def renew(self) -> None:
        """Recover after a worker has died."""

    @abstractmethod
    def close(self) -> None:
        """Stop the workers, or disconnect from those of others; running tasks are abandoned."""

    def __enter__(self) -> Self:
        """Return the pool, which closes at the end of the block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()


class LocalPool(WorkerPool):
    """Worker processes on this machine."""

    def __init__(self, workers: int | None = None, *, memory: int | None = None) -> None:
        """Prepare `workers` processes, one per core by default; they start with the first task.

        Each may take `memory` bytes; a player that asks for more fails.
        """
        self._workers = workers or available_threads()
        self._memory = memory
        self._begin()

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")  # forking a process that has threads may hang
        heard, self._line = context.Pipe(duplex=False)
        variable = os.environ.get(VARIABLE)
        self._family = new_family()
        with safe_path():  # for multiprocessing's resource tracker
            self._executor = ProcessPoolExecutor(
                self._workers, mp_context=context, initializer=_begin_work, initargs=(heard, variable, self._memory)
            )
        self._heard = heard

    @property
    def workers(self) -> int:
        """The number of processes."""
        return self._workers

    def submit(self, function: Callable[..., Any], *arguments: object) -> Future[Any]:
        """Submit a call to one of the processes."""
        with safe_path(), _in_family(self._family):  # the executor starts processes on demand
            return self._executor.submit(function, *arguments)

    def renew(self) -> None:
        """Start new processes: when one dies, the executor ends the others too."""
        self.close()
        self._begin()

    def close(self) -> None:
        """End the processes at once."""
        self._line.close()
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._heard.close()
        kill_family(self._family)  # what players left behind


@contextlib.contextmanager
def _in_family(name: str) -> Iterator[None]:
    """Name the family of processes that are started meanwhile."""
    before = os.environ.get(FAMILY)
    os.environ[FAMILY] = name
    try:
        yield
    finally:
        if before is None:
            del os.environ[FAMILY]
        else:
            os.environ[FAMILY] = before


def _begin_work(line: _Line, variable: str | None, memory: int | None) -> None:
    """Set up a worker: leave Ctrl-C to the parent, and exit when the parent closes the pipe or dies."""
    restore(variable)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)  # what players print must not get between our own lines
    if memory is not None:
        systems.limit_memory(os.getpid(), memory)

    def listen() -> None:
        line.poll(None)  # nothing is ever sent; returns when the other end closes
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()


def work(
    pool: WorkerPool, next_task: Callable[[], Task[T] | None], *, cancel: Cancel | None = None
) -> Iterator[Done[T] | None]:
    """Run tasks until there are none left, and yield each when it is done, in any order.

    `next_task` is called whenever a worker is free. If it returns None there is nothing to do for now; once no task is
    running either, the iterator ends. Yields None while idle, so that callers can report progress. An exception raised
    by a task is raised here.
    """
    under_way: dict[Future[Any], Task[T]] = {}
    while cancel is None or not cancel.is_set():
        is_lost = False
        while not is_lost and len(under_way) < AHEAD * pool.workers and (task := next_task()) is not None:
            try:
                under_way[pool.submit(task.function, *task.arguments)] = task
            except BrokenExecutor:  # a worker died since the last check
                is_lost = True
                yield Done(task=task, is_lost=True)
        if not under_way and not is_lost:
            return
        ended = wait(under_way, timeout=WATCH_SECONDS, return_when=FIRST_COMPLETED).done
        for future in ended:
            done = _done(pool, under_way.pop(future), future)
            is_lost |= done.is_lost
            yield done
        if is_lost:
            pool.renew()  # the executor has failed everything that was running by now
            for future in [future for future in under_way if future.done()]:
                yield _done(pool, under_way.pop(future), future)
        if not ended:
            yield None


def _done(pool: WorkerPool, task: Task[T], future: Future[Any]) -> Done[T]:
    try:
        return Done(task=task, result=future.result())
    except (Exception, CancelledError) as error:
        if pool.is_loss(error):
            return Done(task=task, is_lost=True, error=f"{type(error).__name__}: {error}")
        raise
