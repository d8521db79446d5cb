"""Sequential probability ratio test (SPRT), generalised to pairs of games.

H0 says that the first player is `elo0` stronger, H1 says `elo1`. After every pair, the likelihoods of all results
under the most likely distributions with these two means are compared (Van den Bergh, "The generalized sequential
probability ratio test", and the mathematics of Fishtest). The match ends when the log-likelihood ratio leaves Wald's
bounds. Elo is logistic.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from sowfish.arena.tally import PAIR_RESULTS, Tally, score_of
from sowfish.errors import ArenaError, quoted

LONGEST_TEXT = 200
UNSEEN = 1e-3  # added to a result that has not occurred, so that no likelihood is zero
STEPS = 200  # steps of a bisection; more than a double can resolve


class Verdict(StrEnum):
    """The state of a sequential test."""

    STRONGER = "H1"  # H1 accepted
    NOT_STRONGER = "H0"  # H0 accepted
    OPEN = "open"  # undecided


@dataclass(frozen=True, slots=True, kw_only=True)
class Sprt:
    """A test of H0 (`elo0`) against H1 (`elo1`) with error rates `alpha` (accept H1 under H0) and `beta` (the reverse).

    >>> Sprt.parse("0,20").upper
    2.9444389791664403
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Reject parameters that test nothing."""
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise ArenaError(f"a test needs two Elo numbers, the smaller first, not {self.elo0:g},{self.elo1:g}")
        for name, risk in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < risk < 0.5:
                raise ArenaError(f"{name} of a test must lie between 0 and 0.5, not {risk:g}")

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """Parse `elo0,elo1` or `elo0,elo1,alpha,beta`."""
        if len(text) > LONGEST_TEXT:
            raise ArenaError(
                f"the text of a test has at most {LONGEST_TEXT} characters, not {len(text)}: {quoted(text)}"
            )
        try:
            numbers = [float(word) for word in text.split(",")]
        except ValueError:
            numbers = []
        if len(numbers) == 2:
            return cls(elo0=numbers[0], elo1=numbers[1])
        if len(numbers) == 4:
            return cls(elo0=numbers[0], elo1=numbers[1], alpha=numbers[2], beta=numbers[3])
        raise ArenaError(f"a test is ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, not {quoted(text)}")

    def __str__(self) -> str:
        """Return the text form, which `parse` reads back."""
        return ",".join(f"{number!r}" for number in (self.elo0, self.elo1, self.alpha, self.beta))

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, tally: Tally) -> float:
        """Return the log-likelihood ratio of H1 to H0."""
        if not tally.units:
            return 0.0
        counts = [count or UNSEEN for count in tally.counts]
        return _log_likelihood(counts, tally.scores, score_of(self.elo1)) - _log_likelihood(
            counts, tally.scores, score_of(self.elo0)
        )

    def verdict(self, tally: Tally) -> Verdict:
        """Return the verdict of the results so far."""
        llr = self.llr(tally)
        if llr >= self.upper:
            return Verdict.STRONGER
        return Verdict.NOT_STRONGER if llr <= self.lower else Verdict.OPEN

    def decided_after(self, halves: Iterable[int]) -> int | None:
        """Return after how many pairs (0 to 4 half points each, in order) the test was decided, or None."""
        counts = [0] * PAIR_RESULTS
        for number, half in enumerate(halves, start=1):
            counts[half] += 1
            if self.verdict(Tally(tuple(counts))) is not Verdict.OPEN:
                return number
        return None


def _log_likelihood(counts: list[float], scores: tuple[float, ...], mean: float) -> float:
    """Return the maximum log-likelihood of the counts under any distribution with this mean.

    By Lagrange multipliers, p_i = (count_i / n) / (1 + t (score_i - mean)), with t chosen so that the mean holds.
    """
    total = sum(counts)
    tilt = _tilt([count / total for count in counts], [score - mean for score in scores])
    return sum(
        count * math.log(count / total / (1 + tilt * (score - mean)))
        for count, score in zip(counts, scores, strict=True)
    )


def _tilt(shares: list[float], offsets: list[float]) -> float:
    """Return the t at which the shares, each divided by 1 + t * offset, have a mean offset of 0."""
    low, high = -1 / max(offsets), -1 / min(offsets)
    for _ in range(STEPS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        mean = sum(share * offset / (1 + middle * offset) for share, offset in zip(shares, offsets, strict=True))
        low, high = (middle, high) if mean > 0 else (low, middle)
    return (low + high) / 2
