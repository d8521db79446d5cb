"""A line of play to follow, as long as the game does."""

from __future__ import annotations

from collections.abc import Iterable

from sowfish.model.position import Position


class Line:
    """Pits planned from a position on, by whoever is to move; forced passes are made on the way.

    >>> line = Line(Position.start(), [2, 5])
    >>> line.next_pit(Position.start()), line.next_pit(Position.start().after(2))
    (2, 5)
    >>> line.next_pit(Position.start().after(0)) is None
    True
    """

    def __init__(self, position: Position | None = None, pits: Iterable[int] = ()) -> None:
        """Plan to play these pits from a position on; by default nothing."""
        self._planned: dict[Position, int] = {}
        for pit in pits:
            assert position is not None
            if position.must_pass:
                position = position.passed()
            self._planned[position] = pit
            position = position.after(pit)

    def next_pit(self, position: Position) -> int | None:
        """Return what is planned in a position, None if the line does not lead there."""
        return self._planned.get(position)
