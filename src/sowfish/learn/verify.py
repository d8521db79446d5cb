"""Proving some positions of a corpus anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sowfish.engine import BatchProgress, ValueTable, analyse_many
from sowfish.learn.corpus_file import Corpus
from sowfish.learn.positions import positions_of
from sowfish.runtime.limits import Cancel, Limits

NODES = 5_000_000  # to prove a position
MEMORY = 256 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """A position for which a corpus says something else than a proof; values are final margins."""

    position: str
    pit: int | None  # None for the value of the position
    said: float
    low: int  # proven bounds
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """What proving some positions anew has shown."""

    positions: int  # proven anew
    open: int  # not proven within the limits, or not reached
    values: int  # labels compared
    wrong: tuple[Contradiction, ...]


def verify(
    corpus: Corpus,
    *,
    sample: int,
    seed: int = 1,
    progress: Callable[[BatchProgress], object] | None = None,
    cancel: Cancel | None = None,
) -> Verified:
    """Prove a random sample of positions anew, and compare what the corpus calls exact or proven.

    The same seed chooses the same positions.
    """
    size = min(sample, len(corpus))
    some = corpus.taken(np.sort(np.random.default_rng(seed).choice(len(corpus), size, replace=False)))
    limits = Limits(nodes=NODES, memory=MEMORY)
    found = analyse_many(positions_of(some), rules=corpus.rules, limits=limits, progress=progress, cancel=cancel)
    compared = 0
    wrong: list[Contradiction] = []
    for row in map(int, np.flatnonzero(found.is_proven)):
        for said, pit in _labels(some, row):
            compared += 1
            low, high = _bounds(found, row, pit)
            if not low <= said <= high:
                wrong.append(Contradiction(position=str(found.position(row)), pit=pit, said=said, low=low, high=high))
    proven = int(found.is_proven.sum())
    return Verified(positions=proven, open=size - proven, values=compared, wrong=tuple(wrong))


def _labels(corpus: Corpus, row: int) -> list[tuple[float, int | None]]:
    """Return the margins that a corpus claims for a position, and for its pits."""
    lead = int(corpus.lead[row])
    claims: list[tuple[float, int | None]] = [(lead + float(corpus.value[row]), None)] if corpus.exact[row] else []
    claims += [(lead + float(corpus.gains[row, pit]), int(pit)) for pit in np.flatnonzero(corpus.proven[row])]
    return claims


def _bounds(found: ValueTable, row: int, pit: int | None) -> tuple[int, int]:
    if pit is None:
        return int(found.low[row]), int(found.high[row])
    assert found.move_low is not None
    assert found.move_high is not None
    return int(found.move_low[row, pit]), int(found.move_high[row, pit])
