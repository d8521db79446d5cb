"""What there is on disk, and what it says about a position."""

from __future__ import annotations

from sowfish.errors import TableError
from sowfish.position import Position
from sowfish.rules import Rules
from sowfish.tables.disk import SUFFIX, DiskTable, on_disk, opened, table_folder

_last: DiskTable | None = None  # asked last: most ask about one game


def open_table(rules: str | Rules) -> DiskTable:
    """Return the table on disk for these rules; raises TableError if there is none or it is damaged."""
    rules = Rules.of(rules)
    try:
        return opened(rules)
    except FileNotFoundError:
        raise TableError(f"there is no table for {rules}; sowfish table build makes one") from None
    except OSError as error:
        raise TableError(f"cannot read the table for {rules}: {(error.strerror or str(error)).lower()}") from None


def stored() -> tuple[list[DiskTable], list[str]]:
    """Return the tables on disk by name, and a sentence for each file that is none or is damaged."""
    tables, faults = [], []
    for path in sorted(table_folder().glob(f"*{SUFFIX}")):
        try:
            tables.append(DiskTable(path))
        except TableError as error:
            faults.append(str(error))
        except OSError as error:
            faults.append(f"cannot read {path.name}: {(error.strerror or str(error)).lower()}")
    return tables, faults


def probe(position: Position) -> int | None:
    """Return the exact margin for the side to move from a table on disk; None if no table knows the position."""
    global _last  # noqa: PLW0603  # the one table asked last
    table = _last
    if table is not None and table.rules is position.rules:
        margin = table.probe(position)
        if margin is not None:
            return margin
    table = on_disk(position.rules)
    if table is None:
        return None
    table.rules = position.rules
    _last = table
    return table.probe(position)
