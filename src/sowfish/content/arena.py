"""What a tournament has shown."""

from __future__ import annotations

import math

from sowfish.arena.report import PairingLine, PlayerLine, Report
from sowfish.arena.sprt import Sprt, Verdict
from sowfish.arena.tally import Interval, Tally
from sowfish.content.base import Content, Count, extended

Bounds = tuple[float | None, float | None]  # null is infinite


class RatedPlayer(Content, frozen=True, kw_only=True):
    """A rating with its error, in Elo."""

    player: str
    elo: float
    error: float


class TallyResult(Content, frozen=True, kw_only=True):
    """A score with its difference in Elo, both with intervals; null is infinite."""

    score: float
    score_interval: Bounds
    elo: float | None
    elo_interval: Bounds


class PlayerResult(Content, frozen=True, kw_only=True):
    """One player's games together."""

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
    """Two players' games, as the first of them sees it."""

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
    """A test that ends pairings early."""

    elo0: float
    elo1: float
    alpha: float
    beta: float
    lower: float
    upper: float


class FoulGame(Content, frozen=True, kw_only=True):
    """A game lost by anything but stones."""

    player: str
    game: str
    explanation: str


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
    ratings: list[RatedPlayer]
    ratings_held_by_draws: bool
    results: list[PlayerResult]
    pairings: list[PairingResult]
    first_move: TallyResult
    sprt: SprtTest | None
    fouls: list[FoulGame]


def of_report(found: Report) -> ArenaReport:
    """Return a tournament's report."""
    plan = found.plan
    return ArenaReport(
        players=plan.names,
        rules=plan.rules,
        stones=plan.stones,
        format=plan.format,
        openings=plan.openings,
        seed=plan.seed,
        clock=plan.clock,
        games=found.games,
        planned=found.planned,
        beyond=found.beyond,
        different=found.different,
        ratings=[RatedPlayer(player=line.player, elo=line.elo, error=line.error) for line in found.ratings.players],
        ratings_held_by_draws=found.ratings.is_held,
        results=[_player(line) for line in found.players],
        pairings=[_pairing(line) for line in found.pairings],
        first_move=_tally(found.opener),
        sprt=None if plan.test is None else _test(plan.test),
        fouls=[FoulGame(player=foul.player, game=foul.game, explanation=foul.explanation) for foul in found.fouls],
    )


def _player(line: PlayerLine) -> PlayerResult:
    return PlayerResult(
        player=line.name,
        games=line.games,
        wins=line.wins,
        ties=line.ties,
        losses=line.losses,
        points=line.points,
        fouls=line.fouls,
        moves=line.moves,
        seconds_per_move=line.seconds_per_move,
        slowest_move=line.slowest,
    )


def _pairing(line: PairingLine) -> PairingResult:
    return extended(
        PairingResult,
        _tally(line.tally),
        first=line.first,
        second=line.second,
        games=line.games,
        wins=line.wins,
        ties=line.ties,
        losses=line.losses,
        pairs=tuple(line.tally.counts),
        superiority=line.tally.superiority,
        llr=line.llr,
        verdict=line.verdict,
    )


def _test(test: Sprt) -> SprtTest:
    chances = {"alpha": test.alpha, "beta": test.beta}
    return SprtTest(elo0=test.elo0, elo1=test.elo1, **chances, lower=test.lower, upper=test.upper)


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
