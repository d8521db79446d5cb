"""A table on disk, opened for reading: memory-mapped, every layer checked before it is used."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from pathlib import Path

from sowfish import _core
from sowfish.errors import TableError
from sowfish.model.position import Position, core_board, core_rules
from sowfish.model.rules import Rules
from sowfish.runtime.files import open_regular
from sowfish.runtime.folders import data_folder
from sowfish.tables.format import HEAD_BYTES, Head, read_head

SUFFIX = ".table"


def folder() -> Path:
    """Return the folder of tables, which need not exist."""
    return data_folder() / "tables"


def table_path(rules: Rules) -> Path:
    """Return the path of the table for these rules, which need not exist."""
    return folder() / f"{rules.name}-{rules.pits}{SUFFIX}"


class Table:
    """The finished layers of a table file; reopen it to see later ones."""

    def __init__(self, path: Path) -> None:
        """Open a file; raises TableError, or OSError if there is no such file."""
        file = open_regular(path)
        weakref.finalize(self, os.close, file)
        self.path = path
        self.head: Head = read_head(file, path.name)
        self.rules: Rules = self.head.rules
        self._file = file
        self._checked: _core.Table | None = None  # maps the layers whose checksums match
        self._lock = threading.Lock()

    @property
    def stones(self) -> int:
        """The largest number of stones in play it covers; -1 if none."""
        return self.head.stones

    @property
    def positions(self) -> int:
        """The number of positions."""
        return self.head.bytes - HEAD_BYTES

    def probe(self, position: Position) -> int | None:
        """Return the exact margin for the side to move, or None if the table lacks the position."""
        if self._checked is not None:
            margin = self._checked.margin(core_board(position))
            if margin is not None:
                return margin
        if position.rules != self.rules or not 0 <= position.rest <= self.stones:
            return None
        return self.values(position.rest).margin(core_board(position))

    def values(self, stones: int, *, should_stop: Callable[[], bool] = lambda: False) -> _core.Table:
        """Return the layers up to `stones` stones, checked; fewer if cancelled.

        Raises TableError if a layer's checksum fails, or if the file has changed since it was checked.
        """
        stones = min(stones, self.stones)
        with self._lock:
            known = self._checked
            if known is not None and not known.is_intact:
                self._checked = None
                self.check(known)
                self._checked = known
            if known is not None and known.stones >= stones:
                return known
            table = self._mapped(max(stones, 0))
            for layer in range(known.stones + 1 if known else 0, stones + 1):
                if layer > 0 and should_stop():
                    return known or self._mapped(layer - 1)
                self._check_layer(table, layer)
            self._checked = table
            return table

    def check(self, table: _core.Table) -> None:
        """Check all mapped layers again; raises TableError if one has changed."""
        table.confirm()  # first: later writes are for the next check
        for layer in range(table.stones + 1):
            self._check_layer(table, layer)

    def _check_layer(self, table: _core.Table, layer: int) -> None:
        if table.checksum(layer) != self.head.checksums[layer]:
            raise TableError(f"{self.path.name} is damaged at {layer} stones; build it again")

    def _mapped(self, stones: int) -> _core.Table:
        if self.stones < 0:
            raise TableError(f"{self.path.name} has no finished layer; build it again")
        if os.fstat(self._file).st_size < self.head.bytes:
            raise TableError(f"{self.path.name} is truncated; build it again")
        try:
            return _core.mapped_table(core_rules(self.rules), stones, self._file, HEAD_BYTES)
        except MemoryError:
            raise TableError(f"{self.path.name} cannot be mapped into memory") from None
