"""Those who do the work: processes of this machine or the workers of a cluster, behind one interface.

Both are executors of `concurrent.futures`. A pool adds what a long run needs: a worker that dies takes nobody else's
work along, and all of them end at once when told to, or when the one who gives the orders is gone.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from sowfish.arena.safe_path import VARIABLE, restore, safe_path
from sowfish.runtime.limits import Cancel
from sowfish.runtime.workers import available_threads

WATCH_SECONDS = 0.1  # how soon a wish to stop is heard
AHEAD = 2  # tasks that wait or run for each worker, so that none has to wait

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Task(Generic[T]):
    """Something to do elsewhere: a function of a module, what it is given, and what it is about."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    about: T


@dataclass(frozen=True, slots=True, kw_only=True)
class Done(Generic[T]):
    """What became of a task."""

    task: Task[T]
    result: Any = None
    is_lost: bool = False  # its worker died, maybe not by its fault


class WorkerPool(ABC):
    """Workers."""

    @property
    @abstractmethod
    def workers(self) -> int:
        """How many tasks can be done at once."""

    @abstractmethod
    def submit(self, function: Callable[..., Any], *arguments: object) -> Future[Any]:
        """Have a function called elsewhere."""

    def is_loss(self, error: BaseException) -> bool:
        """Tell whether an error means that a worker has died."""
        return isinstance(error, BrokenExecutor)

    @abstractmethod
    def renew(self) -> None:
        """Go on after a worker has died."""

    @abstractmethod
    def close(self) -> None:
        """End all workers, or leave those of others alone; whatever they are at is given up."""

    def __enter__(self) -> Self:
        """Return the pool, to be closed at the end of the block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()


class LocalPool(WorkerPool):
    """Processes of this machine."""

    def __init__(self, workers: int | None = None) -> None:
        """Start so many processes, by default one for each core, when there is something to do."""
        self._workers = workers or available_threads()
        self._begin()

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")  # a copy of a process with threads may hang
        heard, self._line = context.Pipe(duplex=False)
        variable = os.environ.get(VARIABLE)
        with safe_path():  # for the process that multiprocessing keeps beside the others
            self._executor = ProcessPoolExecutor(
                self._workers, mp_context=context, initializer=_begin_work, initargs=(heard, variable)
            )
        self._heard = heard

    @property
    def workers(self) -> int:
        """How many processes there are."""
        return self._workers

    def submit(self, function: Callable[..., Any], *arguments: object) -> Future[Any]:
        """Have a function called by one of the processes."""
        with safe_path():  # processes are started when there is work for them
            return self._executor.submit(function, *arguments)

    def renew(self) -> None:
        """Start new processes: when one dies the others are ended too."""
        self.close()
        self._begin()

    def close(self) -> None:
        """End the processes at once."""
        self._line.close()
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._heard.close()


def _begin_work(line: Connection, variable: str | None) -> None:
    """Begin as a worker: Ctrl-C is for the one who gives the orders, and when that one hangs up, so do we."""
    restore(variable)
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def listen() -> None:
        line.poll(None)  # nothing is ever said; it ends when the other end is closed, by death too
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()


def work(
    pool: WorkerPool, next_task: Callable[[], Task[T] | None], *, cancel: Cancel | None = None
) -> Iterator[Done[T] | None]:
    """Have tasks done as long as there are any, and yield each when it is done, in any order.

    `next_task` is asked whenever somebody is free; None means that there is nothing now, and once everything handed out
    has come back, nothing at all. None is also yielded now and then while nothing happens. An error of a task reaches
    the caller.
    """
    under_way: dict[Future[Any], Task[T]] = {}
    while cancel is None or not cancel.is_set():
        is_lost = False
        while not is_lost and len(under_way) < AHEAD * pool.workers and (task := next_task()) is not None:
            try:
                under_way[pool.submit(task.function, *task.arguments)] = task
            except BrokenExecutor:  # somebody died since we last looked
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
            pool.renew()  # where that ends all workers, all that was under way has failed by now
            for future in [future for future in under_way if future.done()]:
                yield _done(pool, under_way.pop(future), future)
        if not ended:
            yield None


def _done(pool: WorkerPool, task: Task[T], future: Future[Any]) -> Done[T]:
    try:
        return Done(task=task, result=future.result())
    except (Exception, CancelledError) as error:
        if pool.is_loss(error):
            return Done(task=task, is_lost=True)
        raise
