"""Advice to build a table on disk, when it would have made a search several times faster."""

from __future__ import annotations

from dataclasses import dataclass

from sowfish import _core
from sowfish.model.rules import Rules
from sowfish.runtime.folders import data_folder
from sowfish.runtime.workers import available_threads
from sowfish.tables.library import find, largest, supports

SLOW_SECONDS = 2.0  # faster answers need no advice
GAIN_STONES = 3  # each stone saves two fifths of the nodes, so three make a search about four times faster
POSITIONS, RELAY_POSITIONS = 1_260_000_000, 230_000_000  # worth having on disk: 24 and 20 stones with six pits
BUILD_RATE, RELAY_BUILD_RATE = 60e6, 45e6  # positions a second and thread, written to disk


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAdvice:
    """A table worth building."""

    rules: Rules
    stones: int
    bytes: int
    seconds: float  # estimated building time

    @property
    def command(self) -> str:
        """What to type."""
        return f"sowfish table build {self.rules.label} {self.stones}"

    def __str__(self) -> str:
        """Return the advice as a sentence."""
        size = f"{self.bytes / 1e9:.1f} GB" if self.bytes >= 1e9 else f"{self.bytes / 1e6:.0f} MB"
        return (
            f"A table on disk would have made this several times faster: {self.command} "
            f"(once, about {max(1, round(self.seconds))} s, {size})."
        )


def advice(rules: Rules, rest: int, *, used_stones: int, seconds: float) -> TableAdvice | None:
    """Return the table that would have sped up a search of this duration with this many stones in play, if any."""
    if seconds < SLOW_SECONDS or not supports(rules):
        return None
    stones = min(largest(rules, RELAY_POSITIONS if rules.relay else POSITIONS), rest - 1)
    stored = find(rules)
    if stones - used_stones < GAIN_STONES or (stored is not None and stored.stones >= stones):
        return None
    size = _core.table_bytes(rules.pits, stones)
    rate = (RELAY_BUILD_RATE if rules.relay else BUILD_RATE) * available_threads()
    return TableAdvice(rules=rules, stones=stones, bytes=size, seconds=size / rate)


def is_news(found: TableAdvice) -> bool:
    """Return whether the user has not seen this advice before, and record that they now have."""
    path = data_folder() / "told" / f"table-{found.rules.name}-{found.rules.pits}"
    if path.exists():
        return False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    except OSError:
        pass  # the advice will be repeated
    return True
