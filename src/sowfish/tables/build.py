"""Building tables on disk layer by layer, so that an interrupted build can resume."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sowfish import _core
from sowfish.errors import LimitError, RulesError, TableError, quoted
from sowfish.model.position import core_rules
from sowfish.model.rules import PROFILES, Rules
from sowfish.runtime import files, systems, workers
from sowfish.runtime.limits import Cancel
from sowfish.tables.format import HEAD_BYTES, MOST_STONES, entry, entry_place, layer_place, new_head
from sowfish.tables.library import supports
from sowfish.tables.table import Table, table_path

PROGRESS_SECONDS = 0.1
LIKENESS = 12  # bytes: the magic word and the version


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildProgress:
    """The progress of a build."""

    rules: Rules
    stones: int  # of the last layer on disk; -1 before the first
    positions: int  # on disk
    wanted: int  # positions of the finished table
    seconds: float
    started_at: int  # positions on disk at the start

    @property
    def seconds_left(self) -> float | None:
        """The estimated remaining time at the current speed, or None while unknown."""
        done = self.positions - self.started_at
        return (self.wanted - self.positions) * self.seconds / done if done > 0 else None


def build(
    rules: str | Rules,
    stones: int,
    *,
    threads: int | None = None,
    progress: Callable[[BuildProgress], object] | None = None,
    cancel: Cancel | None = None,
) -> Table:
    """Build the table for these rules up to `stones` stones in play, or add the missing layers to an existing one.

    If killed, cancelled or interrupted, finished layers are kept and the next call resumes from there. Damaged layers
    and all that depend on them are rebuilt; readers of the old file keep it.
    """
    rules = _checked_rules(rules)
    if type(stones) is not int or not 0 <= stones <= MOST_STONES:
        raise LimitError(f"stones must be a whole number from 0 to {MOST_STONES}, not {quoted(stones)}")
    path = table_path(rules)
    with _sentences(path), _locked(path):
        start = _start(path, rules)
        if start.stones < stones:
            _check_memory(rules, stones)
            _Build(start, stones, threads or workers.available_threads(), progress, cancel).run()
        return Table(path)


def extend(
    rules: str | Rules,
    stones: int,
    *,
    threads: int | None = None,
    progress: Callable[[BuildProgress], object] | None = None,
    cancel: Cancel | None = None,
) -> Table:
    """Add layers to an existing table, up to `stones` stones; raises TableError if there is none."""
    if not table_path(_checked_rules(rules)).exists():
        raise TableError(f"there is no table for {Rules.of(rules)} to extend")
    return build(rules, stones, threads=threads, progress=progress, cancel=cancel)


def remove(rules: str | Rules) -> None:
    """Remove the table on disk for these rules; processes that use it keep it until they end."""
    rules = _checked_rules(rules)
    path = table_path(rules)
    if not path.exists():
        raise TableError(f"there is no table for {rules}")
    with _sentences(path), _locked(path):
        path.unlink(missing_ok=True)
        _lock_path(path).unlink(missing_ok=True)


class _Build:
    """One run of building."""

    def __init__(
        self,
        start: Table,
        stones: int,
        threads: int,
        progress: Callable[[BuildProgress], object] | None,
        cancel: Cancel | None,
    ) -> None:
        self.rules, self.path, self.stones, self.threads = start.rules, start.path, stones, threads
        self.progress, self.cancel = progress, cancel
        self.written = start.stones + 1  # layers
        self.first = self._positions(self.written)
        self.started = self.told = time.perf_counter()
        try:
            self.task = _core.TableTask(core_rules(self.rules), stones, _layers(start, start.stones))
        except MemoryError:
            raise LimitError(_too_large(self.rules, stones)) from None

    def run(self) -> None:
        file = files.open_regular(self.path, os.O_RDWR)
        try:
            workers.run(self.task.work, self.threads, stop=self.task.stop, watch=lambda: self._watch(file))
            self._save(file)
        except BaseException:
            os.ftruncate(file, layer_place(self.rules, self.written))  # bytes without an entry are garbage
            raise
        finally:
            os.close(file)

    def _watch(self, file: int) -> None:
        self._save(file)
        self._tell(pause=PROGRESS_SECONDS)
        if self.cancel is not None and self.cancel.is_set():
            self.task.stop()

    def _save(self, file: int) -> None:
        """Write newly finished layers: first the values and, once those are on disk, the entries."""
        done = self.task.layers_done
        if done == self.written:
            return
        for layer in range(self.written, done):
            _write(self.task, layer, file, self.rules)
        os.fsync(file)
        page = systems.read_at(file, HEAD_BYTES, 0)
        for layer in range(self.written, done):
            systems.write_at(file, entry(page, layer, self.task.checksum(layer)), entry_place(layer))
        os.fsync(file)
        self.written = done
        self._tell(pause=0)

    def _tell(self, pause: float) -> None:
        now = time.perf_counter()
        if self.progress is None or now - self.told < pause:
            return
        self.told = now
        self.progress(
            BuildProgress(
                rules=self.rules,
                stones=self.written - 1,
                positions=self._positions(self.written),
                wanted=self._positions(self.stones + 1),
                seconds=now - self.started,
                started_at=self.first,
            )
        )

    def _positions(self, layers: int) -> int:
        return layer_place(self.rules, layers) - HEAD_BYTES


def _start(path: Path, rules: Rules) -> Table:
    """Return the table to resume from, with all layers checked; creates or repairs the file."""
    try:
        table = Table(path)
    except FileNotFoundError:
        return _begun(path, rules)
    except TableError:
        if not _is_damaged(path, rules):
            raise
        return _begun(path, rules)  # nothing in it can be trusted
    if table.rules != rules:
        raise TableError(f"{path.name} is for other rules: {table.rules}")
    good = next((stones for stones in range(table.stones + 1) if not _is_good(table, stones)), table.stones + 1) - 1
    return table if good == table.stones else _copied(table, good)


def _begun(path: Path, rules: Rules) -> Table:
    files.write_whole(path, new_head(rules))
    return Table(path)


def _is_damaged(path: Path, rules: Rules) -> bool:
    """Return whether an unreadable file was once this table rather than an unrelated file."""
    with path.open("rb") as file:
        begun = file.read(LIKENESS)
    return not any(begun) or begun == new_head(rules)[:LIKENESS]  # empty or zeros, as after a system crash


def _is_good(table: Table, stones: int) -> bool:
    try:
        table.values(stones)
    except TableError:
        return False
    return True


def _layers(table: Table, stones: int) -> _core.Table | None:
    return None if stones < 0 else table.values(stones)


def _copied(table: Table, stones: int) -> Table:
    """Replace a damaged file by a copy of its intact layers."""
    beside = table.path.with_suffix(".mending")
    good = _layers(table, stones)
    file = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_TRUNC | systems.BINARY, 0o666)
    try:
        page = new_head(table.rules)
        systems.write_at(file, page, 0)
        for layer in range(stones + 1):
            assert good is not None
            _write(good, layer, file, table.rules)
            systems.write_at(file, entry(page, layer, good.checksum(layer)), entry_place(layer))
        os.fsync(file)
        beside.replace(table.path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    finally:
        os.close(file)
    return Table(table.path)


def _write(source: _core.Table | _core.TableTask, layer: int, file: int, rules: Rules) -> None:
    error = source.write(layer, file, layer_place(rules, layer))
    if error:
        raise OSError(error, os.strerror(error))


def _checked_rules(rules: str | Rules) -> Rules:
    rules = Rules.of(rules)
    if not supports(rules):
        names = ", ".join(PROFILES)
        raise RulesError(f"tables are for {names} with up to 7 pits a side, not for {rules}")
    return rules


def _check_memory(rules: Rules, stones: int) -> None:
    """Reject a table that exceeds the available memory, before the system's OOM killer acts."""
    if _core.table_bytes(rules.pits, stones) > 0.9 * systems.available_memory():
        raise LimitError(_too_large(rules, stones))


def _too_large(rules: Rules, stones: int) -> str:
    size = _core.table_bytes(rules.pits, stones) / 1e9
    return f"a table of {stones} stones for {rules} needs {size:.1f} GB of memory while it is built, more than is free"


def _lock_path(path: Path) -> Path:
    return path.with_suffix(".lock")


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Lock out other builders; the system releases the lock when the process ends."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with _lock_path(path).open("w") as lock:
        if not systems.try_lock(lock):
            raise TableError(f"{path.name} is being built by another process")
        yield


@contextmanager
def _sentences(path: Path) -> Iterator[None]:
    """Turn system errors into a sentence that names the file."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise TableError(f"the disk is full: {path.name} keeps the layers it has") from error
        raise TableError(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from error
