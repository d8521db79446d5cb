"""The event model: states between two events, and their successors."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from sowfish.errors import TraceError
from sowfish.model.events import Cell, Event, EventKind, Side
from sowfish.model.position import Position
from sowfish.model.reference import ReferenceBoard
from sowfish.model.rules import Rules


@dataclass(frozen=True)
class State:
    """A board between two events; `at` is the cell of the latest event while a move is under way, else None.

    The ring is south's pits, south's store, north's pits, north's store, each side in its own sowing order.

    >>> State.of(Position.start("events", 1, 2)).ring
    (1, 1, 0, 1, 1, 0)
    """

    rules: Rules
    ring: tuple[int, ...]
    to_move: Side
    hand: int = 0
    at: int | None = None

    def __hash__(self) -> int:
        """Return a hash that agrees with equality; the rules are left out, as they do not change during a search."""
        return hash((self.ring, self.to_move, self.hand, self.at))

    @classmethod
    def of(cls, position: Position) -> State:
        """Return a position as a state between moves."""
        ring = (*position.south, position.south_store, *position.north, position.north_store)
        return cls(position.rules, ring, position.to_move)

    @property
    def position(self) -> Position:
        """The position of a state between moves."""
        if self.at is not None:
            raise TraceError("a move is under way: this state is not a position")
        pits = self.rules.pits
        return Position(
            self.ring[:pits],
            self.ring[pits + 1 : -1],
            south_store=self.ring[pits],
            north_store=self.ring[-1],
            to_move=self.to_move,
            rules=self.rules,
        )

    def pits(self, side: Side) -> tuple[int, ...]:
        """Return the stones in a side's pits, in its own sowing order."""
        first = 0 if side is Side.SOUTH else self.rules.pits + 1
        return self.ring[first : first + self.rules.pits]

    def store(self, side: Side) -> int:
        """Return the stones in a side's store."""
        return self.ring[self.rules.pits if side is Side.SOUTH else -1]

    def rest(self, side: Side | None = None) -> int:
        """Return the stones in a side's pits, or in all pits."""
        return sum(sum(self.pits(each)) for each in Side if side in (None, each))

    @property
    def total(self) -> int:
        """All stones: in pits, stores and the hand."""
        return sum(self.ring) + self.hand

    @property
    def under_way(self) -> bool:
        """Whether a move is under way."""
        return self.at is not None

    @property
    def last_cell(self) -> Cell | None:
        """The cell of the latest event of the move under way."""
        return None if self.at is None else Cell.on_ring(self.at, self.rules.pits)

    @cached_property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.at is None and self.board().is_over()

    def board(self) -> ReferenceBoard:
        """Return the state as a new board of the reference."""
        board = ReferenceBoard(self.rules, self.ring, self.to_move)
        board.hand, board.at = self.hand, self.at
        return board


class Successor(NamedTuple):
    """One possible event, and the state it leads to."""

    event: Event
    state: State


def successors(state: State) -> list[Successor]:
    """Return all possible next events: a choice between moves, one event while a move is under way.

    >>> [str(event.cell) for event, _ in successors(State.of(Position.start("kalah", 1, 2)))]
    ["south's pit 0", "south's pit 1"]
    """
    board = state.board()
    if state.at is not None:
        return [_dropped(board) if state.hand else _lifted(board, state.at)]
    if board.is_over():
        return []
    if board.must_pass():
        board.pass_turn()
        return [Successor(Event(EventKind.PASS, state.to_move), _seen(board))]
    first = board.first_pit(state.to_move)
    return [_lifted(state.board(), first + pit) for pit in board.legal_pits()]


def _lifted(board: ReferenceBoard, cell: int) -> Successor:
    stones = board.pick_up(cell)
    event = Event(EventKind.PICK_UP, board.to_move, Cell.on_ring(cell, board.pits), stones)
    return Successor(event, _seen(board))


def _dropped(board: ReferenceBoard) -> Successor:
    mover = board.to_move
    cell, captured, swept = board.drop()
    event = Event(EventKind.DROP, mover, Cell.on_ring(cell, board.pits), 1, captured, swept)
    return Successor(event, _seen(board))


def _seen(board: ReferenceBoard) -> State:
    return State(board.rules, tuple(board.ring), board.to_move, board.hand, board.at)
