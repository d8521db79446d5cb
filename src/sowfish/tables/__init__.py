"""Endgame tables: the exact value of every position with few stones in play, on disk and in memory."""

from sowfish.tables.advice import TableAdvice, advice, is_news
from sowfish.tables.build import BuildProgress, build, extend, remove
from sowfish.tables.library import (
    TableWarning,
    available,
    check,
    find,
    forget,
    largest,
    load,
    probe,
    share,
    stored,
    supports,
)
from sowfish.tables.library import open_table as open  # noqa: A004  # read as tables.open(...)
from sowfish.tables.published import checksum_lines
from sowfish.tables.table import Table, folder
from sowfish.tables.verify import Report, verify

__all__ = [
    "BuildProgress",
    "Report",
    "Table",
    "TableAdvice",
    "TableWarning",
    "advice",
    "available",
    "build",
    "check",
    "checksum_lines",
    "extend",
    "find",
    "folder",
    "forget",
    "is_news",
    "largest",
    "load",
    "open",
    "probe",
    "remove",
    "share",
    "stored",
    "supports",
    "verify",
]
