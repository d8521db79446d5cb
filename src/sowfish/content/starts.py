"""Solved starts and random deals."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import UNSET, UnsetType

from sowfish.content.base import Content, Count, Pits, filled
from sowfish.engine import Kind
from sowfish.starts import SolvedStart
from sowfish.starts.deals import Deals
from sowfish.starts.start import Bounds
from sowfish.starts.summary import Summary


class ProvenValue(Content, frozen=True, kw_only=True):
    """A proven value, or null with proven bounds."""

    value: int | None
    kind: Kind
    low: int | UnsetType = UNSET
    high: int | UnsetType = UNSET


class Opening(ProvenValue, frozen=True, kw_only=True):
    """What is proven about a first move."""

    pit: Count


class Start(ProvenValue, frozen=True, kw_only=True):
    """A start with equal pits, and what is proven about it."""

    rules: str
    pits: Count
    stones: Count
    position: str
    url: str
    best: Pits
    perhaps_best: Pits
    openings: list[Opening]
    nodes: Count
    seconds: float
    version: str


class StartList(Content, frozen=True, kw_only=True):
    """Starts of the table."""

    starts: list[Start]


class MeanError(Content, frozen=True, kw_only=True):
    """A mean and its standard error, in stones."""

    mean: float
    error: float


class HistogramBin(Content, frozen=True, kw_only=True):
    """The number of deals with a margin from `low` to `high`, inclusive."""

    low: int
    high: int
    deals: Count


class DealSummary(Content, frozen=True, kw_only=True):
    """Statistics of solved random deals, from the first player's point of view."""

    deal: str
    rules: str
    pits: Count
    stones: Count
    seed: int
    version: str
    deals: Count
    wins: Count
    ties: Count
    losses: Count
    margin: MeanError
    greedy_fails: Count
    greedy_loses: Count
    greedy_cost: MeanError
    histogram: list[HistogramBin]


def of_starts(starts: Iterable[SolvedStart]) -> StartList:
    """Return starts of the table."""
    return StartList(starts=[_start(start) for start in starts])


def _start(start: SolvedStart) -> Start:
    return filled(
        Start,
        start,
        **msgspec.structs.asdict(_proven(start.margin)),
        position=str(start.position),
        url=start.position.url,
        openings=[filled(Opening, _proven(bounds), pit=pit) for pit, bounds in enumerate(start.openings)],
    )


def of_deals(deals: Deals, found: Summary) -> DealSummary:
    """Return deals and their summary."""
    return filled(
        DealSummary,
        found,
        **{name: getattr(deals, name) for name in ("deal", "rules", "pits", "seed", "version")},
        stones=deals.total,
        margin=MeanError(**found.margin._asdict()),
        greedy_cost=MeanError(**found.cost._asdict()),
        histogram=[HistogramBin(**part._asdict()) for part in found.histogram],
    )


def _proven(bounds: Bounds) -> ProvenValue:
    if bounds.low == bounds.high:
        return ProvenValue(value=bounds.low, kind=bounds.kind)
    return ProvenValue(value=None, kind=bounds.kind, low=bounds.low, high=bounds.high)
