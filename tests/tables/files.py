"""Table files for tests: built in a folder of their own, and their bytes to damage."""

from __future__ import annotations

from pathlib import Path

from sowfish import tables
from sowfish.model.rules import Rules
from sowfish.tables.table import table_path

RULES = Rules.named("kalah", pits=3)
STONES = 6


def built(rules: Rules = RULES, stones: int = STONES) -> Path:
    """Build a small table and return its file."""
    return tables.build(rules, stones, threads=1).path


def damaged(path: Path, place: int, bit: int = 0) -> None:
    """Flip a bit of a file."""
    data = bytearray(path.read_bytes())
    data[place] ^= 1 << bit
    path.write_bytes(data)


def place_of(rules: Rules = RULES) -> Path:
    """Return where the table of these rules is kept."""
    return table_path(rules)
