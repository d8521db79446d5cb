"""Solved starts in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sowfish.cli.terminal.progress_line import short
from sowfish.render.heat_text import Starts
from sowfish.render.values import signed
from sowfish.starts import SIZES, Bounds, SolvedStart


def in_words(start: SolvedStart) -> Iterator[str]:
    """Yield the lines that describe a start."""
    yield f"{start.name}: {_outcome(start)}."
    if start.version == "":
        return
    yield ""
    for pit, bounds in enumerate(start.openings):
        remark = ", best" if pit in start.best else ", perhaps as good" if pit in start.perhaps_best else ""
        yield f"  pit {pit}  {_margin(bounds)}{remark}"
    yield ""
    yield f"Solved by Sowfish {start.version}."


def line_of(start: SolvedStart) -> str:
    """Return a start in one short line."""
    best = f" with {' '.join(map(str, start.best))}" if start.best else ""
    return f"{start.name} {_margin(start.margin)}{best}, {short(start.nodes)} positions, {start.seconds:.1f} s"


def open_ones(starts: Starts, rules: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for every start that is not solved."""
    for name in rules:
        for pits in SIZES:
            for stones in SIZES:
                start = starts.get((name, pits, stones)) or SolvedStart.unknown(name, pits, stones)
                if not start.is_proven:
                    yield f"{start.name}: {_outcome(start)}."


def _outcome(start: SolvedStart) -> str:
    margin = start.margin
    if start.value is None:
        if margin.high == -margin.low == start.total:
            return "not solved"
        return f"not solved; {_margin(margin).strip()} for the first player, proven"
    if start.value == 0:
        return "a tie, proven"
    return f"the first player {'wins' if start.value > 0 else 'loses'} by {abs(start.value)}, proven"


def _margin(bounds: Bounds) -> str:
    if bounds.low == bounds.high:
        return f"{signed(bounds.low):>4}"
    return f"{signed(bounds.low):>4} to {signed(bounds.high)}"
