"""The results of a tournament: ratings, pairings, players, first-move advantage and forfeited games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sowfish.arena.games import HALF_POINTS, Record
from sowfish.arena.ratings import Ratings, ratings
from sowfish.arena.sprt import Verdict
from sowfish.arena.tally import Tally
from sowfish.arena.tournament import Scores
from sowfish.arena.tournament_plan import Job, Plan
from sowfish.model.events import Side


@dataclass(slots=True, kw_only=True)
class PlayerLine:
    """One player's totals."""

    name: str
    wins: int = 0
    ties: int = 0
    losses: int = 0
    fouls: int = 0  # games lost other than on the board
    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.wins + self.ties + self.losses

    @property
    def points(self) -> float:
        """Points: 1 for a win, half for a tie."""
        return self.wins + self.ties / 2

    @property
    def seconds_per_move(self) -> float:
        """The mean thinking time per move, in seconds."""
        return self.seconds / self.moves if self.moves else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingLine:
    """The games of two players, from the first one's point of view."""

    first: str
    second: str
    wins: int
    ties: int
    losses: int
    tally: Tally
    llr: float | None  # None without a test
    verdict: Verdict

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.wins + self.ties + self.losses

    @property
    def points(self) -> float:
        """The first player's points."""
        return self.wins + self.ties / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Foul:
    """A game lost other than on the board."""

    player: str
    game: str  # its name when exported
    explanation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The whole report; only games that count."""

    plan: Plan
    games: int
    planned: int
    beyond: int  # games played after a test was decided, which do not count
    different: int  # games that do not repeat another
    ratings: Ratings
    players: tuple[PlayerLine, ...]  # as in the plan
    pairings: tuple[PairingLine, ...]
    opener: Tally  # from the point of view of the side that moves first
    fouls: tuple[Foul, ...]


def report(plan: Plan, records: Iterable[Record]) -> Report:
    """Return the report of a tournament's games."""
    listed = list(records)
    scores = Scores(plan)
    for record in listed:
        scores.add(record)
    counted = [record for record in listed if scores.counts(Job(record.pairing, record.opening))]
    gathered = _Gathered(plan)
    for record in counted:
        gathered.add(record)
    return Report(
        plan=plan,
        games=len(counted),
        planned=scores.total,
        beyond=len(listed) - len(counted),
        different=len(gathered.seen),
        ratings=ratings(plan.names, scores.tallies()),
        players=tuple(gathered.players),
        pairings=tuple(_pairing(plan, scores, gathered, number) for number in range(len(plan.pairings))),
        opener=Tally.of_pairs(half for half in gathered.opener.values()),
        fouls=tuple(gathered.fouls),
    )


def game_name(plan: Plan, record: Record) -> str:
    """Return the name of a game, the same in every export."""
    first, second = plan.pairings[record.pairing]
    seat = "ab"[record.seat]
    return f"{first + 1}-{second + 1}-{record.opening + 1:0{len(str(plan.pairs))}}{seat}"


@dataclass(slots=True)
class _Gathered:
    """Running totals."""

    plan: Plan
    players: list[PlayerLine] = field(init=False)
    results: list[list[int]] = field(init=False)  # losses, ties and wins of each pairing's first player
    opener: dict[Job, int] = field(default_factory=dict)
    seen: set[tuple[str, str, int, int]] = field(default_factory=set)
    fouls: list[Foul] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Start at zero."""
        self.players = [PlayerLine(name=name) for name in self.plan.names]
        self.results = [[0, 0, 0] for _ in self.plan.pairings]

    def add(self, record: Record) -> None:
        """Count a game."""
        first, second = self.plan.pairings[record.pairing]
        south, north = (first, second) if record.seat == 0 else (second, first)
        of_south = HALF_POINTS[record.outcome]
        self._add_side(south, Side.SOUTH, record, of_south)
        self._add_side(north, Side.NORTH, record, 2 - of_south)
        self.results[record.pairing][record.half_points] += 1
        job = Job(record.pairing, record.opening)
        self.opener[job] = self.opener.get(job, 0) + record.opener_half_points
        self.seen.add((record.start, record.moves, south, north))
        if record.offender:
            offender = south if record.offender == Side.SOUTH else north
            name = self.plan.names[offender]
            self.fouls.append(Foul(player=name, game=game_name(self.plan, record), explanation=record.explanation))

    def _add_side(self, place: int, side: Side, record: Record, half_points: int) -> None:
        line = self.players[place]
        line.wins += half_points == 2
        line.ties += half_points == 1
        line.losses += half_points == 0
        line.fouls += record.offender == side
        line.moves += record.south_moves if side is Side.SOUTH else record.north_moves
        line.seconds += record.south_seconds if side is Side.SOUTH else record.north_seconds
        slowest = record.south_slowest if side is Side.SOUTH else record.north_slowest
        line.slowest = max(line.slowest, slowest)


def _pairing(plan: Plan, scores: Scores, gathered: _Gathered, number: int) -> PairingLine:
    first, second = plan.pairings[number]
    losses, ties, wins = gathered.results[number]
    tally = scores.tally(number)
    return PairingLine(
        first=plan.names[first],
        second=plan.names[second],
        wins=wins,
        ties=ties,
        losses=losses,
        tally=tally,
        llr=None if plan.test is None else plan.test.llr(tally),
        verdict=scores.verdict(number),
    )
