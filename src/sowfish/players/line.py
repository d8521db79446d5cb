"""A planned line of play, valid while the game follows it."""

from __future__ import annotations

from collections.abc import Iterable

from sowfish.model.position import Position


class Line:
    """Planned pits of both sides from a position on; forced passes are made automatically.

    >>> line = Line(Position.start(), [2, 5])
    >>> line.next_pit(Position.start()), line.next_pit(Position.start().after(2))
    (2, 5)
    >>> line.next_pit(Position.start().after(0)) is None
    True
    """

    def __init__(self, position: Position | None = None, pits: Iterable[int] = ()) -> None:
        """Plan these pits from a position on; by default none."""
        self._planned: dict[Position, int] = {}
        for pit in pits:
            assert position is not None
            if position.must_pass:
                position = position.passed()
            self._planned[position] = pit
            position = position.after(pit)

    def next_pit(self, position: Position) -> int | None:
        """Return the planned pit in a position, None if the line does not lead there."""
        return self._planned.get(position)
