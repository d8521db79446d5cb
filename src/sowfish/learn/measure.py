"""Accuracy of guesses on fully proven positions: how often the top guess is optimal, and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sowfish.learn.corpus_file import Corpus
from sowfish.learn.positions import positions_of
from sowfish.model.position import Position
from sowfish.nets.net import Net
from sowfish.players.clock import Clock
from sowfish.players.registry import make

RANDOM = "random"
RIVALS = (RANDOM, "greedy", "turn")
BANDS = ((2, 12), (13, 24), (25, 36), (37, 255))  # stones in play
MOST = 20_000  # positions, because players are slow
Guesser = Callable[[Position], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """The accuracy of a guesser on some positions."""

    positions: int
    optimal: float  # share of top guesses that lose nothing
    lost: float  # mean stones lost by a top guess


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The skill of one guesser, overall and by stones in play."""

    whole: Skill
    bands: Mapping[str, Skill]

    def content(self) -> dict[str, object]:
        """Return the skill as JSON values."""
        return {**_content(self.whole), "bands": {name: _content(skill) for name, skill in self.bands.items()}}


def measurable(corpus: Corpus, most: int = MOST) -> Corpus:
    """Return positions with a choice and every move proven, at most `most`, evenly spaced."""
    has_choice = corpus.legal.sum(axis=1) > 1
    proven = np.flatnonzero(has_choice & (corpus.proven == corpus.legal).all(axis=1))
    if len(proven) > most:
        proven = proven[np.linspace(0, len(proven) - 1, most).astype(np.int64)]
    return corpus.taken(proven)


def measure(corpus: Corpus, nets: Mapping[str, Net]) -> dict[str, Measured]:
    """Return the skill of nets and simple players on the measurable positions of a corpus."""
    known = measurable(corpus)
    positions = positions_of(known)
    guessers = {name: _top_guess(net) for name, net in nets.items()}
    guessers |= {name: _choice(name) for name in RIVALS if name != RANDOM}
    found = {}
    for name, guess in guessers.items():
        guesses = np.array([guess(position) for position in positions], dtype=np.int64)
        chosen = np.zeros_like(known.legal)
        chosen[np.arange(len(known)), guesses] = True
        found[name] = _measured(known, chosen)
    found[RANDOM] = _measured(known, known.legal)
    return found


def _top_guess(net: Net) -> Guesser:
    return lambda position: net.evaluate(position).pit


def _choice(name: str) -> Guesser:
    player = make(name)
    return lambda position: player.choose(position, Clock())


def _measured(corpus: Corpus, chosen: NDArray[np.bool_]) -> Measured:
    """Return the skill of choosing uniformly among these moves."""
    losses = np.where(chosen, corpus.value[:, None] - corpus.gains, 0)
    count = chosen.sum(axis=1)
    optimal = ((losses == 0) & chosen).sum(axis=1) / count
    lost = losses.sum(axis=1) / count
    rest = corpus.rest

    def skill(which: NDArray[np.bool_]) -> Skill:
        if not which.any():
            return Skill(positions=0, optimal=0.0, lost=0.0)
        return Skill(positions=int(which.sum()), optimal=float(optimal[which].mean()), lost=float(lost[which].mean()))

    bands = {_name(low, high): skill((low <= rest) & (rest <= high)) for low, high in BANDS}
    return Measured(whole=skill(rest >= 0), bands=bands)


def _name(low: int, high: int) -> str:
    return f"{low}-{high}" if high < BANDS[-1][1] else f"{low}+"


def _content(skill: Skill) -> dict[str, object]:
    return {"positions": skill.positions, "optimal": round(skill.optimal, 4), "lost": round(skill.lost, 3)}
