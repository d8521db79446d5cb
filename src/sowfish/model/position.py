"""Positions: immutable, hashable values with all the rules of a move."""

from __future__ import annotations

import operator
import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import ClassVar, NoReturn, SupportsIndex

from sowfish import _core
from sowfish.errors import IllegalMoveError, PositionError, quoted
from sowfish.model import notation
from sowfish.model.chance import Chance
from sowfish.model.events import Cell, Event, EventKind, MoveOutcome, Outcome, Side
from sowfish.model.rules import DEFAULT_PITS, Capture, Ending, Rest, Rules


class Deal(StrEnum):
    """How a random deal relates the two sides."""

    MIRRORED = "mirrored"  # pit i equal for both sides, each in its own order
    REFLECTED = "reflected"  # facing pits equal
    FREE = "free"  # unrelated
    PHONE = "phone"  # 1 to 5 stones in every pit, sides unrelated
    PHONE_MIRRORED = "phone-mirrored"  # 1 to 6 stones in every pit, mirrored


DEFAULT_STONES = 4  # in each pit of a start
_START = re.compile(r"(?P<rules>[^()]++)\(\s*+(?P<pits>[0-9]{1,3})\s*+,\s*+(?P<stones>[0-9]{1,3})\s*+\)")  # kalah(6,4)
_PHONE_MOST = {Deal.PHONE: 5, Deal.PHONE_MIRRORED: 6}  # stones in a pit


@dataclass(frozen=True, slots=True)
class Move:
    """What one move did, stone by stone."""

    pit: int
    mover: Side
    after: Position
    laps: int
    captured: int  # banked by a capture, the capturing stone included
    banked: int  # growth of the mover's store by sowing and capture
    swept: int  # moved by the end-of-game rule
    outcome: MoveOutcome
    events: tuple[Event, ...]

    @property
    def path(self) -> tuple[Cell, ...]:
        """The cell of every stone sown, in order."""
        return tuple(event.cell for event in self.events if event.cell and event.kind is EventKind.DROP)


class Position:
    """A board with its rules and the side to move.

    >>> Position.start().after(2).to_move
    <Side.SOUTH: 'south'>
    """

    __slots__ = ("_board", "rules")

    rules: Rules
    _board: _core.Board
    drawing: ClassVar[Callable[[Position], str] | None] = None  # set by the package, for notebooks

    def __init__(
        self,
        south: Iterable[SupportsIndex],
        north: Iterable[SupportsIndex],
        *,
        south_store: SupportsIndex = 0,
        north_store: SupportsIndex = 0,
        to_move: Side | str = Side.SOUTH,
        rules: str | Rules = "kalah",
    ) -> None:
        """Set up a board, pits in each side's own sowing order; their number overrides that of the rules."""
        own, other = _row(south, south_store), _row(north, north_store)
        notation.check_counts(own, other)
        rules = Rules.of(rules).with_pits(len(own) - 1)
        board = _core.Board(core_rules(rules), bytes(own + other), _half(to_move) == 1)
        _set_rules(self, rules)
        _set_board(self, board)

    # ---- making positions

    @classmethod
    def start(cls, rules: str | Rules = "kalah", stones: int = DEFAULT_STONES, pits: int | None = None) -> Position:
        """Return the start with equal pits: six a side with four stones each, unless something says otherwise.

        The text `kalah(6,4)` gives the rules, pits and stones.
        """
        if isinstance(rules, str) and (found := _START.fullmatch(rules.strip())):
            if stones != DEFAULT_STONES or pits is not None:
                raise PositionError(f"{quoted(rules)} gives pits and stones; omit stones= and pits=")
            rules, pits, stones = found["rules"], int(found["pits"]), int(found["stones"])
        chosen = Rules.of(rules)
        if pits is not None:
            chosen = chosen.with_pits(pits)
        row = [stones] * chosen.pits
        return cls(row, row, rules=chosen)

    @classmethod
    def mirrored(cls, pits: Iterable[SupportsIndex], rules: str | Rules = "kalah") -> Position:
        """Return the start in which each side has these pits in its own order, as GamePigeon deals."""
        row = _row(pits)
        return cls(row, row, rules=rules)

    @classmethod
    def reflected(cls, pits: Iterable[SupportsIndex], rules: str | Rules = "kalah") -> Position:
        """Return the start in which south has these pits and facing pits are equal."""
        row = _row(pits)
        return cls(row, row[::-1], rules=rules)

    @classmethod
    def random(
        cls,
        total: int = 48,
        *,
        seed: int | None = None,
        pits: int = DEFAULT_PITS,
        deal: Deal | str = Deal.MIRRORED,
        rules: str | Rules = "kalah",
    ) -> Position:
        """Return a random deal of `total` stones, uniform over all distributions that the kind of deal allows.

        There are stones on both sides. The same seed gives the same deal; without one, every call gives another.
        """
        chosen = Rules.of(rules).with_pits(pits)
        if deal not in tuple(Deal):
            raise PositionError(f"deal must be one of {', '.join(Deal)}, not {quoted(deal)}")
        least, total = 2, _whole(total)
        if not least <= total <= notation.MAX_STONES:
            raise PositionError(f"a deal needs {least} to {notation.MAX_STONES} stones, not {quoted(total)}")
        if deal not in {Deal.FREE, Deal.PHONE} and total % 2:
            raise PositionError(f"a {deal} deal needs an even number of stones, not {total}")
        if (most := _PHONE_MOST.get(Deal(deal))) is not None and not 2 * pits <= total <= 2 * pits * most:
            raise PositionError(f"a {deal} deal has 1 to {most} stones in every pit, and cannot have {total} in total")
        chance = Chance(int.from_bytes(os.urandom(8), "big") if seed is None else _whole(seed))
        board = _core.dealt(core_rules(chosen), tuple(Deal).index(Deal(deal)), total, chance.core)
        assert board is not None
        return cls._made(chosen, board)

    @classmethod
    def parse(cls, text: str, rules: str | Rules = "kalah") -> Position:
        """Parse a position text; rules named in it override `rules`."""
        pits = Rules.pits_in(rules) if isinstance(rules, str) else None
        return cls._counted(notation.read_text(text, Rules.of(rules), pits))

    @classmethod
    def from_url(cls, text: str) -> Position:
        """Parse the form that `url` returns."""
        return cls._counted(notation.read_url(text))

    @classmethod
    def _counted(cls, counts: notation.Counts) -> Position:
        return cls(
            counts.south[:-1],
            counts.north[:-1],
            south_store=counts.south[-1],
            north_store=counts.north[-1],
            to_move=counts.to_move,
            rules=counts.rules,
        )

    @classmethod
    def _made(cls, rules: Rules, board: _core.Board) -> Position:
        self = object.__new__(cls)
        _set_rules(self, rules)
        _set_board(self, board)
        return self

    # ---- stones

    def pits(self, side: Side | str) -> tuple[int, ...]:
        """Return the stones in a side's pits, in its own sowing order."""
        first = (self.rules.pits + 1) * _half(side)
        return tuple(self._board.ring[first : first + self.rules.pits])

    def store(self, side: Side | str) -> int:
        """Return the stones in a side's store."""
        return self._board.ring[self._store(side)]

    def stones_on(self, side: Side | str) -> int:
        """Return the number of stones in a side's pits, without its store."""
        return sum(self.pits(side))

    @property
    def south(self) -> tuple[int, ...]:
        """South's pits."""
        return self.pits(Side.SOUTH)

    @property
    def north(self) -> tuple[int, ...]:
        """North's pits, in north's own sowing order."""
        return self.pits(Side.NORTH)

    @property
    def south_store(self) -> int:
        """The stones in south's store."""
        return self.store(Side.SOUTH)

    @property
    def north_store(self) -> int:
        """The stones in north's store."""
        return self.store(Side.NORTH)

    @property
    def to_move(self) -> Side:
        """The side to move."""
        return Side.NORTH if self._board.north_to_move else Side.SOUTH

    @property
    def rest(self) -> int:
        """The stones still in pits."""
        return self.stones_on(Side.SOUTH) + self.stones_on(Side.NORTH)

    @property
    def total(self) -> int:
        """All stones on the board."""
        return sum(self._board.ring)

    # ---- state of the game

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._board.is_over()

    @property
    def must_pass(self) -> bool:
        """Whether the side to move has nothing to sow in a game that goes on."""
        return not self.stones_on(self.to_move) and not self.is_over

    @property
    def margin(self) -> int:
        """The store of the side to move minus the other's; when the game is over, including swept stones."""
        final = self.swept() if self.is_over else self
        return final.store(self.to_move) - final.store(self.to_move.other)

    @property
    def outcome(self) -> Outcome:
        """Who has won, if the game is over."""
        if not self.is_over:
            return Outcome.IN_PROGRESS
        if (margin := self.margin) == 0:
            return Outcome.TIE
        winner = self.to_move if margin > 0 else self.to_move.other
        return Outcome.SOUTH_WINS if winner is Side.SOUTH else Outcome.NORTH_WINS

    @property
    def technical_winner(self) -> Side | None:
        """The side whose store the other can no longer reach, even with all the rest."""
        for side in Side:
            if self.rest + self.store(side.other) < self.store(side):
                return side
        return None

    # ---- moving

    @property
    def legal_pits(self) -> tuple[int, ...]:
        """The pits the side to move may choose; none when the game is over or the side must pass."""
        return _pits_of_mask(self._board.legal_pits())

    def after(self, pit: SupportsIndex) -> Position:
        """Return the position after playing a pit of the side to move."""
        if type(pit) is not int:
            pit = self._pit(pit)
        try:
            board = self._board.after(pit)
        except TypeError:  # a number too large for the core
            board = None
        if board is None:
            self._refuse(pit)
        return Position._made(self.rules, board)

    def move(self, pit: SupportsIndex) -> Move:
        """Play a pit of the side to move and return everything that happened."""
        pit = self._pit(pit)
        try:
            moved = self._board.move(pit)
        except TypeError:  # a number too large for the core
            moved = None
        if moved is None:
            self._refuse(pit)
        board, following, laps, captured, banked, swept, path = moved
        after = Position._made(self.rules, board)
        events = _events(path, self.to_move, self.rules.pits, captured, swept)
        return Move(pit, self.to_move, after, laps, captured, banked, swept, _OUTCOMES[following], events)

    def passed(self) -> Position:
        """Return the position after a pass, for a side that has nothing to sow."""
        if not self.must_pass:
            raise IllegalMoveError(f"{self.to_move} may not pass in {self}")
        return Position._made(self.rules, self._board.passed())

    # ---- other views and edits, each a new position

    def swept(self) -> Position:
        """Return the position with the end-of-game rule applied, as if the game ended here."""
        return Position._made(self.rules, self._board.swept())

    def turned(self) -> Position:
        """Return the same position with the sides swapped: the board rotated by half a turn."""
        return Position(
            self.north,
            self.south,
            south_store=self.north_store,
            north_store=self.south_store,
            to_move=self.to_move.other,
            rules=self.rules,
        )

    def with_to_move(self, side: Side | str) -> Position:
        """Return the same board with this side to move."""
        return self._edited({}, side, self.rules)

    def with_rules(self, rules: str | Rules) -> Position:
        """Return the same board under other rules."""
        return self._edited({}, self.to_move, rules)

    def with_stones(self, side: Side | str, pit: SupportsIndex, stones: SupportsIndex) -> Position:
        """Return the position with another number of stones in one pit."""
        return self._edited({self._cell(side, pit): stones}, self.to_move, self.rules)

    def with_store(self, side: Side | str, stones: SupportsIndex) -> Position:
        """Return the position with another number of stones in one store."""
        return self._edited({self._store(side): stones}, self.to_move, self.rules)

    def banked(self, side: Side | str, pit: SupportsIndex, *, into: Side | str) -> Position:
        """Return the position with one pit emptied into a store."""
        cell, store = self._cell(side, pit), self._store(into)
        ring = self._board.ring
        return self._edited({cell: 0, store: ring[store] + ring[cell]}, self.to_move, self.rules)

    def lap(self, side: Side | str, pit: SupportsIndex) -> tuple[Position, Cell]:
        """Sow one pit of either side once, without captures; return the position and the last cell."""
        index = self._cell(side, pit) % (self.rules.pits + 1)
        sown = core_board(self.with_to_move(side)).lap(index)
        if sown is None:
            raise IllegalMoveError(f"pit {index} of {side} is empty in {self}")
        board, last = sown
        after = Position._made(self.rules, board).with_to_move(self.to_move)
        return after, _cell(last, Side(side), self.rules.pits)

    def _cell(self, side: Side | str, pit: SupportsIndex) -> int:
        """Return the ring index of a pit."""
        half, index, pits = _half(side), _whole(pit), self.rules.pits
        if not 0 <= index < pits:
            raise PositionError(f"there is no pit {quoted(pit)}; {side}'s pits are 0 to {pits - 1}")
        return (pits + 1) * half + index

    def _store(self, side: Side | str) -> int:
        """Return the ring index of a store."""
        return (self.rules.pits + 1) * _half(side) + self.rules.pits

    def _edited(self, changes: dict[int, SupportsIndex], to_move: Side | str, rules: str | Rules) -> Position:
        ring = [changes.get(cell, stones) for cell, stones in enumerate(self._board.ring)]
        pits = self.rules.pits
        return Position(
            ring[:pits],
            ring[pits + 1 : -1],
            south_store=ring[pits],
            north_store=ring[-1],
            to_move=to_move,
            rules=rules,
        )

    # ---- counting and random play

    def perft(self, depth: SupportsIndex) -> int:
        """Count the sequences of `depth` moves; a free move or pass is one, a game that ends earlier counts once."""
        plies = _whole(depth)
        if plies < 0:
            raise PositionError(f"depth must not be negative, not {quoted(depth)}")
        return self._board.perft(min(plies, BEYOND_EVERY_GAME)).sequences

    # ---- text and the Python protocols

    @property
    def url(self) -> str:
        """The URL form; `from_url` reads it back."""
        return notation.write_url(self._counts())

    def __str__(self) -> str:
        """Return the canonical text; `parse` reads it back."""
        return notation.write_text(self._counts())

    def __repr__(self) -> str:
        """Return an expression that makes this position."""
        return f"Position.parse({str(self)!r})"

    def _repr_svg_(self) -> str | None:
        """Return the SVG for notebooks."""
        draw = type(self).drawing
        return draw(self) if draw else None

    def __eq__(self, other: object) -> bool:
        """Return whether rules, stones and side to move are all the same."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.rules == other.rules and self._board == other._board

    def __hash__(self) -> int:
        """Return a hash that agrees with equality."""
        return hash(self._board)

    def __setattr__(self, name: str, _value: object) -> NoReturn:
        """Raise: a position is immutable."""
        raise AttributeError(f"a Position cannot be changed; {name} is fixed")

    def __delattr__(self, name: str) -> NoReturn:
        """Raise: a position is immutable."""
        raise AttributeError(f"a Position cannot be changed; {name} is fixed")

    def __reduce__(self) -> tuple[Callable[[str], Position], tuple[str]]:
        """Pickle as text."""
        return Position.parse, (str(self),)

    def _counts(self) -> notation.Counts:
        ring, pits = tuple(self._board.ring), self.rules.pits
        return notation.Counts(self.rules, ring[: pits + 1], ring[pits + 1 :], self.to_move)

    def _pit(self, pit: SupportsIndex) -> int:
        """Return a pit as an int, not yet range-checked."""
        if isinstance(pit, bool) or not hasattr(pit, "__index__"):
            raise IllegalMoveError(f"a pit is a whole number, not {quoted(pit)}")
        return operator.index(pit)

    def _refuse(self, pit: int) -> NoReturn:
        """Raise the error that says why a pit cannot be played."""
        reason = "game_over" if self.is_over else "empty" if 0 <= pit < self.rules.pits else "no_such_pit"
        sentence = {
            "game_over": f"pit {quoted(pit)} cannot be played: the game is over in {self}",
            "no_such_pit": f"there is no pit {quoted(pit)}; pits are 0 to {self.rules.pits - 1}",
            "empty": f"pit {quoted(pit)} is empty in {self}",
        }[reason]
        told = pit if abs(pit) <= BEYOND_EVERY_GAME else None  # JSON cannot represent larger ones
        raise IllegalMoveError(sentence, pit=told, side=str(self.to_move), pits=self.rules.pits, reason=reason)


BEYOND_EVERY_GAME = 2**31 - 1  # moves; the core counts in 32 bits
# The core's numbers for sides and switches.
_OUTCOMES = (MoveOutcome.FREE_MOVE, MoveOutcome.TURN_END, MoveOutcome.GAME_OVER)  # as the core numbers them
_SIDES: dict[str, int] = {Side.SOUTH: 0, Side.NORTH: 1}
_CAPTURES = {Capture.NONE: 0, Capture.OPPOSITE: 1, Capture.ALWAYS: 2}
_ENDINGS = {Ending.EITHER_EMPTY: 0, Ending.MOVER_EMPTY: 1, Ending.ALL_EMPTY: 2}
_RESTS = {Rest.OWNER: 0, Rest.NOBODY: 1}
# Assignment is disabled, so slots are set through their descriptors.
_set_rules: Callable[[Position, Rules], None] = vars(Position)["rules"].__set__
_set_board: Callable[[Position, _core.Board], None] = vars(Position)["_board"].__set__


def require_position(value: object) -> Position:
    """Return the caller's position, or reject anything else."""
    if isinstance(value, Position):
        return value
    hint = "; Position.parse reads a text" if isinstance(value, str) else ""
    raise PositionError(f"a Position is needed, not {quoted(value)}{hint}")


def core_board(position: Position) -> _core.Board:
    """Return the core's board of a position."""
    return position._board  # noqa: SLF001  # our own class


def position_of(rules: Rules, board: _core.Board) -> Position:
    """Return the position of a core's board under these rules."""
    return Position._made(rules, board)  # noqa: SLF001  # our own class


@cache
def core_rules(rules: Rules) -> _core.Rules:
    """Return the core's rules."""
    return _core.Rules(
        pits=rules.pits,
        relay=rules.relay,
        capture=_CAPTURES[rules.capture],
        both_stores=rules.both_stores,
        ends=_ENDINGS[rules.ends],
        rest=_RESTS[rules.rest],
    )


@cache
def _pits_of_mask(mask: int) -> tuple[int, ...]:
    return tuple(pit for pit in range(mask.bit_length()) if mask >> pit & 1)


def _half(side: Side | str) -> int:
    """Return 0 for south, 1 for north."""
    if side not in tuple(_SIDES):  # wrong values may be unhashable
        raise PositionError(f"a side is south or north, not {quoted(side)}")
    return _SIDES[side]


def _row(pits: Iterable[SupportsIndex], *store: SupportsIndex) -> tuple[int, ...]:
    """Return the counts of one side."""
    if not isinstance(pits, Iterable):
        raise PositionError(f"the pits of a side are a list of numbers, not {quoted(pits)}")
    return tuple(map(_whole, [*pits, *store]))


def _whole(number: SupportsIndex) -> int:
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise PositionError(f"a whole number is needed, not {quoted(number)}")
    return operator.index(number)


def _cell(index: int, mover: Side, pits: int) -> Cell:
    """Return the cell with this index in the mover's sowing order."""
    side = mover if index <= pits else mover.other
    place = index % (pits + 1)
    return Cell(side, place if place < pits else None)


def _events(path: bytes, mover: Side, pits: int, captured: int, swept: int) -> tuple[Event, ...]:
    """Return the events of a path: per lap the cell lifted, the number of stones, and each stone's cell."""
    events: list[Event] = []
    at = 0
    while at < len(path):
        stones = path[at + 1]
        events.append(Event(EventKind.PICK_UP, mover, _cell(path[at], mover, pits), stones))
        drops = path[at + 2 : at + 2 + stones]
        events.extend(Event(EventKind.DROP, mover, _cell(cell, mover, pits), 1) for cell in drops)
        at += 2 + stones
    events[-1] = events[-1]._replace(captured=captured, swept=swept)
    return tuple(events)
