"""Moves event by event, as the model checker sees them: the trace with what lies and counts at every board."""

from __future__ import annotations

from collections.abc import Sequence

from sowfish.checker import Trace
from sowfish.checker.trace import PASS
from sowfish.errors import IllegalMoveError
from sowfish.position import Position
from sowfish.render.trace_text import watched
from sowfish.web.content import Content
from sowfish.web.failures import RequestError

MOST_EVENTS = 5000  # many times a whole game on the usual board


def told(position: Position, pits: Sequence[int]) -> Content:
    """Return the trace of these pits as its file has it, and for every board the pits that can be played and counts."""
    trace = Trace.played(position, _with_passes(position, pits))
    if len(trace) > MOST_EVENTS:
        raise RequestError(f"these moves have {len(trace)} events; at most {MOST_EVENTS} are told")
    return {
        "rules": str(position.rules),
        "profile": position.rules.label,
        "pits": list(pits),
        **trace.content(),
        "legal": [() if state.under_way else state.position.legal_pits for state in trace.states],
        "counts": [dict(watched(trace, board)) for board in range(len(trace.states))],
        "is_over": trace.final.is_over,
    }


def _with_passes(position: Position, pits: Sequence[int]) -> list[int]:
    """Return the pits with every forced pass before, between and after them."""
    played: list[int] = []
    for number, pit in enumerate((None, *pits)):
        if pit is not None:
            try:
                position = position.after(pit)
            except IllegalMoveError as error:
                raise IllegalMoveError(f"move {number}: {error}") from None
            played.append(pit)
        if position.must_pass:
            position = position.passed()
            played.append(PASS)
    return played
