"""The available tables: on disk, and in memory shared by the engines of this process."""

from __future__ import annotations

import threading
import warnings
import weakref
from collections.abc import Callable

from sowfish import _core
from sowfish.errors import TableError
from sowfish.model.position import Position, core_board, core_rules
from sowfish.model.rules import Rules
from sowfish.runtime import systems, workers
from sowfish.tables.table import SUFFIX, Table, folder, table_path

FileState = tuple[int, ...]
_sources: weakref.WeakKeyDictionary[_core.Table, Table] = weakref.WeakKeyDictionary()  # the file behind the values


class TableWarning(UserWarning):
    """A table on disk is not used because it is damaged."""


def supports(rules: Rules) -> bool:
    """Return whether these rules can have tables: the named profiles with up to seven pits."""
    return _core.is_fast(core_rules(rules))


def largest(rules: Rules, positions: int) -> int:
    """Return the largest number of stones for which a table has at most `positions` positions, one byte each."""
    return _core.largest_table(core_rules(rules), positions)


def open_table(rules: str | Rules) -> Table:
    """Return the table on disk for these rules; raises TableError if there is none or it is damaged."""
    rules = Rules.of(rules)
    try:
        return _opened(rules)
    except FileNotFoundError:
        raise TableError(f"there is no table for {rules}; build one with sowfish table build") from None
    except OSError as error:
        raise TableError(f"cannot read the table for {rules}: {_reason(error)}") from None


def find(rules: str | Rules) -> Table | None:
    """Return the table on disk for these rules, or None if it is missing or damaged; warns once if damaged."""
    return _library.find(Rules.of(rules))


def available() -> tuple[list[Table], list[str]]:
    """Return the tables on disk by name, and a sentence for each damaged or foreign file."""
    tables, faults = [], []
    for path in sorted(folder().glob(f"*{SUFFIX}")):
        try:
            tables.append(Table(path))
        except TableError as error:
            faults.append(str(error))
        except OSError as error:
            faults.append(f"cannot read {path.name}: {_reason(error)}")
    return tables, faults


def probe(position: Position) -> int | None:
    """Return the exact margin for the side to move from a table on disk, or None if no table has the position."""
    margin = _library.recent.margin(core_board(position)) if _library.recent is not None else None
    return margin if margin is not None else _library.probe(position)


def load(
    rules: Rules,
    stones: int,
    *,
    threads: int = 1,
    should_stop: Callable[[], bool] = lambda: False,
) -> _core.Table | None:
    """Return values for at least this many stones: from disk, or built in memory and shared while in use.

    When cancelled it returns what is available: fewer stones, or None.
    """
    return _library.load(rules, stones, threads, should_stop)


def stored(rules: Rules, stones: int, *, should_stop: Callable[[], bool] = lambda: False) -> _core.Table | None:
    """Return the values that are in memory or on disk: at least this many stones, fewer, or None."""
    return _library.stored(rules, stones, should_stop)


def share(rules: Rules, values: _core.Table) -> None:
    """Share a table in memory with other engines of this process, while it is in use."""
    _library.share(rules, values)


def check(values: _core.Table) -> None:
    """Check that values are unchanged since they were loaded; raises TableError if their file was damaged."""
    if values.is_intact:
        return
    source = _sources.get(values)
    if source is None:
        raise TableError("the table was modified while in use")
    source.check(values)


class _Library:
    """The tables this process has opened and built."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.building = threading.Lock()
        self.opened: dict[Rules, tuple[FileState, Table | None]] = {}
        self.in_memory: weakref.WeakValueDictionary[Rules, _core.Table] = weakref.WeakValueDictionary()
        self.recent: _core.Table | None = None  # the last one probed: most callers probe one game

    def find(self, rules: Rules) -> Table | None:
        if not supports(rules):
            return None
        try:
            state = table_path(rules).stat()
        except OSError:
            return None
        seen = (state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns)
        with self.lock:
            known = self.opened.get(rules)
            if known is None or known[0] != seen:
                known = self.opened[rules] = (seen, _opened_or_warned(rules))
            return known[1]

    def probe(self, position: Position) -> int | None:
        table = self.find(position.rules)
        if table is None:
            return None
        margin = table.probe(position)
        if margin is not None:
            self.recent = table.values(position.rest)
        return margin

    def share(self, rules: Rules, values: _core.Table) -> None:
        with self.building:
            known = self.in_memory.get(rules)
            if known is None or known.stones < values.stones:
                self.in_memory[rules] = values

    def load(self, rules: Rules, stones: int, threads: int, should_stop: Callable[[], bool]) -> _core.Table | None:
        while not self.building.acquire(timeout=workers.WATCH_SECONDS):
            if should_stop():
                return self.in_memory.get(rules)
        try:
            known = self.stored(rules, stones, should_stop)
            if (known is None or known.stones < stones) and not should_stop():
                known = _extended(rules, stones, known, threads, should_stop)
                if known is not None:
                    self.in_memory[rules] = known
            return known
        finally:
            self.building.release()

    def stored(self, rules: Rules, stones: int, should_stop: Callable[[], bool]) -> _core.Table | None:
        known = self.in_memory.get(rules)
        if known is not None and known.stones >= stones:
            return known
        stored = self._from_disk(rules, stones, should_stop)
        return stored if known is None or (stored is not None and stored.stones > known.stones) else known

    def _from_disk(self, rules: Rules, stones: int, should_stop: Callable[[], bool]) -> _core.Table | None:
        table = self.find(rules)
        if table is None or table.stones < 0:
            return None
        try:
            values = table.values(stones, should_stop=should_stop)
        except TableError as error:
            with self.lock:
                self.opened[rules] = (self.opened[rules][0], None)
            _warn(error)
            return None
        _sources[values] = table
        return values


def _extended(
    rules: Rules, stones: int, known: _core.Table | None, threads: int, should_stop: Callable[[], bool]
) -> _core.Table | None:
    """Build the missing layers."""
    task = _core.TableTask(core_rules(rules), stones, known)

    def watch() -> None:
        if should_stop():
            task.stop()

    workers.run(task.work, threads, stop=task.stop, watch=watch)
    return task.table() if task.layers_done > 0 else known


def _opened(rules: Rules) -> Table:
    table = Table(table_path(rules))
    if table.rules != rules:
        raise TableError(f"{table.path.name} is for other rules: {table.rules}")
    return table


def _opened_or_warned(rules: Rules) -> Table | None:
    try:
        return _opened(rules)
    except TableError as error:
        _warn(error)
    except OSError as error:
        _warn(f"{table_path(rules).name} cannot be read: {_reason(error)}")
    return None


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _warn(problem: object) -> None:
    warnings.warn(f"{problem}; going on without it", TableWarning, stacklevel=2)


_library = _Library()


def forget() -> None:
    """Close all files; tables in use stay."""
    global _library  # noqa: PLW0603  # after a fork, a lock held by another thread is unusable
    _library = _Library()


systems.after_fork(forget)
