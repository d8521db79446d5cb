"""Endgame tables: the exact value of every position with few stones in play, on disk and in memory."""

from sowfish.tables.build import BuildProgress, build, extend, remove
from sowfish.tables.disk import DiskTable, TableWarning, on_disk, table_folder
from sowfish.tables.memory import for_search, forget, has_tables, largest
from sowfish.tables.shelf import open_table, probe, stored
from sowfish.tables.verify import Report, verify

__all__ = [
    "BuildProgress",
    "DiskTable",
    "Report",
    "TableWarning",
    "build",
    "extend",
    "for_search",
    "forget",
    "has_tables",
    "largest",
    "on_disk",
    "open_table",
    "probe",
    "remove",
    "stored",
    "table_folder",
    "verify",
]
