"""A symbolic model of the rules: each event as formulas over the cells of the ring.

Cells and the side to move are concrete, only counts are symbolic; so an event has a few branches, each with its
condition. Written independently of `reference.py`, and tested against it.
"""

from __future__ import annotations

from dataclasses import dataclass

from sowfish.checker.proofs.logic import Logic, Number, Truth
from sowfish.model.events import Side
from sowfish.model.rules import Capture, Ending, Rest, Rules

Ring = tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A state whose counts may be symbols."""

    ring: Ring
    mover: Side
    hand: Number = 0
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Branch:
    """The result of an event if its condition holds."""

    condition: Truth
    after: Snapshot
    captured: Number = 0
    swept: Number = 0


class Model:
    """The events of one set of rules; tests of the checker override a method to make it wrong."""

    def __init__(self, rules: Rules, logic: Logic) -> None:
        """Choose the rules and the kind of numbers."""
        self.rules = rules
        self.pits = rules.pits
        self.logic = logic

    # ---- where things are

    @property
    def cells(self) -> range:
        """All cells of the ring."""
        return range(2 * self.pits + 2)

    def store(self, side: Side) -> int:
        """Return a side's store."""
        return self.pits if side is Side.SOUTH else 2 * self.pits + 1

    def row(self, side: Side) -> range:
        """Return a side's pits in its sowing order."""
        first = 0 if side is Side.SOUTH else self.pits + 1
        return range(first, first + self.pits)

    def is_pit(self, cell: int) -> bool:
        """Return whether a cell is a pit."""
        return cell not in (self.store(Side.SOUTH), self.store(Side.NORTH))

    def facing(self, cell: int) -> int:
        """Return the pit that faces a pit."""
        return 2 * self.pits - cell

    def next_cell(self, cell: int, mover: Side) -> int:
        """Return where the next stone falls."""
        following = (cell + 1) % len(self.cells)
        if following == self.store(mover.other) and not self.rules.both_stores:
            following = (following + 1) % len(self.cells)
        return following

    # ---- sums

    def rest(self, ring: Ring, side: Side | None = None) -> Number:
        """Return the stones in a side's pits, or in all."""
        return sum(ring[cell] for each in Side if side in (None, each) for cell in self.row(each))

    def distance(self, ring: Ring) -> Number:
        """Return the total distance of all stones in pits to their side's store."""
        return sum((self.store(side) - cell) * ring[cell] for side in Side for cell in self.row(side))

    def is_empty(self, ring: Ring, side: Side) -> Truth:
        """Return whether all pits of a side are empty."""
        return self.logic.all_of([ring[cell] == 0 for cell in self.row(side)])

    def is_over(self, ring: Ring, mover: Side) -> Truth:
        """Return whether the game is over, asked between moves."""
        own, other = self.is_empty(ring, mover), self.is_empty(ring, mover.other)
        if self.rules.ends is Ending.EITHER_EMPTY:
            return self.logic.any_of([own, other])
        return own if self.rules.ends is Ending.MOVER_EMPTY else self.logic.all_of([own, other])

    def must_pass(self, ring: Ring, mover: Side) -> Truth:
        """Return whether the mover has nothing to sow in a game that goes on."""
        return self.logic.all_of([self.is_empty(ring, mover), self.logic.no(self.is_over(ring, mover))])

    # ---- the events

    def pick_up(self, ring: Ring, cell: int, mover: Side) -> Branch:
        """Lift all stones of a cell."""
        lifted = _with(ring, {cell: 0})
        return Branch(ring[cell] > 0, Snapshot(lifted, mover, ring[cell], cell))

    def pass_turn(self, ring: Ring, mover: Side) -> Branch:
        """Hand the turn over."""
        return Branch(self.must_pass(ring, mover), Snapshot(ring, mover.other))

    def drop(self, before: Snapshot) -> list[Branch]:
        """Drop one stone: the lap goes on, or it relays, or the move ends."""
        assert before.at is not None
        cell = self.next_cell(before.at, before.mover)
        ring = _with(before.ring, {cell: before.ring[cell] + 1})
        hand = before.hand - 1
        goes_on = Branch(hand > 0, Snapshot(ring, before.mover, hand, cell))
        relays = self.relays(ring, cell)
        if relays is None:
            return [goes_on, self._ended(ring, cell, before.mover, hand <= 0)]
        relayed = Branch(self.logic.all_of([hand <= 0, relays]), Snapshot(ring, before.mover, 0, cell))
        ended = self.logic.all_of([hand <= 0, self.logic.no(relays)])
        return [goes_on, relayed, self._ended(ring, cell, before.mover, ended)]

    def relays(self, ring: Ring, cell: int) -> Truth | None:
        """Return whether a last stone in this cell starts another lap; None if it never does."""
        return ring[cell] > 1 if self.rules.relay and self.is_pit(cell) else None

    def captures(self, ring: Ring, cell: int, mover: Side) -> Truth | None:
        """Return whether a last stone in this cell captures; None if it never does."""
        if self.rules.capture is Capture.NONE or cell not in self.row(mover):
            return None
        was_empty = ring[cell] == 1
        if self.rules.capture is Capture.ALWAYS:
            return was_empty
        return self.logic.all_of([was_empty, ring[self.facing(cell)] > 0])

    def capture(self, ring: Ring, cell: int, mover: Side) -> Ring:
        """Return the ring after a capture."""
        store, facing = self.store(mover), self.facing(cell)
        return _with(ring, {cell: 0, facing: 0, store: ring[store] + ring[facing] + 1})

    def sweep(self, ring: Ring) -> Ring:
        """Return the ring after the end-of-game rule."""
        if self.rules.rest is Rest.NOBODY:
            return ring
        changes: dict[int, Number] = {cell: 0 for side in Side for cell in self.row(side)}
        changes |= {self.store(side): ring[self.store(side)] + self.rest(ring, side) for side in Side}
        return _with(ring, changes)

    def _ended(self, ring: Ring, cell: int, mover: Side, condition: Truth) -> Branch:
        captures = self.captures(ring, cell, mover)
        captured: Number = 0
        if captures is not None:
            captured = self.logic.choose(captures, ring[self.facing(cell)] + 1, 0)
            ring = self._either(captures, self.capture(ring, cell, mover), ring)
        next_mover = mover if cell == self.store(mover) else mover.other
        over = self.is_over(ring, next_mover)
        swept_ring = self._either(over, self.sweep(ring), ring)
        swept = self.rest(ring) - self.rest(swept_ring)
        return Branch(condition, Snapshot(swept_ring, next_mover), captured, swept)

    def _either(self, condition: Truth, yes: Ring, no: Ring) -> Ring:
        return tuple(self.logic.choose(condition, left, right) for left, right in zip(yes, no, strict=True))


def _with(ring: Ring, changes: dict[int, Number]) -> Ring:
    return tuple(changes.get(cell, stones) for cell, stones in enumerate(ring))
