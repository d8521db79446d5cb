"""Tournament reports."""

from __future__ import annotations

import math

from msgspec import structs

from sowfish.arena.ratings import Rating
from sowfish.arena.report import Foul, PairingLine, Report
from sowfish.arena.sprt import Verdict
from sowfish.arena.tally import Interval, Tally
from sowfish.content.base import Content, Count, filled

Bounds = tuple[float | None, float | None]  # null means infinite


class TallyResult(Content, frozen=True, kw_only=True):
    """A score with its Elo difference, both with intervals; null means infinite."""

    score: float
    score_interval: Bounds
    elo: float | None
    elo_interval: Bounds


class PlayerResult(Content, frozen=True, kw_only=True):
    """One player's totals."""

    player: str
    games: Count
    wins: Count
    ties: Count
    losses: Count
    points: float
    fouls: Count
    moves: Count
    seconds_per_move: float
    slowest_move: float


class PairingResult(TallyResult, frozen=True, kw_only=True):
    """The games of two players, from the first one's point of view."""

    first: str
    second: str
    games: Count
    wins: Count
    ties: Count
    losses: Count
    pairs: tuple[Count, ...]
    superiority: float
    llr: float | None
    verdict: Verdict


class SprtTest(Content, frozen=True, kw_only=True):
    """A sequential test that may stop pairings early."""

    elo0: float
    elo1: float
    alpha: float
    beta: float
    lower: float
    upper: float


class ArenaReport(Content, frozen=True, kw_only=True):
    """A tournament."""

    players: tuple[str, ...]
    rules: str
    stones: Count
    format: str
    openings: str
    seed: int
    clock: str
    games: Count
    planned: Count
    beyond: Count
    different: Count
    ratings: tuple[Rating, ...]
    ratings_held_by_draws: bool
    results: list[PlayerResult]
    pairings: list[PairingResult]
    first_move: TallyResult
    sprt: SprtTest | None
    fouls: tuple[Foul, ...]


def of_report(found: Report) -> ArenaReport:
    """Return a tournament's report."""
    plan = found.plan
    return filled(
        ArenaReport,
        found,
        players=plan.names,
        **{name: getattr(plan, name) for name in ("rules", "stones", "format", "openings", "seed", "clock")},
        ratings=found.ratings.players,
        ratings_held_by_draws=found.ratings.is_held,
        results=[filled(PlayerResult, line, player=line.name, slowest_move=line.slowest) for line in found.players],
        pairings=[_pairing(line) for line in found.pairings],
        first_move=_tally(found.opener),
        sprt=None if plan.test is None else filled(SprtTest, plan.test),
    )


def _pairing(line: PairingLine) -> PairingResult:
    tally = structs.asdict(_tally(line.tally))
    return filled(PairingResult, line, **tally, pairs=line.tally.counts, superiority=line.tally.superiority)


def _tally(tally: Tally) -> TallyResult:
    return TallyResult(
        score=tally.score,
        score_interval=_interval(tally.score_interval),
        elo=_finite(tally.elo),
        elo_interval=_interval(tally.elo_interval),
    )


def _interval(interval: Interval) -> Bounds:
    return _finite(interval.low), _finite(interval.high)


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
