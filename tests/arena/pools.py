"""A worker pool that runs tasks at once in this process, and loses those it is told to."""

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from typing import Any

from sowfish.arena.worker_pool import WorkerPool


class SyncPool(WorkerPool):
    """Runs tasks when they are submitted; `loses(number)` says which submissions die with their worker."""

    def __init__(self, loses: Callable[[int], bool] = lambda _number: False) -> None:
        self.calls: list[tuple[str, tuple[Any, ...]]] = []
        self.renewed = 0
        self.is_closed = False
        self._loses = loses

    @property
    def workers(self) -> int:
        return 1

    def submit(self, function: Callable[..., Any], *arguments: object) -> Future[Any]:
        self.calls.append((function.__name__, arguments))
        future: Future[Any] = Future()
        if self._loses(len(self.calls)):
            future.set_exception(BrokenExecutor())
            return future
        try:
            future.set_result(function(*arguments))
        except Exception as error:  # noqa: BLE001  # handed to whoever reads the result
            future.set_exception(error)
        return future

    def renew(self) -> None:
        self.renewed += 1

    def close(self) -> None:
        self.is_closed = True
