"""The rules of every sowing game, event by event: slow, obvious, and the specification.

Nothing here shares code with the native core; tests compare the two. The board is one ring of cells, in sowing order,
south's half first. With three pits a side:

           6   5   4              north's pits 2 1 0
       7               3          north's store, south's store
           0   1   2              south's pits 0 1 2

Pit `k` faces pit `2 * pits - k`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sowfish.errors import IllegalMoveError
from sowfish.model.events import Cell, Event, EventKind, MoveOutcome, Side
from sowfish.model.rules import Capture, Ending, Rest, Rules


@dataclass(frozen=True, slots=True)
class Moved:
    """The result of one move."""

    laps: int
    captured: int
    banked: int
    swept: int
    outcome: MoveOutcome


class ReferenceBoard:
    """A mutable board: it changes with every event, and between moves its hand is empty."""

    __slots__ = ("at", "hand", "pits", "ring", "rules", "stores", "to_move")

    def __init__(self, rules: Rules, ring: Sequence[int], to_move: Side) -> None:
        """Set up a board from its ring of cells."""
        self.rules = rules
        self.pits = rules.pits
        self.stores = (rules.pits, 2 * rules.pits + 1)  # ring indices, south's first
        self.ring = list(ring)
        self.to_move = to_move
        self.hand = 0
        self.at: int | None = None  # the cell of the latest event while a move is under way

    def copy(self) -> ReferenceBoard:
        """Return an independent board in the same state."""
        twin = ReferenceBoard(self.rules, self.ring, self.to_move)
        twin.hand, twin.at = self.hand, self.at
        return twin

    # ---- cells

    def store(self, side: Side) -> int:
        """Return the ring index of a side's store."""
        return self.stores[0 if side is Side.SOUTH else 1]

    def first_pit(self, side: Side) -> int:
        """Return the ring index of a side's pit 0, the one farthest from its store."""
        return 0 if side is Side.SOUTH else self.pits + 1

    def row(self, side: Side) -> list[int]:
        """Return the stones in a side's pits, in its own sowing order."""
        first = self.first_pit(side)
        return self.ring[first : first + self.pits]

    def is_own_pit(self, cell: int) -> bool:
        """Return whether the cell is a pit of the side to move."""
        first = self.first_pit(self.to_move)
        return first <= cell < first + self.pits

    # ---- legal events

    def is_over(self) -> bool:
        """Return whether the game is over; only valid between moves."""
        mover_empty = not any(self.row(self.to_move))
        other_empty = not any(self.row(self.to_move.other))
        if self.rules.ends is Ending.EITHER_EMPTY:
            return mover_empty or other_empty
        if self.rules.ends is Ending.MOVER_EMPTY:
            return mover_empty
        return mover_empty and other_empty

    def legal_pits(self) -> list[int]:
        """Return the pits the side to move may choose; none when the game is over or the side must pass."""
        if self.is_over():
            return []
        return [pit for pit, stones in enumerate(self.row(self.to_move)) if stones]

    def must_pass(self) -> bool:
        """Return whether the side to move has nothing to sow in a game that goes on."""
        return not self.is_over() and not any(self.row(self.to_move))

    # ---- the three events

    def pick_up(self, cell: int) -> int:
        """Lift all stones of a cell into the hand."""
        self.hand, self.ring[cell] = self.ring[cell], 0
        self.at = cell
        return self.hand

    def drop(self) -> tuple[int, int, int]:
        """Drop one stone; return its cell, and the stones moved by a capture and by the sweep."""
        assert self.at is not None
        assert self.hand > 0
        cell = (self.at + 1) % len(self.ring)
        if cell in self.stores and cell != self.store(self.to_move) and not self.rules.both_stores:
            cell = (cell + 1) % len(self.ring)  # the other's store is skipped
        self.ring[cell] += 1
        self.hand -= 1
        self.at = cell
        if self.hand or self.relays():
            return cell, 0, 0
        captured = self._capture(cell)
        if cell != self.store(self.to_move):
            self.to_move = self.to_move.other
        self.at = None
        return cell, captured, self._sweep() if self.is_over() else 0

    def pass_turn(self) -> None:
        """Pass the turn without moving a stone."""
        assert self.must_pass()
        self.to_move = self.to_move.other

    def relays(self) -> bool:
        """Return whether the rules relay and the last stone fell into a non-empty pit."""
        assert self.at is not None
        in_pit = self.at not in self.stores
        return self.rules.relay and self.hand == 0 and in_pit and self.ring[self.at] > 1

    def _capture(self, cell: int) -> int:
        if self.rules.capture is Capture.NONE or not self.is_own_pit(cell) or self.ring[cell] != 1:
            return 0
        facing = 2 * self.pits - cell
        if self.rules.capture is Capture.OPPOSITE and self.ring[facing] == 0:
            return 0
        captured = 1 + self.ring[facing]
        self.ring[cell] = self.ring[facing] = 0
        self.ring[self.store(self.to_move)] += captured
        return captured

    def _sweep(self) -> int:
        if self.rules.rest is Rest.NOBODY:
            return 0
        swept = 0
        for side in Side:
            first = self.first_pit(side)
            rest = sum(self.row(side))
            self.ring[first : first + self.pits] = [0] * self.pits
            self.ring[self.store(side)] += rest
            swept += rest
        return swept

    # ---- a whole move

    def move(self, pit: int, events: list[Event] | None = None) -> Moved:
        """Play a pit of the side to move to the end of the move; append each event to `events` if given."""
        if pit not in self.legal_pits():
            raise IllegalMoveError(f"pit {pit} cannot be played by {self.to_move}")
        mover = self.to_move
        store = self.store(mover)
        cell = self.first_pit(mover) + pit
        laps = banked = captured = swept = 0
        while self.at is not None or laps == 0:
            laps += 1
            lifted = self.pick_up(cell)
            if events is not None:
                events.append(Event(EventKind.PICK_UP, mover, Cell.on_ring(cell, self.pits), lifted))
            while self.hand:
                cell, captured, swept = self.drop()
                banked += captured + (cell == store)
                if events is not None:
                    place = Cell.on_ring(cell, self.pits)
                    events.append(Event(EventKind.DROP, mover, place, 1, captured, swept))
        if self.is_over():
            outcome = MoveOutcome.GAME_OVER
        else:
            outcome = MoveOutcome.FREE_MOVE if cell == store else MoveOutcome.TURN_END
        return Moved(laps, captured, banked, swept, outcome)
