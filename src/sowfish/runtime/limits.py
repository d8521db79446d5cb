"""Limits of a search: time, nodes and memory."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

from sowfish.errors import LimitError, quoted

GIBIBYTE = 1 << 30
MOST = (1 << 63) - 1


class Cancel(Protocol):
    """A request to stop, such as a threading.Event."""

    def is_set(self) -> bool:
        """Return whether to stop."""


def is_set(cancel: Cancel | None) -> bool:
    """Return whether to stop."""
    return cancel is not None and cancel.is_set()


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits of one search; None means unlimited."""

    seconds: float | None = None
    nodes: int | None = None
    memory: int = GIBIBYTE  # bytes, for tables and hash together; less only makes it slower

    def __post_init__(self) -> None:
        """Reject invalid limits."""
        if self.seconds is not None:
            positive("seconds", self.seconds)
        if self.nodes is not None:
            whole("nodes", self.nodes)
        if type(self.memory) is not int or not 0 < self.memory <= MOST:
            raise LimitError(f"memory must be a positive number of bytes, not {quoted(self.memory)}")

    @classmethod
    def of(cls, limits: Limits | None) -> Limits:
        """Return the limits, or unlimited for None; reject anything else."""
        if limits is None:
            return cls()
        if not isinstance(limits, Limits):
            raise LimitError(f"limits must be a Limits such as Limits(seconds=5), not {quoted(limits)}")
        return limits

    def part(self, share: float) -> Limits:
        """Return limits with this share of the time and the nodes."""
        return Limits(
            seconds=None if self.seconds is None else self.seconds * share,
            nodes=None if self.nodes is None else max(1, int(self.nodes * share)),
            memory=self.memory,
        )


def whole(name: str, number: object, *, least: int = 1, most: int = MOST) -> int:
    """Return an integer within its range, or raise an error that names the option."""
    if type(number) is not int or not least <= number <= most:
        within = "positive whole number" if (least, most) == (1, MOST) else f"whole number from {least} to {most}"
        raise LimitError(f"{name} must be a {within}, not {quoted(number)}")
    return number


def positive(name: str, number: object) -> float:
    """Return a positive number, or raise an error that names the option."""
    fits = isinstance(number, int | float) and not isinstance(number, bool) and math.isfinite(number) and number > 0
    if not fits:
        raise LimitError(f"{name} must be a positive number, not {quoted(number)}")
    return float(number)  # type: ignore[arg-type]  # it is a number
