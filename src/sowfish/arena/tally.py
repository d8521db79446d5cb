"""Statistics of a match: score, Elo difference with an interval, and likelihood of superiority.

The unit is a pair of games: one opening played twice, seats swapped. The two games of an opening are not independent,
pairs are. A pair has five results, 0 to 2 points in halves, hence "pentanomial"; see Van den Bergh,
"Normalized Elo" (2021), and https://www.chessprogramming.org/Match_Statistics. Single games have three results.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
ELO_SCALE = 400 / math.log(10)
PAIR_RESULTS = 5


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % confidence interval; its ends may be infinite."""

    low: float
    high: float


def elo_of(score: float) -> float:
    """Return the Elo difference at which a score between 0 and 1 is expected; infinite at 0 and 1.

    >>> round(elo_of(0.75), 1)
    190.8
    """
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else ELO_SCALE * math.log(score / (1 - score))


def score_of(elo: float) -> float:
    """Return the expected score, between 0 and 1, at an Elo difference."""
    return 1 / (1 + math.exp(-elo / ELO_SCALE))


@dataclass(frozen=True, slots=True)
class Tally:
    """The number of times each result occurred, worst for the first player first, evenly spaced from 0 to 1.

    >>> tally = Tally((1, 10, 30, 15, 4))
    >>> f"{tally.elo:+.0f}"
    '+32'
    """

    counts: tuple[float, ...]

    @classmethod
    def of_pairs(cls, halves: Iterable[int]) -> Tally:
        """Count pairs by the first player's half points, 0 to 4."""
        counts = [0] * PAIR_RESULTS
        for half in halves:
            counts[half] += 1
        return cls(tuple(counts))

    @property
    def units(self) -> float:
        """The number of pairs, or games."""
        return sum(self.counts)

    @property
    def scores(self) -> tuple[float, ...]:
        """The score of each result, from 0 to 1."""
        return tuple(place / (len(self.counts) - 1) for place in range(len(self.counts)))

    @property
    def score(self) -> float:
        """The mean score, from 0 to 1; a half if nothing was played."""
        if not self.units:
            return 0.5
        return sum(count * score for count, score in zip(self.counts, self.scores, strict=True)) / self.units

    @property
    def variance(self) -> float:
        """The unbiased variance of a unit's score, bounded below so that few equal results never look certain.

        The bound is what one result half a point off would give: after n equal results the next may well differ.
        """
        units, mean = self.units, self.score
        squares = sum(
            count * (score - mean) ** 2 for count, score in zip(self.counts, self.scores, strict=True) if count
        )
        return max(squares / (units - 1) if units > 1 else 0.25, 0.25 / (units + 1))

    @property
    def error(self) -> float:
        """The standard error of the mean score."""
        return math.sqrt(self.variance / self.units) if self.units else math.inf

    @property
    def elo(self) -> float:
        """The Elo difference that corresponds to the score; infinite if everything was won or lost."""
        return elo_of(self.score)

    @property
    def score_interval(self) -> Interval:
        """The 95 % interval of the score: Wilson's, with as many games as would give this variance.

        It stays between 0 and 1 and is informative even when everything was won.
        """
        if not self.units:
            return Interval(0.0, 1.0)
        mean, spread = self.score, self.score * (1 - self.score)
        share = min(self.variance / spread, 1.0) if spread else 1.0
        units = self.units / share
        middle = (mean + Z * Z / (2 * units)) / (1 + Z * Z / units)
        half = Z / (1 + Z * Z / units) * math.sqrt(spread / units + Z * Z / (4 * units * units))
        return Interval(max(middle - half, 0.0), min(middle + half, 1.0))

    @property
    def elo_interval(self) -> Interval:
        """The 95 % interval of the Elo difference."""
        interval = self.score_interval
        low = -math.inf if self.score <= 0 else elo_of(interval.low)
        high = math.inf if self.score >= 1 else elo_of(interval.high)
        return Interval(low, high)

    @property
    def superiority(self) -> float:
        """The likelihood of superiority (LOS) of the first player, with a flat prior."""
        return NormalDist().cdf((self.score - 0.5) / self.error) if self.units else 0.5
