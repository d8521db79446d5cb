"""What each event adds to each counter, and the levels on the board after it: the words in plain Python."""

from __future__ import annotations

from collections.abc import Mapping

from sowfish.checker import words
from sowfish.checker.state import State
from sowfish.checker.words import WORDS, Who
from sowfish.model.events import Event, EventKind, Side

SIDE_OF = {Who.SOUTH: Side.SOUTH, Who.NORTH: Side.NORTH}
NOTHING: Mapping[str, int] = dict.fromkeys((name for name, word in WORDS.items() if not word.is_level), 0)


def additions(before: State, event: Event, after: State) -> dict[str, int]:
    """Return what an event adds to the counters without a side."""
    lifts, drops = event.kind is EventKind.PICK_UP, event.kind is EventKind.DROP
    ends_move = drops and not after.under_way
    again = ends_move and after.to_move is event.mover and not after.is_over
    into_own_store = drops and event.cell is not None and event.cell.pit is None and event.cell.side is event.mover
    return {
        "events": 1,
        "drops": int(drops),
        "moves": int(lifts and not before.under_way),
        "turns": int(event.kind is EventKind.PASS or (ends_move and not again)),
        "passes": int(event.kind is EventKind.PASS),
        "laps": int(lifts),
        "relays": int(lifts and before.under_way),
        "captures": int(event.captured > 0),
        "steals": int(event.captured > 1),
        "free_moves": int(again),
        "captured": event.captured,
        "banked": event.captured + int(into_own_store),
        "swept": event.swept,
        "stones": after.store(event.mover) - before.store(event.mover),
    }


def counted(counts: Mapping[str, int], before: State, event: Event, after: State) -> dict[str, int]:
    """Return all counters, including each side's, after one more event."""
    more = dict(counts)
    for name, amount in additions(before, event, after).items():
        more[name] += amount
        if name != "stones":
            more[f"{event.mover}_{name}"] += amount
    for side in Side:
        more[f"{side}_stones"] += after.store(side) - before.store(side)
    return more


def levels(state: State) -> dict[str, int]:
    """Return the levels of a state: stores, stones in pits, hand and so on."""
    values = (
        state.store(Side.SOUTH),
        state.store(Side.NORTH),
        state.rest(Side.SOUTH),
        state.rest(Side.NORTH),
        state.hand,
        int(state.to_move is Side.NORTH),
        int(state.is_over),
    )
    pits = {f"{side}_pit_{pit}": stones for side in Side for pit, stones in enumerate(state.pits(side))}
    return {**dict(zip(words.LEVELS, values, strict=False)), **pits}
