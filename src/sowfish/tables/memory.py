"""Tables for searches: from disk where there is one, else built in memory and shared by all searches of the process."""

from __future__ import annotations

import threading
from collections.abc import Callable

from sowfish import _core, workers
from sowfish.position import core_rules
from sowfish.rules import Rules
from sowfish.tables.disk import checked, forget_opened, on_disk

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


def for_search(
    rules: Rules,
    stones: int,
    *,
    threads: int = 1,
    should_stop: Callable[[], bool] = lambda: False,
) -> _core.Table | None:
    """Return a table for at least so many stones in play, built or extended in memory if there is none.

    When told to stop it returns what there is: a smaller table, or None.
    """
    while not _lock.acquire(timeout=workers.WATCH_SECONDS):
        if should_stop():
            return _tables.get(rules)
    try:
        known = _tables.get(rules)
        if known is not None and known.stones >= stones:
            return known
        file = on_disk(rules)
        stored = checked(file, stones, should_stop) if file else None
        if stored is not None and (known is None or stored.stones > known.stones):
            known = stored
        if known is None or known.stones < stones:
            known = _extended(rules, stones, known, threads, should_stop)
            if known is not None:
                _tables[rules] = known
        return known
    finally:
        _lock.release()


def _extended(
    rules: Rules, stones: int, known: _core.Table | None, threads: int, should_stop: Callable[[], bool]
) -> _core.Table | None:
    if should_stop():
        return known
    task = _core.TableTask(core_rules(rules), stones, known)

    def watch() -> None:
        if should_stop():
            task.stop()

    workers.run(task.work, threads, stop=task.stop, watch=watch)
    return task.table() if task.layers_done > 0 else known


def forget() -> None:
    """Drop all tables; searches under way keep theirs."""
    with _lock:
        _tables.clear()
    forget_opened()
