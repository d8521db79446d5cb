"""SQLite files from anyone: limits set, and nothing read before the schema is known to be ours."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

# A view, trigger, generated column or virtual table runs code of whoever wrote the file, so the statements that a file
# holds must be ours; the limits hold for SQLite itself while it reads them.
LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 64 << 20,  # bytes of a value; a plan can list 16 MB of openings
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 10_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 100,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 20,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 2,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 10,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
    sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER: 100,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}
SCHEMA_STEPS = 100_000  # of SQLite's machine, enough for any schema of ours
STEPS_BETWEEN_SIGNALS = 10_000


class ForeignSchemaError(Exception):
    """A database that holds something else than our tables."""


def connect(path: Path, *, wait: float) -> sqlite3.Connection:
    """Return a connection in autocommit mode; call `has_tables` before anything else."""
    connection = sqlite3.connect(path, timeout=wait, isolation_level=None)
    for limit, most in LIMITS.items():
        connection.setlimit(limit, most)
    return connection


def has_tables(connection: sqlite3.Connection, statements: Sequence[str], *, reads_only: bool) -> bool:
    """Return whether a file holds exactly the tables that these statements create; False if it is empty.

    Raises ForeignSchemaError if it holds anything else, and sqlite3.DatabaseError if it is damaged. From then on Ctrl-C
    during a statement raises sqlite3.OperationalError with the code SQLITE_INTERRUPT.
    """
    connection.set_progress_handler(lambda: True, SCHEMA_STEPS)  # gives up
    try:
        connection.execute("PRAGMA trusted_schema=OFF")
        connection.execute("PRAGMA cell_size_check=ON")
        found = _is_exactly(connection, {("table", statement) for statement in statements})
    except sqlite3.OperationalError as error:
        if is_interrupt(error):
            raise ForeignSchemaError from None
        raise
    # The handler only lets Python see signals: an exception in it interrupts the statement.
    connection.set_progress_handler(lambda: False, STEPS_BETWEEN_SIGNALS)
    if reads_only:
        connection.execute("PRAGMA query_only=ON")
    # A few pages that contain each other many times would be an endless table.
    (fault,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if fault != "ok":
        damage = sqlite3.DatabaseError(fault.splitlines()[-1])
        damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise damage
    return found


def is_interrupt(error: Exception) -> bool:
    """Return whether SQLite was interrupted by its progress handler."""
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT


def _is_exactly(connection: sqlite3.Connection, wanted: set[tuple[str, str]]) -> bool:
    found = set()
    for row in connection.execute("SELECT type, sql FROM sqlite_master"):
        if row not in wanted or row in found:
            raise ForeignSchemaError
        found.add(row)
    if found and found != wanted:
        raise ForeignSchemaError
    return bool(found)
