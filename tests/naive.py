"""What the core searches cleverly, found the plainest way: recursion on the reference's board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from sowfish import MoveOutcome, Rest, Rules, Side
from sowfish.model.reference import ReferenceBoard

Row = tuple[int, ...]
Pits = tuple[int, ...]


@dataclass
class Turns:
    """All complete turns of the side to move, as a tree in which nothing is merged."""

    nodes: int = 1
    longest: int = 0
    states: set[object] = field(default_factory=set)
    ends: list[tuple[Pits, ReferenceBoard]] = field(default_factory=list)  # by pits, lexicographically

    def distinct_ends(self) -> set[object]:
        """Return the ends without the ways that lead there; a finished game has nobody to move."""
        return {(tuple(end.ring), None if end.is_over() else end.to_move) for _, end in self.ends}

    def best(self, score: Callable[[ReferenceBoard], float]) -> tuple[float, list[Pits]]:
        """Return the best score of an end, and the sequences that reach it."""
        most = max(score(end) for _, end in self.ends)
        return most, [pits for pits, end in self.ends if score(end) == most]


def turns(board: ReferenceBoard, *, technical_win: bool = False, max_laps: int | None = None) -> Turns:
    """Return all turns from a board in which the side to move has a choice."""
    found = Turns()

    def walk(at: ReferenceBoard, pits: Pits, laps: int) -> None:
        found.states.add((tuple(at.ring), laps if max_laps else None))
        for pit in at.legal_pits():
            after = at.copy()
            moved = after.move(pit)
            found.nodes += 1
            found.longest = max(found.longest, len(pits) + 1)
            goes_on = moved.outcome is MoveOutcome.FREE_MOVE and not after.must_pass()
            if technical_win and is_decided(after):
                goes_on = False
            if max_laps is not None and laps + moved.laps >= max_laps:
                goes_on = False
            if goes_on:
                walk(after, (*pits, pit), laps + moved.laps)
            else:
                found.ends.append(((*pits, pit), after))

    walk(board, (), 0)
    return found


def is_decided(board: ReferenceBoard) -> bool:
    """Tell whether one side has more in its store than the other can still get."""
    south, north = (board.ring[board.store(side)] for side in Side)
    rest = sum(board.ring) - south - north
    return rest + min(south, north) < max(south, north)


class Minimax:
    """Exact future margins for one set of rules: what the side to move will bank minus what the other will."""

    def __init__(self, rules: Rules) -> None:
        """Begin with nothing known."""
        self.rules = rules
        self.known: dict[tuple[Row, Row], int] = {}

    def value(self, board: ReferenceBoard) -> int:
        """Return the final margin of the side to move with best play by both, stores included."""
        mover = board.to_move
        banked = board.ring[board.store(mover)] - board.ring[board.store(mover.other)]
        return banked + self.future(tuple(board.row(mover)), tuple(board.row(mover.other)))

    def move_value(self, board: ReferenceBoard, pit: int) -> int:
        """Return the value of playing a pit, for the side that plays it."""
        after = board.copy()
        after.move(pit)
        return self.value(after) if after.to_move is board.to_move else -self.value(after)

    def future(self, mine: Row, theirs: Row) -> int:
        """Return the value of a board with empty stores."""
        known = self.known.get((mine, theirs))
        if known is None:
            known = self.known[mine, theirs] = self._searched(mine, theirs)
        return known

    def _searched(self, mine: Row, theirs: Row) -> int:
        board = ReferenceBoard(self.rules, [*mine, 0, *theirs, 0], Side.SOUTH)
        if board.is_over():
            return sum(mine) - sum(theirs) if self.rules.rest is Rest.OWNER else 0
        if board.must_pass():
            return -self.future(theirs, mine)
        return max(self.move_value(board, pit) for pit in board.legal_pits())


def rows(pits: int, stones: int) -> Iterator[Row]:
    """Yield every distribution of exactly so many stones over so many pits."""
    if pits == 1:
        yield (stones,)
        return
    for first in range(stones + 1):
        for others in rows(pits - 1, stones - first):
            yield (first, *others)


def splits(pits: int, most: int) -> Iterator[tuple[Row, Row]]:
    """Yield both sides of every board with up to so many stones in its pits."""
    for stones in range(most + 1):
        for row in rows(2 * pits, stones):
            yield row[:pits], row[pits:]
