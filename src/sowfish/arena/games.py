"""The games of a job: one opening, two players, both seats."""

from __future__ import annotations

import contextlib
import faulthandler
import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Self

from sowfish.arena.openings import opening
from sowfish.arena.tournament_plan import Job, Plan
from sowfish.errors import PlayerError
from sowfish.model.events import Outcome, Side
from sowfish.model.game import Game
from sowfish.model.position import Move, Position
from sowfish.players.clock import Clock
from sowfish.players.match import HOOK_SECONDS, Played, Reason, play
from sowfish.players.player import Player
from sowfish.players.printable import printable
from sowfish.players.registry import kind, make
from sowfish.players.spec import Spec

WATCHDOG_SECONDS = 5.0  # beyond a player's time before its process is killed
SEATS = (0, 1)  # the pairing's first player is south, then north
HALF_POINTS = {Outcome.SOUTH_WINS: 2, Outcome.TIE: 1, Outcome.NORTH_WINS: 0}  # of south


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A finished game as plain numbers and texts, ready for a database."""

    pairing: int
    opening: int
    seat: int  # 0 if the pairing's first player is south
    seed: int
    start: str
    moves: str  # pits, separated by spaces
    outcome: Outcome
    reason: Reason
    explanation: str
    offender: str  # south, north or empty
    south_seconds: float
    north_seconds: float
    south_slowest: float
    north_slowest: float
    south_moves: int
    north_moves: int

    @property
    def half_points(self) -> int:
        """Half points of the pairing's first player: 2 for a win, 1 for a tie."""
        of_south = HALF_POINTS[self.outcome]
        return of_south if self.seat == 0 else 2 - of_south

    @property
    def opener_half_points(self) -> int:
        """Half points of the side that moved first."""
        of_south = HALF_POINTS[self.outcome]
        return of_south if Position.parse(self.start).to_move is Side.SOUTH else 2 - of_south

    def game(self, names: Sequence[str], event: str) -> Game:
        """Return the game with its players' names, to review or save."""
        first, second = names
        south, north = (first, second) if self.seat == 0 else (second, first)
        ending = {} if self.reason is Reason.PLAYED_OUT else {"termination": self.explanation.replace("\n", " ")}
        metadata = {"south": south, "north": north, "event": event, "seed": str(self.seed), **ending}
        game = Game(Position.parse(self.start), metadata=metadata)
        for pit in self.moves.split():
            game.play(int(pit))
        return game


def play_jobs(plan: Plan, jobs: Sequence[Job]) -> list[Record]:
    """Play several jobs in turn, in a worker process, which is killed if a player blocks it."""
    records = []
    for job in jobs:
        with Watchdog.of(plan, job) as watchdog:
            records += play_job(plan, job, seated=watchdog.seated)
    return records


def play_job(
    plan: Plan,
    job: Job,
    *,
    seated: Callable[[Player, Side, int], Player] | None = None,
    on_move: Callable[[Move, Player], object] | None = None,
    seats: Sequence[int] = SEATS,
) -> list[Record]:
    """Play one opening twice, seats swapped; `seated` may wrap a player before it plays."""
    start = opening(plan, job.opening)
    records: list[Record] = []
    with contextlib.ExitStack() as players:
        pair: list[Player] | None = None
        for seat in seats:
            if pair is None:
                pair = [players.enter_context(_player(plan, place)) for place in plan.pairings[job.pairing]]
            sides = dict(zip(Side, pair if seat == 0 else reversed(pair), strict=True))
            if seated is not None:
                sides = {side: seated(player, side, seat) for side, player in sides.items()}
            clock, patient = _clock(plan, job)
            if patient:
                sides = {side: Untimed(player) for side, player in sides.items()}
            seed = plan.seed_of(job, seat)
            played = play(sides[Side.SOUTH], sides[Side.NORTH], start, clock=clock, seed=seed, on_move=on_move)
            records.append(record_of(job, seat, seed, played))
            if played.reason is not Reason.PLAYED_OUT:
                pair = None  # a player that failed is replaced for the next game
    return records


def record_of(job: Job, seat: int, seed: int, played: Played) -> Record:
    """Return the record of a game."""
    game = played.game
    moves = Counter(position.to_move for position in game.positions[:-1])
    return Record(
        pairing=job.pairing,
        opening=job.opening,
        seat=seat,
        seed=seed,
        start=str(game.start),
        moves=" ".join(map(str, game.moves)),
        outcome=played.outcome,
        reason=played.reason,
        explanation=printable(played.explanation),
        offender=played.offender or "",
        south_seconds=played.seconds[Side.SOUTH],
        north_seconds=played.seconds[Side.NORTH],
        south_slowest=played.slowest[Side.SOUTH],
        north_slowest=played.slowest[Side.NORTH],
        south_moves=moves[Side.SOUTH],
        north_moves=moves[Side.NORTH],
    )


def _player(plan: Plan, place: int) -> Player:
    """Return a player, or one that loses and explains why it could not be made."""
    text = plan.players[place]
    try:
        return make(text)
    except PlayerError as error:
        return FailedPlayer(text, str(error))


def _clock(plan: Plan, job: Job) -> tuple[Clock, bool]:
    """Return the clock of a game, and whether it only guards against players that hang.

    Sowfish's own players always answer, so no thread has to watch them.
    """
    clock = Clock.parse(plan.clock)
    if clock.limit is not None:
        return clock, False
    if is_ours(plan, job.pairing):
        return clock, False
    return Clock(move=plan.patience), True


def is_ours(plan: Plan, pairing: int) -> bool:
    """Return whether both players of a pairing are Sowfish's own."""
    names = [Spec.parse(plan.players[place]).name for place in plan.pairings[pairing]]
    return all(kind(name).package == "sowfish" for name in names)


class FailedPlayer(Player):
    """Stands in for a player that could not be made, and fails."""

    def __init__(self, name: str, why: str) -> None:
        """Keep the reason."""
        self.name = name
        self._why = why

    def choose(self, position: Position, clock: Clock) -> int:  # noqa: ARG002  # it never plays
        """Raise the reason."""
        raise PlayerError(self._why)


class PlayerWrapper(Player):
    """A player that forwards every call to another."""

    def __init__(self, player: Player) -> None:
        """Wrap a player, under its name."""
        self.player = player
        self.name = str(player)

    def new_game(self, start: Position, side: Side, seed: int) -> None:
        """Forward the call."""
        self.player.new_game(start, side, seed)

    def choose(self, position: Position, clock: Clock) -> int:
        """Forward the call."""
        return self.player.choose(position, clock)

    def opponent_moved(self, position: Position, pit: int) -> None:
        """Forward the call."""
        self.player.opponent_moved(position, pit)

    def game_over(self, position: Position, outcome: Outcome) -> None:
        """Forward the call."""
        self.player.game_over(position, outcome)

    def stop(self) -> None:
        """Forward the call."""
        self.player.stop()


class Watchdog:
    """Kills the process when a third-party player blocks the interpreter beyond its time.

    No Python thread can do that while such a player holds the GIL; faulthandler's thread does not need it.
    """

    def __init__(self, seconds: float | None) -> None:
        """Allow moves of this many seconds; None disables the watchdog."""
        self._seconds = seconds
        self._silent: IO[str] | None = None

    @classmethod
    def of(cls, plan: Plan, job: Job) -> Watchdog:
        """Return the watchdog of a job; Sowfish's own players need none."""
        if is_ours(plan, job.pairing):
            return cls(None)
        clock, _ = _clock(plan, job)
        return cls(clock.limit)

    def seated(self, player: Player, _side: Side, _seat: int) -> Player:
        """Return the player with its calls watched."""
        return player if self._seconds is None else Watched(player, self)

    def wait(self, least: float = 0.0) -> None:
        """Start the timer of a call, which may take the seconds of a move, or `least` if that is more."""
        if self._silent is not None and self._seconds is not None:
            limit = max(self._seconds, least) + WATCHDOG_SECONDS
            faulthandler.dump_traceback_later(limit, exit=True, file=self._silent)

    def __enter__(self) -> Self:
        """Return the watchdog, which is active until the end of the block."""
        if self._seconds is not None:
            self._silent = Path(os.devnull).open("w", encoding="ascii")  # closed below
        return self

    def __exit__(self, *_error: object) -> None:
        """Stop watching."""
        if self._silent is not None:
            faulthandler.cancel_dump_traceback_later()
            self._silent.close()


class Watched(PlayerWrapper):
    """A player under a watchdog."""

    def __init__(self, player: Player, watchdog: Watchdog) -> None:
        """Watch a player."""
        super().__init__(player)
        self._watchdog = watchdog

    def new_game(self, start: Position, side: Side, seed: int) -> None:
        """Forward the call."""
        self._watchdog.wait(HOOK_SECONDS)
        super().new_game(start, side, seed)

    def choose(self, position: Position, clock: Clock) -> int:
        """Forward the call."""
        self._watchdog.wait()
        return super().choose(position, clock)

    def opponent_moved(self, position: Position, pit: int) -> None:
        """Forward the call."""
        self._watchdog.wait(HOOK_SECONDS)
        super().opponent_moved(position, pit)


class Untimed(PlayerWrapper):
    """A player that does not see the clock, which is only there to detect hangs."""

    def choose(self, position: Position, clock: Clock) -> int:  # noqa: ARG002  # that is the point
        """Choose without a clock."""
        return self.player.choose(position, Clock())
