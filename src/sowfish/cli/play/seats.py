"""The two sides of a game: people, who are asked, and players, which choose themselves."""

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
    """One side with its player's text, the player (None for a person), and a display name."""

    side: Side
    name: str
    player: Player | None
    nickname: str = ""

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
            _asked(self, lambda: player.new_game(position, self.side, seed))

    def opponent_moved(self, position: Position, pit: int) -> None:
        """Tell the player what the other side played."""
        if self.player is not None:
            player = self.player
            _asked(self, lambda: player.opponent_moved(position, pit))

    def close(self) -> None:
        """Release the player's resources."""
        if self.player is not None:
            with contextlib.suppress(Exception):  # ignore errors: the game is over
                self.player.close()

    def play(self, game: Game, clock: Clock) -> tuple[Move, Narration | None]:
        """Let the player make one move, and return it with the narration."""
        assert self.player is not None
        player, position = self.player, game.position
        pit = _asked(self, lambda: player.choose(position, clock))
        try:
            move = game.play(pit)  # type: ignore[arg-type]  # a game rejects anything but a pit
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
    """Return a player's answer; it runs in its own thread, so that Ctrl-C works at once."""
    assert seat.player is not None
    answers: queue.SimpleQueue[tuple[object, Exception | None]] = queue.SimpleQueue()

    def work() -> None:
        try:
            answers.put((call(), None))
        except Exception as error:  # noqa: BLE001  # a player may raise anything; reported below
            answers.put((None, error))

    threading.Thread(target=work, daemon=True).start()
    try:
        value, error = answers.get()
    except KeyboardInterrupt:
        with contextlib.suppress(Exception):  # includes queue.Empty: a player that does not stop is abandoned
            seat.player.stop()
            answers.get(timeout=STOP_SECONDS)  # otherwise shutdown could kill a thread inside the core
        raise
    if error is not None:
        fault = f"{type(error).__name__}: {error}".replace("\n", " ")
        raise PlayerError(f"{seat.side} ({seat.name}) failed: {error if isinstance(error, SowfishError) else fault}")
    return value
