"""How long and how large a search may get."""

from __future__ import annotations

import math
from dataclasses import dataclass

from sowfish.errors import LimitError, shown

GIBIBYTE = 1 << 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits of one search; None is no limit."""

    seconds: float | None = None
    nodes: int | None = None
    memory: int = GIBIBYTE  # bytes, for tables and hash together; too little makes it slower, never wrong

    def __post_init__(self) -> None:
        """Refuse what is no limit."""
        if self.seconds is not None and not (_is_number(self.seconds) and self.seconds > 0):
            raise LimitError(f"seconds must be a positive number, not {shown(self.seconds)}")
        if self.nodes is not None and not (type(self.nodes) is int and 0 < self.nodes < 1 << 64):
            raise LimitError(f"nodes must be a positive whole number, not {shown(self.nodes)}")
        if not (type(self.memory) is int and 0 < self.memory < 1 << 63):
            raise LimitError(f"memory must be a positive number of bytes, not {shown(self.memory)}")

    def part(self, share: float) -> Limits:
        """Return limits with a share of the time and of the nodes."""
        return Limits(
            seconds=None if self.seconds is None else self.seconds * share,
            nodes=None if self.nodes is None else max(1, int(self.nodes * share)),
            memory=self.memory,
        )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
