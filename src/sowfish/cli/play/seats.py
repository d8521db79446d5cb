"""The two sides of a game: people, who are asked, and players, which choose by themselves."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass

from sowfish import Game, Move, PlayerError, Position, Side, SowfishError
from sowfish.model.game.script import check_metadata
from sowfish.players import Clock, Narration, Player, canonical, make, short_name

HUMAN = "human"
STOP_SECONDS = 5.0  # for a player that is asked to stop


@dataclass(frozen=True, slots=True)
class Seat:
    """One side with its player's text, the player unless that is a person, and a name to call it by."""

    side: Side
    name: str
    player: Player | None
    nickname: str = ""

    @property
    def title(self) -> str:
        """How the player is introduced: its text, after its name if it has one."""
        return f"{self.nickname} ({self.name})" if self.nickname else self.name

    @property
    def prompt(self) -> str:
        """How a person is asked: by name if there is one."""
        return self.nickname or str(self.side)

    @property
    def is_human(self) -> bool:
        """Whether a person sits here."""
        return self.player is None

    def new_game(self, position: Position, seed: int) -> None:
        """Have the player begin at a position: at the start, or when moves were taken back."""
        if self.player is not None:
            player = self.player
            _asked(self, lambda: player.new_game(position, self.side, seed))

    def hear(self, position: Position, pit: int) -> None:
        """Tell the player what the other side played."""
        if self.player is not None:
            player = self.player
            _asked(self, lambda: player.opponent_moved(position, pit))

    def close(self) -> None:
        """Give back what the player holds."""
        if self.player is not None:
            with contextlib.suppress(Exception):  # whatever it does wrong now, the game is over
                self.player.close()

    def play(self, game: Game, clock: Clock) -> tuple[Move, Narration | None]:
        """Make one move of the player, and return it with what the player saw."""
        assert self.player is not None
        player, position = self.player, game.position
        pit = _asked(self, lambda: player.choose(position, clock))
        try:
            move = game.play(pit)  # type: ignore[arg-type]  # a game refuses what is no pit
        except SowfishError as error:
            raise PlayerError(f"{self.side} ({self.name}) played an illegal move: {error}") from None
        return move, _asked(self, player.narrate)  # type: ignore[return-value]


def seat(side: Side, text: str, nickname: str = "") -> Seat:
    """Return a seat for a player's text, such as `human` or `random:seed=7`."""
    if nickname:
        check_metadata(str(side), nickname)
    name = canonical(text)
    return Seat(side, short_name(name), None if name == HUMAN else make(name), nickname)


def _asked(seat: Seat, call: Callable[[], object]) -> object:
    """Return a player's answer; it thinks in its own thread, so that Ctrl-C works at once."""
    assert seat.player is not None
    answers: queue.SimpleQueue[tuple[object, Exception | None]] = queue.SimpleQueue()

    def work() -> None:
        try:
            answers.put((call(), None))
        except Exception as error:  # noqa: BLE001  # a player may do anything wrong; it is told below
            answers.put((None, error))

    threading.Thread(target=work, daemon=True).start()
    try:
        value, error = answers.get()
    except KeyboardInterrupt:
        with contextlib.suppress(Exception):  # queue.Empty too: one that does not stop is left behind
            seat.player.stop()
            answers.get(timeout=STOP_SECONDS)  # the end of Python would tear a thread out of the core
        raise
    if error is not None:
        fault = f"{type(error).__name__}: {error}".replace("\n", " ")
        raise PlayerError(f"{seat.side} ({seat.name}) failed: {error if isinstance(error, SowfishError) else fault}")
    return value
