"""Proving: z3 looks for counts of any size that violate a property; if none exist, it holds for any number."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sowfish.checker import predicates
from sowfish.checker.proofs.logic import Symbols
from sowfish.checker.proofs.model import Model, Snapshot
from sowfish.checker.proofs.properties import PROPERTIES, GhostVariables, Obligation, Property, events
from sowfish.checker.state import State
from sowfish.checker.trace import Trace
from sowfish.checker.words import unknown
from sowfish.errors import LimitError
from sowfish.model.events import EventKind, Side
from sowfish.model.position import Position
from sowfish.model.rules import Rules
from sowfish.runtime import workers
from sowfish.runtime.limits import Cancel, is_set

SIZES = (1, 2, 3, 4, 6, 8, 12, 24, 48, 96)  # stones, for small counterexamples
SMALL_BOARDS = 9  # most stones in pits when looking for a counterexample in play
MOST_BOARDS = 200_000
SLOWEST = 60_000  # milliseconds per obligation


@dataclass(frozen=True, slots=True)
class Counterexample:
    """One event that violates a property, with the states before and after."""

    says: str
    kind: EventKind
    before: State
    after: State | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """The result of an attempt to prove a property."""

    property: str
    says: str
    rules: Rules
    holds: bool | None  # None if z3 gave up, or if the induction fails but no counterexample in play was found
    obligations: int
    seconds: float
    broken: Counterexample | None = None  # the first event for which the induction fails
    trace: Trace | None = None  # a move in play that violates the property
    why: str = ""  # why it is unknown


def prove(
    name: str, rules: Rules | str, *, model: Callable[[Rules, Symbols], Model] = Model, cancel: Cancel | None = None
) -> Proof:
    """Try to prove a property of these rules, on their board, for any number of stones; `model` is the model to check.

    >>> prove("conserved", Rules.named("kalah", pits=2)).holds
    True
    """
    if name not in PROPERTIES:
        raise unknown(name, PROPERTIES, "property")
    chosen = Rules.of(rules)
    return _Attempt(PROPERTIES[name], chosen, model(chosen, Symbols()), cancel).proof()


class _Attempt:
    def __init__(self, wanted: Property, rules: Rules, model: Model, cancel: Cancel | None) -> None:
        assert isinstance(model.logic, Symbols)
        self._z3: Any = model.logic.z3
        self._property = wanted
        self._rules = rules
        self._model = model
        self._cancel = cancel
        self._solver = self._new_solver()
        self._ring = tuple(self._z3.Int(f"cell{cell}") for cell in model.cells)
        self._hand = self._z3.Int("hand")
        self._ghosts = GhostVariables(self._z3.Int("rest_before"), self._z3.Int("distance_before"))

    def proof(self) -> Proof:
        began = time.monotonic()
        count, broken, why = 0, None, ""
        if not _has_structure(self._rules.pits):
            raise LimitError(f"the board of {self._rules.pits} pits is not a ring")  # never: see predicates.py
        for obligation in self._obligations():
            if is_set(self._cancel):
                why = "interrupted"
                break
            count += 1
            found = self._looked_for(obligation)
            if found == self._z3.unsat:
                continue
            if found == self._z3.sat:
                broken = self._counterexample(obligation)
            if broken is None:
                why = "interrupted" if is_set(self._cancel) else f"z3 gave up on {obligation.says!r}"
            break
        trace = self._in_play() if broken is not None else None
        holds: bool | None = broken is None and not why
        if broken is not None and trace is None and self._property.name in IN_PLAY:
            holds, why = None, f"the induction fails, but no board of up to {SMALL_BOARDS} stones breaks it"
        if why:
            holds = None
        return Proof(
            property=self._property.name,
            says=self._property.says,
            rules=self._rules,
            holds=holds,
            obligations=count,
            seconds=time.monotonic() - began,
            broken=broken,
            trace=trace,
            why=why,
        )

    def _obligations(self) -> Iterator[Obligation]:
        for event in events(self._model, self._ring, self._hand):
            yield from self._property.claims(self._model, event, self._ghosts)

    def _looked_for(self, obligation: Obligation) -> Any:  # noqa: ANN401  # of z3, which has no types
        """Look for a counterexample; one solver for all obligations is four times as fast as one for each."""
        self._solver.push()
        self._solver.add(obligation.assumed, self._z3.Not(obligation.claim))
        found = self._checked(self._solver)
        self._solver.pop()
        return found

    def _new_solver(self) -> Any:  # noqa: ANN401  # of z3
        solver = self._z3.Solver()
        solver.set("timeout", SLOWEST)
        solver.set("ctrl_c", False)  # noqa: FBT003  # else z3 takes Ctrl-C for itself, and Python never hears of it
        return solver

    def _checked(self, solver: Any) -> Any:  # noqa: ANN401  # of z3
        """Check in a thread of its own, which Ctrl-C and `cancel` interrupt."""
        results: list[Any] = []

        def watch() -> None:
            if is_set(self._cancel):
                solver.ctx.interrupt()

        workers.run(lambda: results.append(solver.check()), 1, stop=solver.ctx.interrupt, watch=watch)
        return results[0]

    def _counterexample(self, obligation: Obligation) -> Counterexample | None:
        """Return an event that violates the claim, with as few stones as possible; None if z3 gives up."""
        solver = self._new_solver()
        solver.add(obligation.assumed, self._z3.Not(obligation.claim))
        for size in SIZES:
            solver.push()
            solver.add(sum(self._ring) + self._hand <= size, *(cell >= 0 for cell in self._ring), self._hand >= 0)
            if self._checked(solver) == self._z3.sat:
                break
            solver.pop()
        else:
            if self._checked(solver) != self._z3.sat:
                return None
        values = solver.model()
        before = self._concrete(obligation.event.before, values)
        after = None if obligation.branch is None else self._concrete(obligation.branch.after, values)
        return Counterexample(obligation.says, obligation.event.kind, before, after)

    def _concrete(self, snapshot: Snapshot, values: Any) -> State:  # noqa: ANN401  # of z3
        def number(symbol: Any) -> int:  # noqa: ANN401  # of z3
            if isinstance(symbol, int):
                return symbol
            return int(values.eval(symbol, model_completion=True).as_long())

        ring = tuple(map(number, snapshot.ring))
        return State(self._rules, ring, snapshot.mover, number(snapshot.hand), snapshot.at)

    def _in_play(self) -> Trace | None:
        """Return a move of the reference rules that violates the property, from the board with the fewest stones."""
        breaks = IN_PLAY.get(self._property.name)
        if breaks is None:
            return None
        for tried, position in enumerate(_boards(self._rules)):
            if tried >= MOST_BOARDS or is_set(self._cancel):
                return None
            for pit in position.legal_pits:
                if breaks(position, pit):
                    return Trace.played(position, [pit])
        return None


def _has_structure(pits: int) -> bool:
    return predicates.one_cycle(pits) and predicates.two_halves(pits) and predicates.opposites(pits)


def _takes_the_last(position: Position, pit: int) -> bool:
    """Return whether a move leaves the other side, which has stones, without any."""
    other = position.to_move.other
    if not position.stones_on(other):
        return False
    move = position.move(pit)
    swept = move.swept if move.after.is_over else 0
    if not swept:
        return not move.after.stones_on(other)
    # Before the sweep one side was empty; which one follows from whose store the sweep increased.
    grown = move.after.store(other) - position.store(other)
    sown = sum(cell.side is other and cell.pit is None for cell in move.path)
    return grown == sown


def _does_not_fall(position: Position, pit: int) -> bool:
    before, after = State.of(position), State.of(position.after(pit))
    return not predicates.falls(before, after)


IN_PLAY: dict[str, Callable[[Position, int], bool]] = {
    "never_empties": _takes_the_last,
    "falls": _does_not_fall,
}


def _boards(rules: Rules) -> Iterator[Position]:
    """Yield boards with south to move, those with fewer stones first."""
    for stones in range(1, SMALL_BOARDS + 1):
        for row in _rows(2 * rules.pits, stones):
            position = Position(row[: rules.pits], row[rules.pits :], rules=rules, to_move=Side.SOUTH)
            if not position.is_over:
                yield position


def _rows(pits: int, stones: int) -> Iterator[tuple[int, ...]]:
    if pits == 1:
        yield (stones,)
        return
    for first in range(stones + 1):
        for others in _rows(pits - 1, stones - first):
            yield (first, *others)
