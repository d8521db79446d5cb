"""Endgame tables in memory: built when first needed, shared by all searches of the process."""

from __future__ import annotations

import threading
from collections.abc import Callable

from sowfish import _core, workers
from sowfish.position import core_rules
from sowfish.rules import Rules

_lock = threading.Lock()
_tables: dict[Rules, _core.Table] = {}


def has_tables(rules: Rules) -> bool:
    """Tell whether there can be tables for these rules: the named profiles with up to seven pits."""
    return _core.is_fast(core_rules(rules))


def largest(rules: Rules, positions: int) -> int:
    """Return the most stones for which a table has no more than so many positions, one byte each."""
    stones = 0
    while stones < 99 and _core.table_bytes(rules.pits, stones + 1) <= positions:
        stones += 1
    return stones


def in_memory(
    rules: Rules,
    stones: int,
    *,
    threads: int = 1,
    should_stop: Callable[[], bool] = lambda: False,
) -> _core.Table | None:
    """Return a table for at least so many stones in play, built or extended if there is none.

    When told to stop it returns what there is: a smaller table, or None.
    """
    while not _lock.acquire(timeout=workers.WATCH_SECONDS):
        if should_stop():
            return _tables.get(rules)
    try:
        known = _tables.get(rules)
        if known is not None and known.stones >= stones:
            return known
        task = _core.TableTask(core_rules(rules), stones, known)

        def watch() -> None:
            if should_stop():
                task.stop()

        workers.run(task.work, threads, stop=task.stop, watch=watch)
        if task.layers_done > 0:
            _tables[rules] = task.table()
        return _tables.get(rules)
    finally:
        _lock.release()


def forget() -> None:
    """Drop all tables; searches under way keep theirs."""
    with _lock:
        _tables.clear()
