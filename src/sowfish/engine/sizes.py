"""How large the tables of an engine are for a position: what pays, within the memory and the time."""

from __future__ import annotations

from dataclasses import dataclass

from sowfish import _core, tables
from sowfish.model.position import core_rules
from sowfish.model.rules import Rules

DISK_GAIN = 16  # how many times more positions are worth having when they are on disk already
TABLE_SHARE = 0.2  # of the time, for building the first endgame table


@dataclass(frozen=True, slots=True)
class Sizes:
    """The stones of the endgame table at first and at most, -1 for none, and the bytes of the proof's hash table."""

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
    """Choose what pays for so many stones in play, within the memory and the time; a table on disk may be larger.

    The endgame table starts small, and grows while the search lasts.
    """
    wanted = _core.sizes(core_rules(rules), rest, memory, seconds or 0.0, threads, every_move, most_positions)
    stones, most = wanted.table_stones, wanted.max_table_stones
    stored = tables.find(rules) if uses_disk and stones >= 0 else None
    if stored is not None and stored.stones >= stones:
        # Checking what is on disk costs a small part of building it, and its memory is the system's.
        worth = int(min(4 * DISK_GAIN * wanted.first_positions, DISK_GAIN * wanted.room_positions))
        stones = max(stones, min(stored.stones, tables.largest(rules, worth), max(rest - 1, 0)))
        most = max(stones, most)
    return Sizes(stones, most, int(wanted.hash_bytes))
