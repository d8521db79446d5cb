"""Moves grouped by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sowfish.model.events import Side
from sowfish.model.position import Position


class Step(NamedTuple):
    """One move, and the position of the next choice."""

    pit: int
    after: Position
    ends_turn: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """The moves one side made until the turn passed or the game ended, or so far."""

    side: Side
    pits: tuple[int, ...]
    before: Position
    after: Position
    is_whole: bool  # False while the side still has a free move to make


def grouped(before: Position, steps: Sequence[Step]) -> Iterator[Turn]:
    """Group steps from a position into turns; the last one may be unfinished."""
    first = 0
    for place, step in enumerate(steps, start=1):
        if not step.ends_turn and place < len(steps):
            continue
        pits = tuple(made.pit for made in steps[first:place])
        yield Turn(before.to_move, pits, before, step.after, is_whole=step.ends_turn)
        before, first = step.after, place
