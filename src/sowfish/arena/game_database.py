"""The games of a tournament in an SQLite file that survives a kill at any moment and never holds a game twice."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import astuple, fields
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from sowfish.arena.games import Record
from sowfish.arena.record_check import checked_record, checksum, record_checksum
from sowfish.arena.tournament_plan import Plan
from sowfish.errors import ArenaError, quoted
from sowfish.runtime import sqlite_files, systems

FORMAT = "sowfish arena 2"
WAIT_SECONDS = 10.0  # to wait for another process's lock
COLUMNS = tuple(field.name for field in fields(Record))
KINDS = {"int": "INTEGER", "float": "REAL"}
# The text is part of the format: a file with any other is refused.
TABLES = (
    "CREATE TABLE tournament (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    f"""CREATE TABLE games (
    {", ".join(f"{field.name} {KINDS.get(str(field.type), 'TEXT')} NOT NULL" for field in fields(Record))},
    checksum INTEGER NOT NULL,
    PRIMARY KEY (pairing, opening, seat)
) WITHOUT ROWID""",
)


class GameDatabase:
    """The games of one tournament; one process at a time may add games, any number may read."""

    def __init__(self, path: Path, plan: Plan | None = None) -> None:
        """Open a file, or create one for `plan`, which must match the file's plan in all but the number of games."""
        self.path = path
        self.is_asked_for = plan is not None  # the plan comes from the caller, not only from the file
        self._lock: IO[bytes] | None = None
        if plan is None and not path.exists():
            raise ArenaError(f"there is no tournament in {path}")
        self._connection = self._connected()
        try:
            with self._explained():
                self._prepare(plan)
            self.plan = self._agreed(plan)
        except BaseException:
            self.close()
            raise

    def _connected(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ArenaError(f"cannot write {self.path}: {error.strerror}") from None
        with self._explained():
            return sqlite_files.connect(self.path, wait=WAIT_SECONDS)

    def _prepare(self, plan: Plan | None) -> None:
        if plan is not None:
            self.take()
        try:
            is_new = not sqlite_files.has_tables(self._connection, TABLES, reads_only=plan is None)
        except sqlite_files.ForeignSchemaError:
            raise self._foreign() from None
        if is_new and plan is not None:
            self._connection.execute("PRAGMA journal_mode=WAL").fetchone()
            with self._transaction():
                for statement in TABLES:
                    self._connection.execute(statement)
                self._connection.executemany(
                    "INSERT INTO tournament VALUES (?, ?)", [("format", FORMAT), *_sealed(plan), ("sum", "0")]
                )
        elif is_new or self._said("format") != FORMAT:
            raise self._foreign()
        self._connection.execute("PRAGMA synchronous=FULL")

    def _foreign(self) -> ArenaError:
        return ArenaError(f"{self.path} is not a tournament of this version of Sowfish")

    def take(self) -> None:
        """Lock out other writers until this process ends, however it ends."""
        # A separate lock file: closing a second handle of the database would drop SQLite's own locks.
        self._lock = self.path.with_name(f"{self.path.name}.lock").open("wb")
        if not systems.try_lock(self._lock):
            raise ArenaError(f"another process is playing the tournament in {self.path}")

    def _said(self, name: str) -> str:
        found = self._connection.execute("SELECT value FROM tournament WHERE name = ?", [name]).fetchone()
        return str(found[0]) if found else ""

    def _agreed(self, plan: Plan | None) -> Plan:
        """Return the plan to follow; the file keeps the latest one."""
        with self._explained():
            text = self._said("plan")
            if str(checksum([text])) != self._said("plan checksum"):
                raise ArenaError(f"{self.path} is damaged: the checksum of its plan does not match")
            stored = Plan.from_json(text)
            if plan is None or plan == stored:
                return stored
            difference = plan.difference(stored)
            if difference is not None:
                raise ArenaError(f"{self.path} holds another tournament: {difference}")
            with self._transaction():
                self._connection.executemany("REPLACE INTO tournament VALUES (?, ?)", _sealed(plan))
        return plan

    def add(self, records: Iterable[Record]) -> None:
        """Add games, all of them or none; adding a game twice is a bug."""
        rows = [(*astuple(record), record_checksum(record)) for record in records]
        marks = ", ".join("?" * (len(COLUMNS) + 1))
        with self._explained(), self._transaction():
            self._connection.executemany(
                f"INSERT INTO games ({', '.join(COLUMNS)}, checksum) VALUES ({marks})",  # noqa: S608  # our own names
                rows,
            )
            total = _sum((int(self._said("sum")), *(row[-1] for row in rows)))
            self._connection.execute("REPLACE INTO tournament VALUES ('sum', ?)", [str(total)])

    def records(self) -> Iterator[Record]:
        """Yield all games in the order of the plan, each checked and replayed; raises ArenaError for a damaged file."""
        query = f"SELECT {', '.join(COLUMNS)}, checksum FROM games ORDER BY opening, pairing, seat"  # noqa: S608  # our own names
        total = 0
        with self._explained():
            self._connection.execute("BEGIN")  # one snapshot: games added meanwhile are not seen
            try:
                for *row, stored in self._connection.execute(query):
                    yield self._checked(dict(zip(COLUMNS, row, strict=True)), stored)
                    total = _sum((total, stored))
                if str(total) != self._said("sum"):
                    raise ArenaError(f"{self.path} is damaged: games are missing, or were added by another program")
            finally:
                with contextlib.suppress(sqlite3.Error):  # it may have been closed
                    self._connection.execute("ROLLBACK")

    def _checked(self, values: dict[str, object], stored: object) -> Record:
        try:
            return checked_record(values, stored, self.plan)
        except ArenaError as error:
            place = " ".join(f"{name} {quoted(values[name])}" for name in ("pairing", "opening", "seat"))
            raise ArenaError(f"{self.path} is damaged: in the game of {place}, {error}") from None

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):  # a full disk has rolled it back already
                self._connection.execute("ROLLBACK")
            raise

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn errors of SQLite or the system into one sentence."""
        try:
            yield
        except sqlite3.IntegrityError:
            raise
        except (sqlite3.Error, OSError, ValueError) as error:
            if isinstance(error, ArenaError):
                raise
            if sqlite_files.is_interrupt(error):
                raise KeyboardInterrupt from None
            raise ArenaError(_sentence(self.path, error)) from error

    def close(self) -> None:
        """Close the file."""
        self._connection.close()
        if self._lock is not None:
            self._lock.close()

    def __enter__(self) -> Self:
        """Return the database, which closes at the end of the block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()


def _sealed(plan: Plan) -> list[tuple[str, str]]:
    """Return the rows of a plan."""
    text = plan.to_json()
    return [("plan", text), ("plan checksum", str(checksum([text])))]


def _sum(checksums: Iterable[int]) -> int:
    """Combine all checksums, in any order."""
    return sum(checksums) % (1 << 62)


def _sentence(path: Path, error: Exception) -> str:
    said = (error.strerror if isinstance(error, OSError) else None) or str(error)
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return f"the disk is full: {path} keeps the games so far, and the same command resumes once there is room"
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f"{path} is locked by another program; stored games are safe, and the same command resumes later"
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return f"{path} is damaged or not a tournament: {said}"
    return f"cannot use {os.fspath(path)}: {said}"
