"""Statistics of solved deals: who wins, by how much, and what the greedy turn costs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sowfish.errors import SowfishError
from sowfish.starts.deals import Deals

LEAST_DEALS = 2  # a standard error needs two
BIN = 4  # stones of margin


class Mean(NamedTuple):
    """A mean and its standard error, in stones."""

    mean: float
    error: float

    @classmethod
    def of(cls, numbers: Sequence[int]) -> Mean:
        """Return the mean of some numbers; with fewer than two, the error is 0."""
        count = len(numbers)
        mean = sum(numbers) / count if count else 0.0
        if count < LEAST_DEALS:
            return cls(mean, 0.0)
        return cls(mean, math.sqrt(sum((number - mean) ** 2 for number in numbers) / (count - 1) / count))


class Bin(NamedTuple):
    """The number of deals with a margin from `low` to `high`, inclusive."""

    low: int
    high: int
    deals: int

    @property
    def far(self) -> int:
        """The margin of the bin that is farthest from a tie."""
        return self.high if self.high > 0 else self.low


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Counts of deals, from the first player's point of view."""

    deals: int
    wins: int
    ties: int
    losses: int
    margin: Mean
    greedy_fails: int  # deals in which the greedy turn is not a best turn
    greedy_loses: int  # of these, those that turn a win into a tie or loss
    cost: Mean  # of the greedy turn, in deals where it is not a best turn
    histogram: tuple[Bin, ...]


def summary(deals: Deals) -> Summary:
    """Summarise deals, at least two."""
    if len(deals.solved) < LEAST_DEALS:
        raise SowfishError("fewer than two deals are solved")
    values = [deal.value for deal in deals.solved]
    costs = [deal.cost for deal in deals.solved if deal.cost]
    return Summary(
        deals=len(values),
        wins=sum(value > 0 for value in values),
        ties=sum(value == 0 for value in values),
        losses=sum(value < 0 for value in values),
        margin=Mean.of(values),
        greedy_fails=len(costs),
        greedy_loses=sum(deal.value > 0 >= deal.greedy for deal in deals.solved),
        cost=Mean.of(costs),
        histogram=_histogram(values),
    )


def _histogram(values: Sequence[int]) -> tuple[Bin, ...]:
    """Count margins in bins that leave the tie between them: ..., -4 to -1, 0, 1 to 4, ..."""
    counts = Counter(math.copysign(math.ceil(abs(value) / BIN), value) if value else 0.0 for value in values)
    first, last = int(min(counts)), int(max(counts))
    return tuple(_bin(number, counts[number]) for number in range(first, last + 1))


def _bin(number: int, deals: int) -> Bin:
    if number == 0:
        return Bin(0, 0, deals)
    ends = (abs(number) - 1) * BIN + 1, abs(number) * BIN
    return Bin(*ends, deals) if number > 0 else Bin(-ends[1], -ends[0], deals)
