"""How large the tables of an engine are for a position: what pays, within the memory and the time."""

from __future__ import annotations

from dataclasses import dataclass

from sowfish import _core, tables
from sowfish.model.rules import Rules

DISK_GAIN = 16  # how many times more positions are worth having when they are on disk already
LEAST_LOG = 20  # the base 2 logarithm of positions that are built in hundredths of a second
TABLE_MEMORY = 0.6  # of the memory, at most, for an endgame table
TABLE_SHARE = 0.2  # of the time, for building the first endgame table
TABLE_RATE, RELAY_TABLE_RATE = 60e6, 30e6  # positions a second, one thread
LOOK_BYTES = 64 << 20  # for the look-ahead, at most
LOOK_SHARE = 4  # and this part of the memory


@dataclass(frozen=True, slots=True)
class Sizes:
    """The stones of the endgame table at first and at most, -1 for none, and the bytes of the proof's hash table."""

    table_stones: int
    max_table_stones: int
    hash_bytes: int


def look_bytes(memory: int) -> int:
    """Return the bytes of the look-ahead's transposition table."""
    return max(1, min(LOOK_BYTES, memory // LOOK_SHARE))


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
    """Choose what pays for so many stones in play, within the memory and the time.

    The endgame table starts small, and grows while the search lasts.
    """
    memory -= look_bytes(memory)
    tabled = tables.supports(rules)
    hash_bytes = 2.0 ** min(62.0, max(24.0, 0.75 * rest + every_move - (11 if tabled else 8)))
    if seconds is not None:
        hash_bytes = min(hash_bytes, seconds * 1e8)  # more could not be filled
    if not tabled:
        return Sizes(-1, -1, int(max(min(hash_bytes, memory), 1)))
    room = min(TABLE_MEMORY * memory, most_positions)
    # The base 2 logarithm of the positions that starts of 24 to 60 stones surely need.
    first = 2.0 ** max(LEAST_LOG, 12.5 + 0.2 * rest if rules.relay else 10.2 + 0.37 * rest + 1.5 * every_move)
    positions = min(first, room)
    if seconds is not None:
        rate = RELAY_TABLE_RATE if rules.relay else TABLE_RATE
        positions = min(positions, TABLE_SHARE * seconds * rate * threads)
    below = max(rest - 1, 0)
    stones = min(tables.largest(rules, int(positions)), below)
    most = max(stones, min(tables.largest(rules, int(room)), below))
    left = memory - _core.table_bytes(rules.pits, most)
    stored = tables.find(rules) if uses_disk else None
    if stored is not None and stored.stones >= stones:
        # Checking what is on disk costs a small part of building it, and its memory is the system's.
        worth = int(min(4 * DISK_GAIN * first, DISK_GAIN * room))
        stones = max(stones, min(stored.stones, tables.largest(rules, worth), below))
        most = max(stones, most)
    return Sizes(stones, most, int(max(min(hash_bytes, left), 1)))
