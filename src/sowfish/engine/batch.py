"""Batches: many positions with the same rules, searched by threads that share tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sowfish import _core, tables
from sowfish.engine.engine import Engine
from sowfish.errors import LimitError
from sowfish.model.position import core_rules
from sowfish.model.rules import Rules
from sowfish.runtime import workers
from sowfish.runtime.limits import Cancel, Limits, is_set

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
    on_disk = None if fixed else tables.find(rules)

    def sizes(memory: int) -> _core.Sizes:  # the table may grow until it covers the largest position
        stored = -1 if on_disk is None else on_disk.stones
        return _core.sizes(core_rules(rules), rest + 1, memory, 0.0, engine.threads, every_move, stored)

    stones = sizes(limits.memory).table_stones
    if engine.table_stones is not None:
        stones = engine.table_stones if tables.supports(rules) else -1
    with engine.lent_table(rules, stones, cancel=cancel) as loan:
        wanted = sizes(max(1, loan.memory) if engine.table_stones is None else limits.memory)
        most = wanted.max_table_stones if engine.table_stones is None else stones
        table = loan.table
        exact = fixed and table is not None and table.stones > stones
        try:
            task = make(
                table=table.part(stones) if exact and table is not None else table,
                max_nodes=limits.nodes or 0,
                max_seconds=0.0 if limits.seconds is None else _core.usable_seconds(limits.seconds),
                hash_bytes=int(wanted.hash_bytes),
                look_bytes=max(1, int(_core.look_bytes(limits.memory)) // LOOK_SHARE),
                max_table_stones=most,
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
