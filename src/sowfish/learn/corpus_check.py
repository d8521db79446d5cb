"""Whether a corpus can be true: sizes and types, stones, and labels that contradict each other or the rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import numpy as np

from sowfish.errors import SowfishError
from sowfish.learn.positions import positions_of
from sowfish.model.notation import MAX_STONES
from sowfish.model.position import Position

if TYPE_CHECKING:
    from sowfish.learn.corpus_file import Corpus

PLAYED = 1000  # positions whose moves are played, evenly spaced
ROUNDING = 1e-3  # stones, of a 32-bit float


def fault(corpus: Corpus, kinds: Mapping[str, str], by_pit: Collection[str]) -> str | None:
    """Return what is wrong with a corpus, or None; the types of its arrays are `kinds`."""
    try:
        pits, _ = corpus.rules.pits, corpus.plan
    except (SowfishError, KeyError) as error:
        return str(error)
    if corpus.lead.ndim != 1:
        return "lead has invalid contents"
    for part, kind in kinds.items():
        array = getattr(corpus, part)
        if array.dtype != np.dtype(kind) or array.shape != ((len(corpus), pits) if part in by_pit else (len(corpus),)):
            return f"{part} has invalid contents"
        if array.dtype == bool and (array.view("u1") > 1).any():
            return f"{part} has invalid contents"
    return _impossible(corpus) or _contradiction(corpus) or _against_the_rules(corpus)


def _impossible(corpus: Corpus) -> str | None:
    """Find numbers that no position has."""
    rest = corpus.rest
    if (np.abs(corpus.lead.astype("i4")) + rest > MAX_STONES).any():
        return f"a position has more than {MAX_STONES} stones"
    gains = np.where(corpus.legal, corpus.gains, 0)
    if not np.isfinite(gains).all() or np.isfinite(corpus.gains[~corpus.legal]).any():
        return "gains and legal moves do not match"
    if len(corpus) and (not corpus.legal.any(axis=1).all() or (np.abs(gains) > rest[:, None]).any()):
        return "a move wins more stones than are in play"
    if not (np.abs(corpus.value) <= rest).all():
        return "a value exceeds the stones in play"
    if len(corpus) and not 0 <= corpus.game.min() <= corpus.game.max() < corpus.plan.games:
        return "a game is not of its plan"
    return None


def _contradiction(corpus: Corpus) -> str | None:
    """Find labels that contradict each other."""
    legal, proven, gains, exact = corpus.legal, corpus.proven, corpus.gains, corpus.exact
    is_best = legal & (gains == corpus.value[:, None])
    is_beaten = (legal & (gains > corpus.value[:, None])).any(axis=1)
    cells = np.concatenate([corpus.own, corpus.their], axis=1)
    found = {
        "an illegal move is proven": (proven & ~legal).any(),
        "a proven gain is not a whole number": (np.round(gains[proven]) != gains[proven]).any(),
        "a value is not the gain of the best move": (is_beaten | ~is_best.any(axis=1)).any(),
        "a value is exact, but no best move is proven": (exact & ~(is_best & proven).any(axis=1)).any(),
        "a value is not exact, but every move is proven": (~exact & (proven == legal).all(axis=1)).any(),
        "a position occurs twice": len(np.unique(cells, axis=0)) < len(cells),
    }
    return next((why for why, is_so in found.items() if is_so), None)


def _against_the_rules(corpus: Corpus) -> str | None:
    """Find gains that a move cannot have, among some of the positions."""
    some = corpus.taken(np.arange(0, len(corpus), max(1, len(corpus) // PLAYED)))
    for position, gains in zip(positions_of(some), some.gains.tolist(), strict=True):
        for pit in position.legal_pits:
            if not _is_possible(position, pit, position.margin + gains[pit]):
                return f"pit {pit} of {position} cannot gain {gains[pit]:g}"
    return None


def _is_possible(position: Position, pit: int, margin: float) -> bool:
    """Return whether a game can end with this margin after a move: whoever gets the stones in play then."""
    after = position.after(pit)
    reached = after.south_store - after.north_store
    left = 0 if after.is_over else after.rest
    return abs(margin - reached) <= left + ROUNDING
