"""Tables on disk, as readers see them: mapped into memory, every layer checked before it is believed."""

from __future__ import annotations

import os
import threading
import warnings
import weakref
from collections.abc import Callable
from pathlib import Path

from sowfish import _core
from sowfish.errors import TableError
from sowfish.folders import data_folder
from sowfish.position import Position, core_board, core_rules
from sowfish.rules import Rules
from sowfish.tables.format import HEAD_BYTES, Head, read_head

SUFFIX = ".table"


class TableWarning(UserWarning):
    """A table on disk was left alone because it is damaged."""


class DiskTable:
    """The finished layers of a table file; later ones are seen by opening it again."""

    def __init__(self, path: Path) -> None:
        """Open a file; raises TableError, or OSError if there is no such file."""
        file = os.open(path, os.O_RDONLY)
        weakref.finalize(self, os.close, file)
        self.path = path
        self.head: Head = read_head(file, path.name)
        self.rules: Rules = self.head.rules
        self._file = file
        self._checked: _core.Table | None = None  # maps the layers whose checksums hold
        self._lock = threading.Lock()

    @property
    def stones(self) -> int:
        """The most stones in play for which it knows every position; -1 if none."""
        return self.head.stones

    @property
    def positions(self) -> int:
        """How many positions it knows."""
        return self.head.bytes - HEAD_BYTES

    def table(self, stones: int, *, should_stop: Callable[[], bool] = lambda: False) -> _core.Table | None:
        """Return the layers up to so many stones, checked; None if stopped or if there are not so many.

        Raises TableError if a layer is not what was written.
        """
        if not 0 <= stones <= self.stones:
            return None
        with self._lock:
            known = self._checked
            if known is not None and known.stones >= stones:
                return known
            table = self._mapped(stones)
            for layer in range(known.stones + 1 if known else 0, stones + 1):
                if should_stop():
                    return None
                if table.checksum(layer) != self.head.checksums[layer]:
                    raise TableError(f"{self.path.name} is damaged at {layer} stones; build it again")
            self._checked = table
            return table

    def probe(self, position: Position) -> int | None:
        """Return the exact margin for the side to move, or None if too many stones are in play.

        The position must have the rules of the table.
        """
        if self._checked is not None:
            margin = self._checked.margin(core_board(position))
            if margin is not None:
                return margin
        table = self.table(position.rest)
        return None if table is None else table.margin(core_board(position))

    def _mapped(self, stones: int) -> _core.Table:
        try:
            return _core.mapped_table(core_rules(self.rules), stones, self._file, HEAD_BYTES)
        except MemoryError:
            raise TableError(f"{self.path.name} cannot be mapped into memory") from None


_lock = threading.Lock()
_opened: dict[Rules, tuple[tuple[int, ...], DiskTable | None]] = {}


def table_folder() -> Path:
    """Return the folder of tables, which need not exist."""
    return data_folder() / "tables"


def table_path(rules: Rules) -> Path:
    """Return where the table for these rules is or would be."""
    return table_folder() / f"{rules.name}-{rules.pits}{SUFFIX}"


def opened(rules: Rules) -> DiskTable:
    """Open the table for these rules; raises TableError, or OSError if there is none."""
    table = DiskTable(table_path(rules))
    if table.rules != rules:
        raise TableError(f"{table.path.name} is for other rules: {table.rules}")
    return table


def on_disk(rules: Rules) -> DiskTable | None:
    """Return the table on disk, or None if there is none or it is damaged, which is warned of once."""
    if not _core.is_fast(core_rules(rules)):
        return None
    try:
        state = table_path(rules).stat()
    except OSError:
        return None
    seen = (state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns)
    with _lock:
        known = _opened.get(rules)
        if known is None or known[0] != seen:
            known = _opened[rules] = (seen, _opened_or_none(rules))
        return known[1]


def checked(table: DiskTable, stones: int, should_stop: Callable[[], bool] = lambda: False) -> _core.Table | None:
    """Return the layers up to so many stones, or None, with a warning, if the file is damaged."""
    try:
        return table.table(min(stones, table.stones), should_stop=should_stop)
    except TableError as error:
        with _lock:
            known = _opened.get(table.rules)
            if known is not None and known[1] is table:
                _opened[table.rules] = (known[0], None)
        _warn(error)
        return None


def forget_opened() -> None:
    """Close all files; tables in use stay."""
    with _lock:
        _opened.clear()


def _opened_or_none(rules: Rules) -> DiskTable | None:
    try:
        return opened(rules)
    except TableError as error:
        _warn(error)
    except OSError as error:
        _warn(f"{table_path(rules).name} cannot be read: {error.strerror}")
    return None


def _warn(problem: object) -> None:
    warnings.warn(f"{problem}; going on without it", TableWarning, stacklevel=2)
