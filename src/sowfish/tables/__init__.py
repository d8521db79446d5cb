"""Endgame tables: the exact value of every position with few stones in play, on disk and in memory."""

from sowfish.tables.build import BuildProgress, build, extend, remove
from sowfish.tables.library import TableWarning, available, check, find, forget, largest, load, probe, share, supports
from sowfish.tables.library import open_table as open  # noqa: A004  # read as tables.open(...)
from sowfish.tables.table import Table, folder
from sowfish.tables.verify import Report, verify

__all__ = [
    "BuildProgress",
    "Report",
    "Table",
    "TableWarning",
    "available",
    "build",
    "check",
    "extend",
    "find",
    "folder",
    "forget",
    "largest",
    "load",
    "open",
    "probe",
    "remove",
    "share",
    "supports",
    "verify",
]
