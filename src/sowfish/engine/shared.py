"""Shared engines: for callers of `solve` and `analyse`, and for the requests of a server."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from sowfish.engine.engine import Engine
from sowfish.engine.values import Analysis, Fact, Progress, Result
from sowfish.model.position import Position, require_position
from sowfish.model.rules import Rules
from sowfish.runtime import systems
from sowfish.runtime.limits import Cancel, Limits, whole
from sowfish.runtime.workers import available_threads


class EnginePool:
    """A pool of up to `size` engines sharing `memory` bytes; more are created while all are in use."""

    def __init__(self, *, memory: int, size: int = 1) -> None:
        """Start without engines."""
        self.memory = memory
        self.size = size
        self._idle: list[Engine] = []  # the most recently used last
        self._lock = threading.Lock()
        self._is_closed = False

    @contextmanager
    def engine(self, rules: Rules, *, threads: int | None = None) -> Iterator[Engine]:
        """Lend an idle engine, preferably one that last used these rules."""
        engine = self._taken(rules)
        engine.threads = threads or available_threads()
        try:
            yield engine
        finally:
            self._returned(engine)

    def close(self) -> None:
        """Close all engines; those in use are closed when they are returned."""
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for engine in idle:
            engine.close()

    def _taken(self, rules: Rules) -> Engine:
        with self._lock:
            for engine in reversed(self._idle):
                if engine.rules == rules:
                    self._idle.remove(engine)
                    return engine
            if len(self._idle) >= self.size:
                return self._idle.pop(0)
        return Engine(memory=max(1, self.memory // self.size))

    def _returned(self, engine: Engine) -> None:
        with self._lock:
            if not self._is_closed:
                self._idle.append(engine)
                engine = self._idle.pop(0) if len(self._idle) > self.size else engine
                if engine in self._idle:
                    return
        engine.close()


_pool = EnginePool(memory=Limits().memory)


def forget() -> None:
    """Drop the engine that `solve` and `analyse` share, with everything it has learned."""
    global _pool  # noqa: PLW0603  # after a fork, a lock held by another thread is unusable
    _pool = EnginePool(memory=Limits().memory)


systems.after_fork(forget)


@contextmanager
def shared_engine(rules: Rules, limits: Limits, threads: int | None) -> Iterator[Engine]:
    """Lend the engine of this process, or a new one if only nodes are limited, so that answers are reproducible."""
    global _pool  # noqa: PLW0603  # one engine at a time, of the size requested last
    if threads is not None:
        whole("threads", threads, most=256)
    if limits.nodes is not None and limits.seconds is None:
        with Engine(memory=limits.memory, threads=threads) as engine:
            yield engine
        return
    pool = _pool
    if pool.memory != limits.memory:
        pool.close()
        pool = _pool = EnginePool(memory=limits.memory)
    with pool.engine(rules, threads=threads) as engine:
        yield engine


def solve(
    position: Position,
    *,
    limits: Limits | None = None,
    threads: int | None = None,
    known: Iterable[Fact] = (),
    progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | None = None,
    campaign: str | os.PathLike[str] | None = None,
    certificate: str | os.PathLike[str] | None = None,
) -> Result:
    """Return the exact margin for the side to move with best play by both, or what is known when a limit is reached.

    Uses all cores unless `threads` says otherwise; the value is the same on any number of them. `progress` is called
    about ten times a second. Ctrl-C, or an error in `progress`, ends the search at once. `campaign` is a folder that
    saves the progress of a search that takes hours: the same call resumes it.

    `known` facts, proven earlier or elsewhere, are believed and spare the search some work.

    `certificate` is a file to write that proves the value (see `sowfish.certificates.check`); none is written if the
    value is not proven or the limits do not suffice.

    >>> solve(Position.parse("kalah: 0 1 0 3 / 1 1 0 2")).value
    2
    """
    require_position(position)
    limits = Limits.of(limits)
    with shared_engine(position.rules, limits, threads) as engine:
        return engine.solve(
            position,
            seconds=limits.seconds,
            nodes=limits.nodes,
            known=known,
            progress=progress,
            cancel=cancel,
            campaign=campaign,
            certificate=certificate,
        )


def analyse(
    position: Position,
    *,
    limits: Limits | None = None,
    threads: int | None = None,
    known: Iterable[Fact] = (),
    progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | None = None,
) -> Analysis:
    """Return the value of every legal move, like `solve`; no moves if the game is over or a pass is forced."""
    require_position(position)
    limits = Limits.of(limits)
    with shared_engine(position.rules, limits, threads) as engine:
        return engine.analyse(
            position, seconds=limits.seconds, nodes=limits.nodes, known=known, progress=progress, cancel=cancel
        )
