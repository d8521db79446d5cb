"""The engine's side of the line protocol in docs/engine-protocol.md: any player, driven by lines of text."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sowfish.engine import Analysis, Fact, Progress, analyse
from sowfish.errors import PlayerError, SowfishError, quoted
from sowfish.model.events import Outcome, Side
from sowfish.model.game import Game
from sowfish.model.position import Position
from sowfish.players.clock import Clock
from sowfish.players.fault import fault
from sowfish.players.options import suggestion
from sowfish.players.player import Narration, Player
from sowfish.players.registry import kind, make
from sowfish.players.spec import Spec, quoted_option
from sowfish.runtime.limits import Limits

VERSION = 1
WAIT_SECONDS = 1.0  # to wait for an answer without a time limit before handling other lines
INFO_SECONDS = 0.25  # between two info lines of one search
LONGEST_NUMBER = 40  # digits


class Engine:
    """A player driven by lines of text, which keeps reading during a search."""

    def __init__(self, spec: str, say: Callable[[str], object]) -> None:
        """Play as this player and answer through `say`, which may be called from another thread."""
        self._spec = Spec.parse(spec)
        self._player = make(self._spec)
        self._write = say
        self._writing = threading.Lock()
        self._game = Game()
        self._told: _Told | None = None
        self._facts: list[Fact] = []  # about the position, for the next search
        self._seed = 0
        self._thinking: threading.Thread | None = None
        self._is_choosing = False
        self._cancel = threading.Event()  # of `values`
        self._may_wait = True  # whether the current answer has a time limit
        self._commands: dict[str, Callable[[str], object]] = {
            "protocol": self._protocol,
            "setoption": self._setoption,
            "newgame": self._newgame,
            "position": self._position,
            "now": self._now,
            "play": self._play,
            "undo": self._undo,
            "show": self._show,
            "known": self._known,
            "go": self._go,
            "values": self._values,
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
                self._handle(word, rest.strip())
            if not self._may_wait:
                self._stop()
            self._wait()
        finally:
            self._player.close()

    def _handle(self, word: str, rest: str) -> None:
        if not word:
            return
        if word == "isready":  # answered during a search too
            self._say("readyok")
        elif word == "stop":
            self._stop()
        elif word in self._commands:
            self._wait()
            try:
                if self._is_choosing:
                    raise PlayerError(f"{word} must wait: the engine searches without a time limit; send stop first")
                self._commands[word](rest)
            except SowfishError as error:
                self._say(f"error {error}")
        else:
            known = suggestion(word, [*self._commands, "isready", "stop", "quit"])
            self._say(f"error unknown command {quoted(word)}; {known}")

    def _say(self, line: str) -> None:
        """Write a line from any thread; if the reader is gone, the input will end soon too."""
        with self._writing, contextlib.suppress(OSError):
            self._write(line)

    def _stop(self) -> None:
        if self._is_choosing:
            self._cancel.set()
            self._player.stop()

    def _wait(self) -> None:
        """Wait for the current answer, if any; only briefly if it has no time limit."""
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
        for pit in _pits(moves):
            game.play(pit)
        self._game = game
        self._facts.clear()

    def _now(self, rest: str) -> None:
        """Check that both sides apply the same rules."""
        if Position.parse(rest) != self._game.position:
            raise PlayerError(f"the moves lead to {self._game.position}, not to {quoted(rest)}")

    def _play(self, rest: str) -> None:
        """Make moves in the game, all or none, and report the new state."""
        pits = _pits(rest)
        if not pits:
            raise PlayerError("play takes the pits to play, such as play 2")
        made = 0
        try:
            for pit in pits:
                self._game.play(pit)
                made += 1
        except SowfishError:
            for _ in range(made):
                self._game.undo()
            raise
        self._facts.clear()
        self._show("")

    def _undo(self, rest: str) -> None:
        if rest:
            raise PlayerError(f"undo takes no arguments, not {quoted(rest)}")
        self._game.undo()
        self._facts.clear()
        self._show("")

    def _show(self, rest: str) -> None:
        if rest:
            raise PlayerError(f"show takes no arguments, not {quoted(rest)}")
        self._say(f"state {json.dumps(_state(self._game))}")

    def _known(self, rest: str) -> None:
        """Take in a fact about the position for the next search."""
        values = dict(word.partition("=")[::2] for word in rest.split())
        if not {"low", "high"} <= values.keys() <= {"pit", "low", "high", "line"}:
            raise PlayerError(f"known takes [pit=PIT] low=N high=N [line=PIT,PIT,...], not {quoted(rest)}")
        pits = {name: _pits(values.get(name, "").replace(",", " ")) for name in ("pit", "line")}
        fact = Fact(
            pit=pits["pit"][0] if pits["pit"] else None,
            low=_integer(values["low"]),
            high=_integer(values["high"]),
            line=tuple(pits["line"]),
        )
        fact.core(self._game.position)
        self._facts.append(fact)

    def _take_facts(self) -> tuple[Fact, ...]:
        """Return the facts about the position, which are for one search only."""
        facts, self._facts = tuple(self._facts), []
        return facts

    def _go(self, rest: str) -> None:
        clock = Clock.parse(",".join(rest.split()))
        if self._game.position.is_over:
            self._show("")
            self._say("bestmove none")
            return
        self._begin(clock, lambda: self._think(self._player, clock))

    def _values(self, rest: str) -> None:
        clock = Clock.parse(",".join(rest.split()))
        if self._game.position.is_over:
            self._say(f"values {json.dumps({'position': str(self._game.position), 'moves': []})}")
            return
        self._begin(clock, lambda: self._analyse(clock))

    def _begin(self, clock: Clock, work: Callable[[], None]) -> None:
        """Start a search in the background."""
        self._may_wait = clock.limit is not None
        self._cancel.clear()
        self._is_choosing = True
        self._thinking = threading.Thread(target=work, daemon=True)
        self._thinking.start()

    def _gameover(self, rest: str) -> None:
        if rest not in tuple(Outcome):
            raise PlayerError(f"gameover takes one of {', '.join(Outcome)}, not {quoted(rest)}")
        if self._told is not None:
            self._player.game_over(self._game.position, Outcome(rest))
            self._told = None

    # ---- searching

    def _think(self, player: Player, clock: Clock) -> None:
        """Choose and report the move with its narration, or the error."""
        told = time.monotonic()

        def inform(seen: Narration) -> None:
            nonlocal told
            if time.monotonic() - told >= INFO_SECONDS:
                told = time.monotonic()
                self._say(f"info {json.dumps(seen.content())}")

        player.on_info = inform
        try:
            self._tell(player)
            player.know(self._take_facts())
            pit = player.choose(self._game.position, clock)
            seen = player.narrate()
        except Exception as error:  # noqa: BLE001  # a player may raise anything; report it to the other side
            self._say(f"error {fault(error)}")
            return
        finally:
            self._is_choosing = False
            player.on_info = None
        if seen is not None:
            self._say(f"info {json.dumps(seen.content())}")
        self._say(f"bestmove {pit}")

    def _analyse(self, clock: Clock) -> None:
        """Report the value of every move repeatedly, until the time is up or everything is proven."""
        position = self._game.position
        told = time.monotonic()

        def inform(progress: Progress) -> None:
            nonlocal told
            if progress.analysis is not None and time.monotonic() - told >= INFO_SECONDS:
                told = time.monotonic()
                self._say(f"info {json.dumps(_values_of(progress.analysis))}")

        try:
            limits = Limits(seconds=clock.budget(position))
            facts = self._take_facts()
            found = analyse(position, limits=limits, known=facts, progress=inform, cancel=self._cancel)
        except Exception as error:  # noqa: BLE001  # report it to the other side
            self._say(f"error {fault(error)}")
            return
        finally:
            self._is_choosing = False
        self._say(f"values {json.dumps(_values_of(found))}")

    def _tell(self, player: Player) -> None:
        """Tell the player about a new game, and about the moves made since it last chose."""
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
    """What the player was told about the game."""

    start: Position
    side: Side
    moves: tuple[int, ...]

    def leads_to(self, game: Game, side: Side) -> bool:
        return (self.start, self.side, self.moves) == (game.start, side, game.moves[: len(self.moves)])


def _pits(words: str) -> list[int]:
    for word in words.split():
        if not _is_number(word):
            raise PlayerError(f"a pit is a whole number, not {quoted(word)}")
    return [int(word) for word in words.split()]


def _integer(word: str) -> int:
    if not _is_number(word.removeprefix("-")):
        raise PlayerError(f"a bound is a whole number, not {quoted(word)}")
    return int(word)


def _state(game: Game) -> dict[str, object]:
    """Return everything a host needs to show the board and continue without knowing the rules."""
    position = game.position
    board = position.swept() if position.is_over else position
    return {
        "position": str(position),
        "south": list(board.south),
        "south_store": board.south_store,
        "north": list(board.north),
        "north_store": board.north_store,
        "to_move": None if position.is_over else str(position.to_move),
        "mid_turn": game.is_mid_turn and not position.is_over,
        "legal": list(position.legal_pits),
        "moves": list(game.moves),
        "outcome": str(game.result),
        "score": game.score,
        "technical_winner": None if position.technical_winner is None else str(position.technical_winner),
    }


def _values_of(found: Analysis) -> dict[str, object]:
    return {
        "position": str(found.position),
        "moves": [
            {
                "pit": move.pit,
                "value": move.value,
                "kind": str(move.kind),
                "low": move.low,
                "high": move.high,
                "line": [list(turn) for turn in move.line],
            }
            for move in found.moves
        ],
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
    }


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= LONGEST_NUMBER
