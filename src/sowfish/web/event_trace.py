"""Moves event by event, as the model checker sees them."""

from __future__ import annotations

from collections.abc import Sequence

from sowfish.checker import Trace
from sowfish.checker.trace import PASS
from sowfish.content.checking import PlayedTrace, of_trace
from sowfish.model.position import Position
from sowfish.web.client_games import naming
from sowfish.web.errors import RequestError

MOST_EVENTS = 5000  # several times a whole game on the usual board


def trace_of(position: Position, pits: Sequence[int]) -> PlayedTrace:
    """Return the trace of these pits."""
    trace = Trace.played(position, _with_passes(position, pits))
    if len(trace) > MOST_EVENTS:
        sentence = f"these moves have {len(trace)} events; the limit is {MOST_EVENTS}"
        raise RequestError(sentence, events=len(trace), maximum=MOST_EVENTS)
    return of_trace(position, pits, trace)


def _with_passes(position: Position, pits: Sequence[int]) -> list[int]:
    """Return the pits with all forced passes inserted."""
    played: list[int] = []
    for number, pit in enumerate((None, *pits)):
        if pit is not None:
            with naming(number):
                position = position.after(pit)
            played.append(pit)
        if position.must_pass:
            position = position.passed()
            played.append(PASS)
    return played
