"""The workers of a `dask.distributed` cluster as a worker pool; needs the extra `cluster`."""

from __future__ import annotations

import contextlib
import logging
import re
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Any

import sowfish
from sowfish.arena.worker_pool import WorkerPool
from sowfish.errors import ArenaError, SowfishError, quoted

ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?([\w.-]{1,253}|\[[0-9a-fA-F:.]{2,45}\]):[0-9]{1,5}", re.ASCII)
CONNECT_SECONDS = 5
WORKERS_SECONDS = 30


class ClusterPool(WorkerPool):
    """The workers of a cluster that is started and stopped elsewhere."""

    def __init__(self, address: str) -> None:
        """Connect to a scheduler and check that its workers run the same Sowfish."""
        try:
            import distributed  # noqa: PLC0415  # an extra
        except ImportError:
            raise ArenaError("a cluster needs dask.distributed: pip install 'sowfish[cluster]'") from None
        if not ADDRESS.fullmatch(address):
            raise ArenaError(f"{quoted(address)} is not the address of a scheduler such as tcp://host:8786")
        for name in [*logging.root.manager.loggerDict]:  # one sentence, not dask's chain of errors
            if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        self._address = address
        try:
            self._client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except Exception:  # noqa: BLE001  # what dask raises depends on the kind of address
            raise ArenaError(f"no scheduler answers at {quoted(address)}") from None
        try:
            self._require_workers()
        except BaseException:
            self._client.close()
            raise
        self._executor = self._client.get_executor(pure=False)

    def _require_workers(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=WORKERS_SECONDS)
        except TimeoutError:
            raise ArenaError(f"the cluster at {quoted(self._address)} has no workers") from None
        try:
            versions = self._client.run(_version, on_error="return")
        except Exception as error:
            raise self._gone() from error
        for worker, version in versions.items():
            if isinstance(version, BaseException):
                raise ArenaError(f"the worker {worker} cannot load Sowfish: {version}")
            if version != sowfish.__version__:
                raise ArenaError(f"the worker {worker} has Sowfish {version}, but this is {sowfish.__version__}")

    @property
    def workers(self) -> int:
        """The number of threads of all workers together, which may change."""
        try:
            return max(sum(map(int, self._client.nthreads().values())), 1)
        except Exception as error:
            raise self._gone() from error

    def submit(self, function: Callable[..., Any], *arguments: object) -> Future[Any]:
        """Submit a call to the cluster, which retries it elsewhere if the worker dies."""
        try:
            future: Future[Any] = self._executor.submit(function, *arguments)
        except Exception as error:
            raise self._gone() from error
        return future

    def is_loss(self, error: BaseException) -> bool:
        """Return whether a task has killed several workers; a single death is retried.

        A worker that dies while sending makes dask raise its own errors. Our tasks raise only Sowfish's, so any other
        error means a lost task.
        """
        if isinstance(error, CancelledError):
            raise self._gone() from None
        return isinstance(error, Exception) and not isinstance(error, SowfishError)

    def _gone(self) -> ArenaError:
        return ArenaError(
            f"the cluster at {quoted(self._address)} is gone; finished games are saved, and the same command resumes"
        )

    def renew(self) -> None:
        """Do nothing: a cluster replaces its workers itself."""

    def close(self) -> None:
        """Cancel what is running and disconnect."""
        with contextlib.suppress(Exception):  # the scheduler may be gone
            self._executor.shutdown(wait=False)
        with contextlib.suppress(Exception):
            self._client.close(timeout=CONNECT_SECONDS)


def _version() -> str:
    return sowfish.__version__
