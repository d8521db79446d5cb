"""Matches between players of known strength, drawn by chance: what the statistics are held against."""

import random

from sowfish.arena.tally import elo_of, score_of

TIES = 0.1


def pair(source: random.Random, elo: float, *, bias: float = 0.0) -> int:
    """Return the half points of the stronger player in two games of an opening that favours one of the seats."""
    tilt = source.choice((-bias, bias))
    return game(source, elo + tilt) + game(source, elo - tilt)


def game(source: random.Random, elo: float) -> int:
    """Return the half points of a game between players so far apart."""
    if source.random() < TIES:
        return 1
    return 2 if source.random() < score_of(elo) else 0


def mean_score(elo: float, bias: float = 0.0) -> float:
    """Return what the stronger player scores on the average."""
    decided = (score_of(elo + bias) + score_of(elo - bias)) / 2
    return TIES / 2 + (1 - TIES) * decided


def true_elo(elo: float, bias: float = 0.0) -> float:
    """Return the Elo that the average score stands for."""
    return elo_of(mean_score(elo, bias))
