"""The two sides of a game: people, who are asked, and players, which choose themselves."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable
from dataclasses import dataclass, field

from sowfish import Game, IllegalMoveError, Move, PlayerError, Position, Side
from sowfish.model.game.script import check_metadata
from sowfish.players import Clock, Narration, Player, canonical, make, runs_programs, short_name
from sowfish.players.fault import fault
from sowfish.players.registry import PROGRAM
from sowfish.players.separate import SeparatePlayer
from sowfish.players.spec import Spec
from sowfish.players.watch import Answer, Watch

HUMAN = "human"
DEFAULT_SECONDS = 3.0  # for hints, and for a move of a player that may have no limit of its own
STOP_SECONDS = 5.0  # for a player that is asked to stop


class Overstep(PlayerError):  # noqa: N818  # an event, not an error
    """A player has exceeded its clock, and with that lost the game."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One side with its player's text, the player (None for a person), a display name and the player's clock."""

    side: Side
    name: str
    player: Player | None
    nickname: str = ""
    clock: Clock = Clock()  # noqa: RUF009  # frozen
    limit: float | None = None  # seconds of a move, beyond which the player loses
    watch: Watch = field(default_factory=lambda: Watch(always_in_thread=True))  # so that Ctrl-C works at once

    @property
    def title(self) -> str:
        """The title of the player: its text, after its name if it has one."""
        return f"{self.nickname} ({self.name})" if self.nickname else self.name

    @property
    def prompt(self) -> str:
        """The prompt for a person: by name if there is one."""
        return self.nickname or str(self.side)

    @property
    def is_human(self) -> bool:
        """Whether a person sits here."""
        return self.player is None

    def new_game(self, position: Position, seed: int) -> None:
        """Start a game for the player: at the start, or after an undo."""
        if self.player is not None:
            player = self.player
            self._value(self._asked(lambda: player.new_game(position, self.side, seed)))

    def opponent_moved(self, position: Position, pit: int) -> None:
        """Tell the player what the other side played."""
        if self.player is not None:
            player = self.player
            self._value(self._asked(lambda: player.opponent_moved(position, pit)))

    def close(self) -> None:
        """Release the player's resources."""
        self.watch.close()
        if self.player is not None:
            with contextlib.suppress(Exception):  # ignore errors: the game is over
                self.player.close()

    def play(self, game: Game) -> tuple[Move, Narration | None]:
        """Let the player make one move, and return it with the narration."""
        assert self.player is not None
        player, position = self.player, game.position
        answer = self._asked(lambda: player.choose(position, self.clock), self.limit)
        if overstep := answer.overstep(self.limit):
            with contextlib.suppress(Exception):  # it has lost already
                player.stop()
            raise Overstep(f"{self.side} ({self.name}) {overstep}")
        try:
            move = game.play(self._value(answer))  # type: ignore[arg-type]  # a game rejects anything but a pit
        except IllegalMoveError as error:
            raise PlayerError(f"{self.side} ({self.name}) played an illegal move: {error}") from None
        return move, self._value(self._asked(player.narrate))  # type: ignore[return-value]

    def _asked(self, call: Callable[[], object], limit: float | None = None) -> Answer:
        """Return a player's answer, or that there was none within the limit."""
        assert self.player is not None
        try:
            return self.watch.run(call, limit)
        except KeyboardInterrupt:
            with contextlib.suppress(Exception):  # a player that does not stop is abandoned
                self.player.stop()
            self.watch.wait(STOP_SECONDS)  # otherwise shutdown could kill a thread inside the core
            raise

    def _value(self, answer: Answer) -> object:
        """Return the value of an answer, or raise the player's error."""
        error = answer.error
        if error is None:
            return answer.value
        raise PlayerError(
            f"{self.side} ({self.name}) failed: {error if isinstance(error, PlayerError) else fault(error)}"
        )


def seat(side: Side, text: str, nickname: str = "", seconds: float | None = None) -> Seat:
    """Return a seat for a player's text, such as `human` or `random:seed=7`, with a time limit for its moves.

    Without a limit a player of ours keeps its own, or thinks for the usual time if it has none; only others are bound.
    """
    if nickname:
        check_metadata(str(side), nickname)
    name = canonical(text)
    player = None if name == HUMAN else _player(name)
    limit = DEFAULT_SECONDS if seconds is None and runs_programs(name) else seconds
    is_endless = player is not None and player.usual_seconds() == math.inf
    clock = Clock(move=DEFAULT_SECONDS if limit is None and is_endless else limit)
    return Seat(side, short_name(name), player, nickname, clock, limit)


def _player(name: str) -> Player:
    """Return the player; third-party code runs in a process of its own, where a clock can end it."""
    player = make(name)
    if not runs_programs(name) or Spec.parse(name).name == PROGRAM:
        return player
    player.close()  # it could be made, else its error would have been reported
    return SeparatePlayer(name)
