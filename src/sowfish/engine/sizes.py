"""Table sizes of an engine for a position: as large as pays off within the memory and time limits."""

from __future__ import annotations

from dataclasses import dataclass

from sowfish import _core, tables
from sowfish.model.position import core_rules
from sowfish.model.rules import Rules

DISK_GAIN = 16  # how many times larger a table may be if it is already on disk
TABLE_SHARE = 0.2  # share of the time for building the first endgame table


@dataclass(frozen=True, slots=True)
class Sizes:
    """Initial and maximum stones of the endgame table, -1 for none, and the bytes of the proof's hash table."""

    table_stones: int
    max_table_stones: int
    hash_bytes: int


def look_bytes(memory: int) -> int:
    """Return the bytes of the look-ahead's transposition table."""
    return int(_core.look_bytes(memory))


def sizes(
    rules: Rules,
    rest: int,
    *,
    memory: int,
    seconds: float | None,
    threads: int,
    every_move: bool,
    uses_disk: bool,
    most_positions: float = float("inf"),
) -> Sizes:
    """Choose sizes for this many stones in play within the memory and time limits; a table on disk may be larger.

    The endgame table starts small and grows during the search.
    """
    wanted = _core.sizes(core_rules(rules), rest, memory, seconds or 0.0, threads, every_move, most_positions)
    stones, most = wanted.table_stones, wanted.max_table_stones
    stored = tables.find(rules) if uses_disk and stones >= 0 else None
    if stored is not None and stored.stones >= stones:
        # Checking a table on disk costs a fraction of building it, and its memory is the page cache.
        worth = int(min(4 * DISK_GAIN * wanted.first_positions, DISK_GAIN * wanted.room_positions))
        stones = max(stones, min(stored.stones, tables.largest(rules, worth), max(rest - 1, 0)))
        most = max(stones, most)
    return Sizes(stones, most, int(wanted.hash_bytes))
