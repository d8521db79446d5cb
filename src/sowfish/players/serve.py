"""A player as a program: the engine's side of the line protocol in docs/engine-protocol.md."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sowfish.errors import PlayerError, SowfishError, quoted
from sowfish.model.events import Outcome, Side
from sowfish.model.game import Game
from sowfish.model.position import Position
from sowfish.players.clock import Clock
from sowfish.players.options import near
from sowfish.players.player import Player
from sowfish.players.registry import kind, make
from sowfish.players.spec import Spec, quoted_option

VERSION = 1
WAIT_SECONDS = 1.0  # for an answer that has no limit of time, before other lines are heard
LONGEST_NUMBER = 40  # digits


class Engine:
    """A player that is spoken to in lines; it reads on while it thinks."""

    def __init__(self, spec: str, say: Callable[[str], object]) -> None:
        """Play as this player and answer by `say`, which may be called from a thread."""
        self._spec = Spec.parse(spec)
        self._player = make(self._spec)
        self._write = say
        self._writing = threading.Lock()
        self._game = Game()
        self._told: _Told | None = None
        self._seed = 0
        self._thinking: threading.Thread | None = None
        self._is_choosing = False
        self._may_wait = True  # for an answer, which has a limit of time
        self._commands: dict[str, Callable[[str], object]] = {
            "protocol": self._protocol,
            "setoption": self._setoption,
            "newgame": self._newgame,
            "position": self._position,
            "now": self._now,
            "go": self._go,
            "gameover": self._gameover,
        }

    def serve(self, lines: Iterable[str]) -> None:
        """Answer line after line until `quit` or the end of the lines."""
        try:
            for line in lines:
                word, _, rest = line.strip().partition(" ")
                if word == "quit":
                    self._may_wait = False
                    break
                self._obey(word, rest.strip())
            if not self._may_wait:
                self._stop()
            self._wait()
        finally:
            self._player.close()

    def _obey(self, word: str, rest: str) -> None:
        if not word:
            return
        if word == "isready":  # answered while thinking too
            self._say("readyok")
        elif word == "stop":
            self._stop()
        elif word in self._commands:
            self._wait()
            try:
                if self._is_choosing:
                    raise PlayerError(f"{word} has to wait: the engine thinks without a limit of time, say stop first")
                self._commands[word](rest)
            except SowfishError as error:
                self._say(f"error {error}")
        else:
            known = near(word, [*self._commands, "isready", "stop", "quit"])
            self._say(f"error unknown command {quoted(word)}; {known}")

    def _say(self, line: str) -> None:
        """Write a line, from whichever thread; if nobody reads any more, the lines to come will end soon as well."""
        with self._writing, contextlib.suppress(OSError):
            self._write(line)

    def _stop(self) -> None:
        if self._is_choosing:
            self._player.stop()

    def _wait(self) -> None:
        """Wait for the answer under way, if there is one; not for long if it has no limit of time."""
        if self._thinking is not None:
            self._thinking.join(None if self._may_wait else WAIT_SECONDS)

    # ---- the commands

    def _protocol(self, version: str) -> None:
        if version != str(VERSION):
            raise PlayerError(f"this engine speaks protocol {VERSION}, not {quoted(version)}")
        self._say(f"id {self._player.name}")
        for option in kind(self._spec.name).options:
            default = "" if option.default_text is None else quoted_option(option.default_text)
            self._say(f"option {option.name}={default} {option.kind}: {option.help}".rstrip(": "))
        self._say("protocolok")

    def _setoption(self, rest: str) -> None:
        changed = dict(self._spec.options) | dict(Spec.parse(f"{self._spec.name}:{rest}").options)
        spec = Spec(self._spec.name, tuple(changed.items()))
        player = make(spec)
        self._player.close()
        self._player, self._spec, self._told = player, spec, None

    def _newgame(self, rest: str) -> None:
        name, equals, seed = rest.partition("=")
        if rest and (name.strip() != "seed" or not equals or not _is_number(seed.strip())):
            raise PlayerError(f"newgame takes seed=NUMBER, not {quoted(rest)}")
        self._seed = int(seed) if rest else 0
        self._told = None

    def _position(self, rest: str) -> None:
        text, _, moves = rest.partition("moves")
        game = Game(Position.parse(text))
        for word in moves.split():
            if not _is_number(word):
                raise PlayerError(f"a pit is a whole number, not {quoted(word)}")
            game.play(int(word))
        self._game = game

    def _now(self, rest: str) -> None:
        """See whether both sides mean the same rules."""
        if Position.parse(rest) != self._game.position:
            raise PlayerError(f"the moves lead to {self._game.position}, not to {quoted(rest)}")

    def _go(self, rest: str) -> None:
        clock = Clock.parse(",".join(rest.split()))
        if self._game.position.is_over:
            raise PlayerError("there is nothing to choose: the game is over")
        self._may_wait = clock.limit is not None
        self._is_choosing = True
        self._thinking = threading.Thread(target=self._think, args=(self._player, clock), daemon=True)
        self._thinking.start()

    def _gameover(self, rest: str) -> None:
        if rest not in tuple(Outcome):
            raise PlayerError(f"gameover takes one of {', '.join(Outcome)}, not {quoted(rest)}")
        if self._told is not None:
            self._player.game_over(self._game.position, Outcome(rest))
            self._told = None

    # ---- thinking

    def _think(self, player: Player, clock: Clock) -> None:
        """Choose, and say what and why; whatever goes wrong is said as well."""
        try:
            self._tell(player)
            pit = player.choose(self._game.position, clock)
            seen = player.narrate()
        except Exception as error:  # noqa: BLE001  # a player may do anything wrong; the other side must hear of it
            self._say(f"error {type(error).__name__}: {error}".replace("\n", " "))
            return
        finally:
            self._is_choosing = False
        if seen is not None:
            self._say(f"info {json.dumps(seen.content())}")
        self._say(f"bestmove {pit}")

    def _tell(self, player: Player) -> None:
        """Tell the player of the game, if it is another one, and of the moves made since it was last asked."""
        game, told = self._game, self._told
        side = game.position.to_move
        if told is None or not told.leads_to(game, side):
            player.new_game(game.positions[0], side, self._seed)
            told = _Told(game.start, side, ())
        heard = len(told.moves)
        for position, pit in zip(game.positions[heard:], game.moves[heard:], strict=False):
            if position.to_move is not side:
                player.opponent_moved(position, pit)
        self._told = _Told(game.start, side, game.moves)


@dataclass(frozen=True, slots=True)
class _Told:
    """What the player knows of the game."""

    start: Position
    side: Side
    moves: tuple[int, ...]

    def leads_to(self, game: Game, side: Side) -> bool:
        return (self.start, self.side, self.moves) == (game.start, side, game.moves[: len(self.moves)])


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= LONGEST_NUMBER
