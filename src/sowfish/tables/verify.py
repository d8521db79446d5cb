"""Verifying a table on disk: its checksums, and its values against those of the successor positions."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from sowfish import _core
from sowfish.errors import LimitError, TableError, quoted
from sowfish.model.position import Position
from sowfish.model.rules import Rules
from sowfish.runtime import workers
from sowfish.runtime.limits import Cancel
from sowfish.tables.library import open_table
from sowfish.tables.published import difference, read_sums
from sowfish.tables.table import Table

DEFAULT_SAMPLES = 10_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The result of a check."""

    rules: Rules
    stones: int
    positions: int  # in the table
    checked: int  # recomputed from their successors
    fault: str | None  # what is wrong, in one sentence

    @property
    def is_good(self) -> bool:
        """Return whether no fault was found."""
        return self.fault is None


def verify(
    rules: str | Rules,
    *,
    samples: int | None = DEFAULT_SAMPLES,
    seed: int = 1,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    cancel: Cancel | None = None,
    against: str | os.PathLike[str] | None = None,
) -> Report:
    """Check every checksum of the table on disk, and recompute a random sample of positions, or all if None.

    `progress` receives the positions checked and to check. `against` is a list of checksums to compare with: a file, or
    `published` for the list that ships with Sowfish.
    """
    if samples is not None and (type(samples) is not int or samples < 1):
        raise LimitError(f"samples must be a positive whole number, not {quoted(samples)}")
    sums = None if against is None else read_sums(against)
    table, checked, fault = open_table(rules), 0, None
    try:
        values = table.values(table.stones) if table.stones >= 0 else None
    except TableError as error:
        values, fault = None, str(error)
    if values is not None:
        check = _core.TableCheck(values, samples or 0, seed)

        def watch() -> None:
            if progress is not None:
                progress(check.checked, check.total)
            if cancel is not None and cancel.is_set():
                check.stop()

        workers.run(check.work, threads or workers.available_threads(), stop=check.stop, watch=watch)
        checked, fault = check.checked, _sentence(table, check)
    if fault is None and sums is not None:
        fault = difference(table, sums)
    return Report(
        rules=table.rules,
        stones=table.stones,
        positions=table.positions,
        checked=checked,
        fault=fault,
    )


def _sentence(table: Table, check: _core.TableCheck) -> str | None:
    fault = check.fault(table.rules.pits)
    if fault is None:
        return None
    south, north, stored, derived = fault
    position = Position(south, north, rules=table.rules)
    return f"{table.path.name} says {stored} for {position}, and its moves say {derived}"
