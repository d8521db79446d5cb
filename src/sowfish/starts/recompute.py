"""Recomputing the table of solved starts: smallest first, each saved as soon as it is known."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

from sowfish.engine import Kind, MoveValue, Progress, analyse, forget, solve
from sowfish.runtime.limits import Cancel, Limits
from sowfish.starts.start import SIZES, SOLVED_RULES, Bounds, SolvedStart
from sowfish.starts.stored import load, save

Watch = Callable[[SolvedStart, Progress], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """The limits for each start."""

    seconds: float = 60.0  # for the value, and the same again for the openings
    memory: int = 1 << 30
    threads: int | None = None

    @property
    def limits(self) -> Limits:
        """The limits of one search."""
        return Limits(seconds=self.seconds, memory=self.memory)


def recompute(
    path: str | os.PathLike[str],
    *,
    version: str,
    rules: Sequence[str] = SOLVED_RULES,
    most_stones: int = 2 * max(SIZES) ** 2,
    effort: Effort | None = None,
    watch: Watch | None = None,
    cancel: Cancel | None = None,
) -> Iterator[SolvedStart]:
    """Solve every start missing from the file, and yield each once it is saved.

    Solved starts in the file are kept; open ones are tried again if they had less time before. A killed run loses only
    the start it was working on.
    """
    effort = effort or Effort()
    known = load(path) if Path(path).exists() else {}
    for start in to_solve(known, rules, most_stones, effort):
        for better in _solved(replace(start, version=version), effort, watch, cancel):
            known[better.key] = better
            save(path, known.values())
        forget()  # the next start has other rules: free the memory of this one
        if cancel is not None and cancel.is_set():
            return
        yield known[start.key]


def to_solve(
    known: dict[tuple[str, int, int], SolvedStart], rules: Sequence[str], most_stones: int, effort: Effort
) -> list[SolvedStart]:
    """Return the starts that need work, smallest first."""
    wanted = [key for key in product(SOLVED_RULES, SIZES, SIZES) if key[0] in rules]
    starts = [known.get(key) or SolvedStart.unknown(*key) for key in wanted]
    open_starts = [start for start in starts if start.tried is not None and start.tried < effort.seconds]
    return sorted((start for start in open_starts if start.total <= most_stones), key=lambda start: start.total)


def _solved(start: SolvedStart, effort: Effort, watch: Watch | None, cancel: Cancel | None) -> Iterator[SolvedStart]:
    """Yield the start with its value, then with its openings; nothing more once cancelled."""

    def progress(at: Progress) -> None:
        if watch is not None:
            watch(start, at)

    if not start.is_proven:
        result = solve(start.position, limits=effort.limits, threads=effort.threads, progress=progress, cancel=cancel)
        if cancel is not None and cancel.is_set():
            return
        openings = [Bounds(-start.total, start.total)] * start.pits
        if result.kind is Kind.PROVEN:
            openings[result.turn[0]] = Bounds(result.low, result.low)
        start = _spent(start, result.nodes, result.seconds).narrowed(Bounds(result.low, result.high), tuple(openings))
        if not start.is_proven:  # its openings would fail too
            yield replace(start, tried=effort.seconds)
            return
        yield start
    found = analyse(start.position, limits=effort.limits, threads=effort.threads, progress=progress, cancel=cancel)
    if cancel is not None and cancel.is_set():
        return
    values = tuple(_proven(move) for move in found.moves)
    start = _spent(start, found.nodes, found.seconds).narrowed(start.margin, values)
    yield replace(start, tried=None if start.is_complete else effort.seconds)


def _proven(move: MoveValue) -> Bounds:
    return Bounds(move.low, move.high)


def _spent(start: SolvedStart, nodes: int, seconds: float) -> SolvedStart:
    return replace(start, nodes=start.nodes + nodes, seconds=round(start.seconds + seconds, 2))
