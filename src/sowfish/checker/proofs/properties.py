"""Properties to prove: each is an invariant, a formula over one state or one move.

An obligation is one event at one place of the ring by one side. If the invariant holds before it, it must hold after;
z3 looks for counts, of any size, with which it does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sowfish.checker.proofs.logic import Number, Truth
from sowfish.checker.proofs.model import Branch, Model, Snapshot
from sowfish.model.events import EventKind, Side


@dataclass(frozen=True, slots=True)
class Event:
    """One event at one place, with its branches."""

    kind: EventKind
    before: Snapshot
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Obligation:
    """Under the assumption, the claim must hold."""

    says: str
    event: Event
    assumed: Truth
    claim: Truth
    branch: Branch | None = None


@dataclass(frozen=True, slots=True)
class GhostVariables:
    """Ghost variables: the pair (rest, distance) when the move began."""

    rest: Number
    distance: Number


def events(model: Model, ring: tuple[Number, ...], hand: Number) -> Iterator[Event]:
    """Yield every event at every place of the ring, for both sides."""
    for mover in Side:
        yield Event(EventKind.PASS, Snapshot(ring, mover), (model.pass_turn(ring, mover),))
        for cell in model.row(mover):
            yield Event(EventKind.PICK_UP, Snapshot(ring, mover), (model.pick_up(ring, cell, mover),))
        for at in model.cells:
            if at == model.store(mover.other) and not model.rules.both_stores:
                continue  # stones are never sown there
            under_way = Snapshot(ring, mover, hand, at)
            yield Event(EventKind.DROP, under_way, tuple(model.drop(under_way)))
            if model.relays(ring, at) is not None:
                resting = Snapshot(ring, mover, 0, at)
                yield Event(EventKind.PICK_UP, resting, (model.pick_up(ring, at, mover),))


def can_happen(model: Model, event: Event) -> Truth:
    """Return the precondition of an event, beyond the invariant."""
    before = event.before
    if event.kind is EventKind.DROP:
        return before.hand > 0
    if event.kind is EventKind.PASS or before.at is None:
        return event.branches[0].condition
    relays = model.relays(before.ring, before.at)
    return before.hand == 0 if relays is None else relays


# ---- well-formed, and conserved


def well_formed(model: Model, state: Snapshot) -> Truth:
    """No count is negative; between moves the hand is empty, during one the move is unfinished."""
    parts = [stones >= 0 for stones in state.ring]
    if state.at is None:
        parts.append(state.hand == 0)
    else:
        relays = model.relays(state.ring, state.at)
        more = [state.hand > 0] + ([] if relays is None else [model.logic.all_of([state.hand == 0, relays])])
        parts += [state.hand >= 0, model.logic.any_of(more)]
    return model.logic.all_of(parts)


def total(state: Snapshot) -> Number:
    """Return all stones."""
    return sum(state.ring) + state.hand


def keeps_well_formed(model: Model, event: Event, _ghosts: GhostVariables) -> Iterator[Obligation]:
    """Every event preserves well-formedness, and some event is always possible."""
    assumed = model.logic.all_of([well_formed(model, event.before), can_happen(model, event)])
    for branch in event.branches:
        known = model.logic.all_of([assumed, branch.condition])
        yield Obligation("well-formed after it", event, known, well_formed(model, branch.after), branch)
    some = model.logic.any_of([branch.condition for branch in event.branches])
    yield Obligation("one of its branches happens", event, assumed, some)


def keeps_stones(model: Model, event: Event, _ghosts: GhostVariables) -> Iterator[Obligation]:
    """No event creates or destroys stones."""
    assumed = model.logic.all_of([well_formed(model, event.before), can_happen(model, event)])
    for branch in event.branches:
        known = model.logic.all_of([assumed, branch.condition])
        yield Obligation("as many stones as before", event, known, total(branch.after) == total(event.before), branch)


# ---- the pair (rest, distance) decreases with every move


def pair(model: Model, state: Snapshot) -> tuple[Number, Number]:
    """Return rest and distance, with the stones in the hand counted at its cell."""
    away: Number = 0
    if state.at is not None and model.is_pit(state.at):
        owner = Side.SOUTH if state.at in model.row(Side.SOUTH) else Side.NORTH
        away = state.hand * (model.store(owner) - state.at)
    return model.rest(state.ring) + state.hand, model.distance(state.ring) + away


def has_not_risen(model: Model, state: Snapshot, ghosts: GhostVariables) -> Truth:
    """During a move: the hand is on the mover's side and the pair is no higher, or a stone was banked already."""
    rest, distance = pair(model, state)
    parts = [rest < ghosts.rest]
    if state.at in model.row(state.mover):
        parts.append(model.logic.all_of([rest == ghosts.rest, distance <= ghosts.distance]))
    return model.logic.all_of([ghosts.rest > 0, model.logic.any_of(parts)])


def falls(model: Model, event: Event, ghosts: GhostVariables) -> Iterator[Obligation]:
    """Every move decreases (rest, distance) lexicographically, and no pass follows a pass."""
    before, logic = event.before, model.logic
    assumed = [well_formed(model, before), can_happen(model, event)]
    if event.kind is EventKind.PASS:
        after = event.branches[0].after
        claim = logic.no(model.must_pass(after.ring, after.mover))
        yield Obligation("no pass follows a pass", event, logic.all_of(assumed), claim, event.branches[0])
        return
    if before.at is None:
        rest, distance = pair(model, before)
        assumed += [ghosts.rest == rest, ghosts.distance == distance]
    else:
        assumed.append(has_not_risen(model, before, ghosts))
    for branch in event.branches:
        known = logic.all_of([*assumed, branch.condition])
        if branch.after.at is not None:
            claim = has_not_risen(model, branch.after, ghosts)
            yield Obligation("the pair has not risen", event, known, claim, branch)
            continue
        rest, distance = pair(model, branch.after)
        nearer = logic.all_of([rest == ghosts.rest, distance < ghosts.distance])
        yield Obligation("the pair has fallen", event, known, logic.any_of([rest < ghosts.rest, nearer]), branch)


# ---- a mover cannot empty the opponent's side


def opponent_keeps_one(model: Model, state: Snapshot) -> Truth:
    """During a move: the opponent's side is not empty, and would not be if the last pit there were lifted next.

    The opponent's last pit, next to its store, is the only one whose stones can all leave that side. To be lifted, it
    must be where a lap ends; the stone before fell into the pit before it, which therefore is not empty. That needs a
    pit before it: two pits a side. A cell is empty after it was lifted and not after a stone fell into it.
    """
    logic, ring, other = model.logic, state.ring, model.row(state.mover.other)
    not_empty = model.rest(ring, state.mover.other) > 0
    if state.at is None or state.at not in other:
        return not_empty
    lifted = ring[state.at] == 0
    last = other[-1]
    if state.at != last:
        # A lap of one stone starts on the mover's side, so at least two stones are lifted here.
        return logic.any_of([logic.all_of([lifted, state.hand > 1]), ring[state.at] > 0])
    others = model.rest(ring, state.mover.other) - ring[last]
    ends_here = logic.all_of([state.hand == 0, others == 0])
    return logic.any_of([logic.all_of([lifted, others > 0]), logic.all_of([logic.no(lifted), logic.no(ends_here)])])


def never_empties(model: Model, event: Event, _ghosts: GhostVariables) -> Iterator[Obligation]:
    """A move never leaves the opponent, who had stones, without any."""
    before, logic = event.before, model.logic
    if event.kind is EventKind.PASS:
        return
    assumed = [well_formed(model, before), can_happen(model, event)]
    if before.at is None:
        assumed.append(model.rest(before.ring, before.mover.other) > 0)
    else:
        assumed.append(opponent_keeps_one(model, before))
    for branch in event.branches:
        known = logic.all_of([*assumed, branch.condition])
        after = branch.after
        if after.at is not None:
            yield Obligation("the opponent keeps a stone", event, known, opponent_keeps_one(model, after), branch)
        else:
            # The sweep may take the remaining stones: what counts is the board before it.
            left = model.rest(after.ring, before.mover.other)
            store = model.store(before.mover.other)
            sown = int(before.at is not None and model.next_cell(before.at, before.mover) == store)
            swept_from = after.ring[store] - before.ring[store] - sown
            yield Obligation("the opponent has a stone left", event, known, left + swept_from > 0, branch)


Claims = Callable[[Model, Event, GhostVariables], Iterator[Obligation]]


@dataclass(frozen=True, slots=True)
class Property:
    """A named property."""

    name: str
    says: str
    claims: Claims


PROPERTIES = {
    each.name: each
    for each in (
        Property("well_formed", "every event keeps the board well-formed", keeps_well_formed),
        Property("conserved", "no event makes or loses a stone", keeps_stones),
        Property("falls", "with every move the pair (rest, distance) falls", falls),
        Property("never_empties", "a move never takes the opponent's last stone off its side", never_empties),
    )
}
