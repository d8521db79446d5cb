"""What a search of either engine came to, before it is an answer."""

from __future__ import annotations

from dataclasses import dataclass

from sowfish.checker.trace import Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Whether something was found, what, and how much was searched."""

    found: bool = False
    value: int | None = None
    witness: Trace | None = None
    begins: int = 0  # the event with which the turn begins that was asked for
    complete: bool = True
    why: str = ""  # it is not complete: memory, time or interrupted
    seen_below: int | None = None
    positions: int = 0
    memory: int = 0  # bytes
