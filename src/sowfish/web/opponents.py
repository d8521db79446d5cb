"""Players that clients may ask for, within limits, and their turns."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

from sowfish import players
from sowfish.content.base import seconds
from sowfish.content.games import PlayerMove, PlayerTurn
from sowfish.errors import PlayerError, SowfishError, quoted
from sowfish.model.game import Game
from sowfish.players import Clock, Player, PlayerKind, Spec
from sowfish.players.chance import chance
from sowfish.players.options import Option
from sowfish.players.watch import Answer, Watch
from sowfish.web.responding import Tell

MEBIBYTE = 1 << 20
POLL_SECONDS = 0.05  # between checks for a disconnected client
GRACE_SECONDS = 5.0  # beyond the limit for a player that ignores its clock; then it is abandoned
MOST = {"nodes": 10**9, "playouts": 10**8, "states": 5 * 10**6}  # maxima for clients; time usually ends it sooner


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """The resources of one player."""

    seconds: float  # per move and per answer
    memory: int  # bytes
    threads: int

    def limit(self, name: str) -> float | None:
        """Return the maximum value of an option, by its name."""
        own = {"time": self.seconds, "memory": max(1, self.memory // MEBIBYTE), "threads": self.threads}
        return own.get(name, MOST.get(name))


def kinds() -> list[PlayerKind]:
    """Return the kinds of players on offer: no humans, and no programs of this machine."""
    return [kind for kind in players.kinds() if _is_offered(kind)]


def _is_offered(kind: PlayerKind) -> bool:
    return not kind.asks and kind.name != "program"


def opponent(text: str, allowance: Allowance) -> Player:
    """Return the player that a client's text describes, within its allowance."""
    asked_for = Spec.parse(text)
    if asked_for.is_file:  # before it is loaded
        raise PlayerError("a file cannot play here; choose another player")
    if any(kind.name == asked_for.name and not _is_offered(kind) for kind in players.kinds()):
        raise PlayerError(f"{asked_for.name} cannot play here; choose another player")
    spec = Spec.parse(players.canonical(text))
    kind = players.kind(spec.name)
    asked = dict(spec.options)
    options = dict(asked)
    for option in kind.options:
        if option.type is str and option.name in asked:  # it might name a file or command on this machine
            raise PlayerError(f"{option.name} of {spec.name} cannot be chosen here")
        most = allowance.limit(option.name)
        if most is not None and (kept := _kept(option, asked.get(option.name), most)) is not None:
            options[option.name] = kept
    return players.make(Spec(spec.name, tuple(options.items())))


def _kept(option: Option, asked: str | None, most: float) -> str | None:
    """Return an option capped at a maximum, or None to leave it; reject a larger explicit value."""
    value = option.default if asked is None else option.read(asked)
    if asked is not None and isinstance(value, int | float) and value > most:
        raise PlayerError(f"{option.name} can be at most {most:g} here, not {quoted(asked)}")
    if option.name in ("nodes", "playouts", "time") and value is None:
        return None  # the clock ends it
    return option.write(option.type(most)) if value is None or value > most else None  # type: ignore[operator]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One turn of a player in a game, move by move."""

    game: Game
    player: Player
    clock: Clock
    seed: int
    seconds: float  # for the whole answer; a longer turn is reported as far as it got
    cancel: threading.Event

    def play(self, tell: Tell) -> PlayerTurn:
        """Play the turn, send an event for each move, and return all moves."""
        side, before = self.game.position.to_move, str(self.game.position)
        pits: list[int] = []
        spent: list[float] = []
        clock, started = self.clock, time.perf_counter()
        with self._watched() as watch:
            start = self.game.position
            self._ask(watch, lambda: self.player.new_game(start, side, self._seed))
            while not self.game.position.is_over and self.game.position.to_move is side:
                answer = self._choice(watch, clock)
                pits.append(self._played(answer))
                spent.append(seconds(answer.seconds))
                is_late = clock.limit is not None and answer.seconds > clock.limit
                clock = clock.after(answer.seconds)
                tell("move", PlayerMove(pit=pits[-1], seconds=spent[-1], saw=self._saw(watch)))
                if not self.game.is_mid_turn or is_late or self._is_over(started):
                    break
        return PlayerTurn(
            rules=str(self.game.start.rules),
            position=before,
            player=self.player.name,
            side=side,
            turn=tuple(pits),
            seconds=tuple(spent),
            is_whole=not self.game.is_mid_turn,
            after=str(self.game.position),
        )

    @property
    def _seed(self) -> int:
        """The seed of this turn: players are created per turn and must not repeat their random numbers."""
        return chance(self.seed, len(self.game.moves)).getrandbits(32)

    def _is_over(self, started: float) -> bool:
        return self.cancel.is_set() or time.perf_counter() - started > self.seconds

    def _choice(self, watch: Watch, clock: Clock) -> Answer:
        position = self.game.position
        limit = min(clock.limit or self.seconds, self.seconds)
        return self._ask(watch, lambda: self.player.choose(position, clock.at_most(limit)), limit)

    def _played(self, answer: Answer) -> int:
        try:
            return self.game.play(answer.value).pit  # type: ignore[arg-type]  # a game rejects anything but a pit
        except SowfishError as error:
            sentence = f"{self.player} played an illegal move: {error}"
            raise PlayerError(sentence, player=str(self.player), **error.parameters) from None

    def _saw(self, watch: Watch) -> str | None:
        narration = self._ask(watch, self.player.narrate).value
        return getattr(narration, "text", None)

    def _ask(self, watch: Watch, call: object, limit: float = 0.0) -> Answer:
        answer = watch.run(call, limit + GRACE_SECONDS)  # type: ignore[arg-type]  # any call
        if not answer.finished:
            raise PlayerError(f"{self.player} did not answer in time")
        if answer.error is not None:
            fault = f"{type(answer.error).__name__}: {answer.error}".replace("\n", " ")
            own = isinstance(answer.error, SowfishError)
            raise PlayerError(f"{self.player} failed: {answer.error if own else fault}")
        return answer

    @contextlib.contextmanager
    def _watched(self) -> Iterator[Watch]:
        """Yield a runner for the player's calls; the player is stopped when the client disconnects."""
        watch, over = Watch(), threading.Event()

        def stop_when_cancelled() -> None:
            while not over.wait(POLL_SECONDS):
                if self.cancel.is_set():
                    self.player.stop()

        threading.Thread(target=stop_when_cancelled, daemon=True, name="stopper").start()
        try:
            yield watch
        finally:
            over.set()
            watch.close()
            with contextlib.suppress(Exception):  # ignore errors: its turn is over
                self.player.close()
