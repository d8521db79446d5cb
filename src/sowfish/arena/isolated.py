"""Games in a process of their own, for players that may crash it.

The process announces whose call comes next, so if it dies, the player that killed it is known and loses.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from dataclasses import asdict, dataclass, field
from typing import IO

from sowfish.arena.games import SEATS, PlayerWrapper, Record, Watchdog, play_job, record_of
from sowfish.arena.openings import opening
from sowfish.arena.tournament_plan import Job, Plan
from sowfish.errors import ArenaError
from sowfish.model.events import Outcome, Side
from sowfish.model.game import Game
from sowfish.model.position import Move, Position
from sowfish.players.clock import Clock
from sowfish.players.match import Played, Reason
from sowfish.players.player import Player
from sowfish.runtime.descendants import VARIABLE, kill_family, new_family
from sowfish.runtime.safe_path import python_command


def play_isolated(plan: Plan, job: Job) -> list[Record]:
    """Play one opening twice, each game in its own process."""
    return [_played_elsewhere(plan, job, seat) for seat in SEATS]


@dataclass(slots=True)
class _Seen:
    """What a process has reported so far."""

    side: Side | None = None  # whose call began last
    moves: list[int] = field(default_factory=list)
    record: Record | None = None

    def parse(self, line: str) -> None:
        """Parse one line."""
        word, _, rest = line.strip().partition(" ")
        if word == "calls":
            self.side = Side(rest)
        elif word == "move":
            self.moves.append(int(rest))
        elif word == "record":
            content = json.loads(rest)
            content |= {"outcome": Outcome(content["outcome"]), "reason": Reason(content["reason"])}
            self.record = Record(**content)


def _played_elsewhere(plan: Plan, job: Job, seat: int) -> Record:
    asked = json.dumps({"plan": plan.to_json(), "pairing": job.pairing, "opening": job.opening, "seat": seat})
    seen, family = _Seen(), new_family()
    with subprocess.Popen(  # noqa: S603  # our own code
        python_command("from sowfish.arena.isolated import main; main()"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, VARIABLE: family},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(BrokenPipeError):  # it has died already
            process.stdin.write(f"{asked}\n")
            process.stdin.flush()  # left open: the child exits when we die
        for line in process.stdout:
            seen.parse(line)
        code = process.wait()
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
    kill_family(family)  # what its players left behind
    if seen.record is not None:
        return seen.record
    if seen.side is None:
        raise ArenaError(f"a game in its own process failed to start: {_death(code)}")
    return _lost(plan, job, seat, seen, code)


def _lost(plan: Plan, job: Job, seat: int, seen: _Seen, code: int) -> Record:
    """Return the game as it stood when a player crashed the process."""
    offender = seen.side
    assert offender is not None
    game = Game(opening(plan, job.opening))
    for pit in seen.moves:
        game.play(pit)
    first, second = plan.pairings[job.pairing]
    guilty = first if (offender is Side.SOUTH) == (seat == 0) else second
    nothing = dict.fromkeys(Side, 0.0)
    played = Played(
        game=game,
        outcome=Outcome.NORTH_WINS if offender is Side.SOUTH else Outcome.SOUTH_WINS,
        reason=Reason.FAULT,
        explanation=f"{offender} ({plan.players[guilty]}) crashed its process: {_death(code)}",
        offender=offender,
        seconds=nothing,
        slowest=nothing,
    )
    return record_of(job, seat, plan.seed_of(job, seat), played)


def _death(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


class AnnouncingPlayer(PlayerWrapper):
    """A player whose calls are announced before they are made."""

    def __init__(self, player: Player, side: Side, told: IO[str]) -> None:
        """Announce to a stream."""
        super().__init__(player)
        self._side = side
        self._told = told

    def _announce(self) -> None:
        _tell(self._told, f"calls {self._side}")

    def new_game(self, start: Position, side: Side, seed: int) -> None:
        """Announce and forward."""
        self._announce()
        super().new_game(start, side, seed)

    def choose(self, position: Position, clock: Clock) -> int:
        """Announce and forward."""
        self._announce()
        return super().choose(position, clock)

    def opponent_moved(self, position: Position, pit: int) -> None:
        """Announce and forward."""
        self._announce()
        super().opponent_moved(position, pit)


def _tell(told: IO[str], line: str) -> None:
    told.write(f"{line}\n")
    told.flush()


def _end_with_parent() -> None:
    sys.stdin.read()
    os._exit(1)


def main() -> None:
    """Play the game requested on standard input and report it on the original standard output."""
    asked = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    plan, seat = Plan.from_json(asked["plan"]), int(asked["seat"])
    told = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a player prints must not reach the parent

    def on_move(move: Move, _player: Player) -> None:
        _tell(told, f"move {move.pit}")

    job = Job(int(asked["pairing"]), int(asked["opening"]))
    with Watchdog.of(plan, job) as watchdog:

        def seated(player: Player, side: Side, seat: int) -> Player:
            return AnnouncingPlayer(watchdog.seated(player, side, seat), side, told)

        (record,) = play_job(plan, job, seats=[seat], on_move=on_move, seated=seated)
    _tell(told, f"record {json.dumps(asdict(record))}")
    os._exit(0)  # do not wait for a player that hangs
