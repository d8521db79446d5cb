"""Batches: many positions with the same rules, searched by threads that share tables."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from sowfish import _core, tables
from sowfish.engine.engine import Engine
from sowfish.engine.sizes import Sizes, look_bytes, sizes
from sowfish.errors import LimitError
from sowfish.model.rules import Rules
from sowfish.runtime import workers
from sowfish.runtime.limits import Cancel, Limits, is_set, usable

LOOK_SHARE = 16  # divisor of each thread's look-ahead memory: most positions are proven
Task = TypeVar("Task", bound=_core.BatchTask)


def run_batch(
    make: Callable[..., Task],
    engine: Engine,
    rules: Rules,
    *,
    rest: int,
    limits: Limits,
    every_move: bool,
    cancel: Cancel | None,
    watch: Callable[[Task], object],
) -> Task:
    """Create a task for positions with at most `rest` stones in play and run it with the engine's threads and table.

    `watch` is called repeatedly in the caller's thread.
    """
    fixed = limits.nodes is not None and limits.seconds is None
    # The table may grow until it covers the largest position.
    chosen = partial(
        sizes, rules, rest + 1, seconds=None, threads=engine.threads, every_move=every_move, uses_disk=not fixed
    )
    first = chosen(memory=limits.memory)
    if engine.table_stones is not None:
        stones = engine.table_stones if tables.supports(rules) else -1
        first = Sizes(stones, stones, first.hash_bytes)
    with engine.lent_table(rules, first.table_stones, cancel=cancel) as loan:
        wanted = first if engine.table_stones is not None else chosen(memory=max(1, loan.memory))
        table = loan.table
        exact = fixed and table is not None and table.stones > first.table_stones
        try:
            task = make(
                table=table.part(first.table_stones) if exact and table is not None else table,
                max_nodes=limits.nodes or 0,
                max_seconds=0.0 if limits.seconds is None else usable(limits.seconds),
                hash_bytes=wanted.hash_bytes,
                look_bytes=max(1, look_bytes(limits.memory) // LOOK_SHARE),
                max_table_stones=wanted.max_table_stones,
            )
        except MemoryError:
            raise LimitError(f"{limits.memory} bytes of memory are not available; allow less") from None

        def keep_watch() -> None:
            watch(task)
            if is_set(cancel):
                task.stop()

        workers.run(task.work, engine.threads, stop=task.stop, watch=keep_watch)
        if not exact:
            loan.table = task.table
    return task
