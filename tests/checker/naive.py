"""All games of a small board the plainest way: unfolded move by move on the reference, nothing merged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tests.lockstep import reference_of

from sowfish import Event, MoveOutcome, Position, Side
from sowfish.model.reference import ReferenceBoard


@dataclass(frozen=True)
class Length:
    """What a stretch of play adds up to."""

    events: int = 0
    moves: int = 0
    turns: int = 0
    passes: int = 0
    laps: int = 0
    captures: int = 0
    steals: int = 0
    free_moves: int = 0
    captured: int = 0
    banked: int = 0
    swept: int = 0
    stones: int = 0  # growth of the mover's store
    south_steals: int = 0
    south_moves: int = 0

    def __add__(self, other: Length) -> Length:
        return Length(**{name: value + getattr(other, name) for name, value in vars(self).items()})

    @property
    def boards(self) -> int:
        return self.events + 1


@dataclass(frozen=True)
class End:
    """A game, or a turn, that has ended: what it added up to and the board it left."""

    length: Length
    board: ReferenceBoard

    def __getattr__(self, name: str) -> int:
        return getattr(self.length, name)  # type: ignore[no-any-return]

    @property
    def south(self) -> int:
        return self.board.ring[self.board.store(Side.SOUTH)]

    @property
    def north(self) -> int:
        return self.board.ring[self.board.store(Side.NORTH)]


def step(board: ReferenceBoard, pit: int | None) -> tuple[ReferenceBoard, Length, list[Event]]:
    """Play a pit, or pass; return the board, what the step adds, and its events."""
    after, mover = board.copy(), board.to_move
    if pit is None:
        after.pass_turn()
        return after, Length(events=1, turns=1, passes=1), []
    events: list[Event] = []
    moved = after.move(pit, events)
    store = board.store(mover)
    again = moved.outcome is MoveOutcome.FREE_MOVE
    length = Length(
        events=len(events),
        moves=1,
        turns=int(not again),
        laps=moved.laps,
        captures=int(moved.captured > 0),
        steals=int(moved.captured > 1),
        free_moves=int(again),
        captured=moved.captured,
        banked=moved.banked,
        swept=moved.swept,
        stones=after.ring[store] - board.ring[store],
    )
    if mover is Side.SOUTH:
        length = replace(length, south_steals=length.steals, south_moves=1)
    return after, length, events


def choices(board: ReferenceBoard) -> list[int | None]:
    """Return the pits to play, or a pass."""
    return [None] if board.must_pass() else list(board.legal_pits())


@dataclass
class Naive:
    """Everything that can happen from a position, written out."""

    start: Position
    games: list[End] = field(default_factory=list)
    turns: dict[object, list[End]] = field(default_factory=dict)  # by the board they begin on
    begins: dict[object, list[Length]] = field(default_factory=dict)  # how far from the start that is
    positions: dict[object, list[End]] = field(default_factory=dict)  # with all the ways that lead there
    states: dict[object, list[End]] = field(default_factory=dict)  # the same, with moves under way

    def __post_init__(self) -> None:
        root = reference_of(self.start)
        self._walk(root, Length(), begins_turn=True)
        self.first_turns = self.turns.get(key(root), [])

    def _walk(self, board: ReferenceBoard, length: Length, *, begins_turn: bool) -> None:
        self._seen(board, length, between=True)
        if board.is_over():
            self.games.append(End(length, board))
            return
        if begins_turn:
            self.begins.setdefault(key(board), []).append(length)
            if key(board) not in self.turns:
                self.turns[key(board)] = list(turns_from(board, Length()))
        for pit in choices(board):
            after, more, _ = step(board, pit)
            if pit is not None:
                self._under_way(board, pit, length)
            self._walk(after, length + more, begins_turn=more.turns > 0)

    def _seen(self, board: ReferenceBoard, length: Length, *, between: bool) -> None:
        end = End(length, board.copy())
        if between:
            self.positions.setdefault(key(board), []).append(end)
        self.states.setdefault(key(board), []).append(end)

    def _under_way(self, board: ReferenceBoard, pit: int, length: Length) -> None:
        """See the states within a move: every event but the last leads to one."""
        under, mover = board.copy(), board.to_move
        cell = under.first_pit(mover) + pit
        length += Length(moves=1, south_moves=int(mover is Side.SOUTH))
        while True:
            under.pick_up(cell)
            length += Length(events=1, laps=1)
            self._seen(under, length, between=False)
            while under.hand:
                cell, _, _ = under.drop()
                length += Length(events=1)
                if under.at is None:
                    return
                self._seen(under, length, between=False)


def turns_from(board: ReferenceBoard, length: Length) -> Iterator[End]:
    """Yield every turn that begins here."""
    for pit in choices(board):
        after, more, _ = step(board, pit)
        if more.turns:
            yield End(length + more, after)
        else:
            yield from turns_from(after, length + more)


def key(board: ReferenceBoard) -> object:
    """Return what tells states apart."""
    return tuple(board.ring), board.to_move, board.hand, board.at
