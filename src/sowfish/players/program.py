"""`program`: another program that speaks the line protocol in docs/engine-protocol.md, as a player."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import Annotated

from sowfish.engine import Fact
from sowfish.errors import PlayerError, quoted
from sowfish.model.events import Outcome, Side
from sowfish.model.game import Game
from sowfish.model.position import Position
from sowfish.players.clock import Clock
from sowfish.players.options import Range
from sowfish.players.player import Narration, Player
from sowfish.players.process import Process
from sowfish.players.serve import VERSION


class Program(Player):
    """Plays what another program says, over the engine protocol."""

    label: str | None = None  # in messages, instead of the command
    shows_errors = False  # whether its standard error is ours

    def __init__(
        self,
        *,
        command: Annotated[str, "what to run, such as sowfish engine greedy"],
        patience: Annotated[float, "seconds to wait for an answer where no clock runs", Range(0.001, 1e6)] = 60.0,
        memory: Annotated[int | None, "MiB that it and what it starts may each take", Range(1, 10**9)] = None,
    ) -> None:
        """Start a command and greet it."""
        if not command.strip():
            raise PlayerError("command must not be empty")
        self.command = command
        self.patience = patience
        self.memory = None if memory is None else memory << 20
        self._process: Process | None = None
        self._game = Game()
        self._saw: Narration | None = None
        self._facts: Sequence[Fact] = ()
        self._running(time.monotonic() + patience)

    def new_game(self, start: Position, side: Side, seed: int) -> None:  # noqa: ARG002  # it sees who is to move
        """Start the program if it is not running, and tell it about the game."""
        until = time.monotonic() + self.patience
        process = self._running(until)
        process.write_line(f"newgame seed={seed}")
        process.write_line("isready")
        self._wait_for("readyok", process, until)
        self._game = Game(start)

    def know(self, facts: Sequence[Fact]) -> None:
        """Tell the program these facts before its next choice."""
        self._facts = facts

    def opponent_moved(self, position: Position, pit: int) -> None:
        """Remember the move; the program is told before its next choice."""
        self._follow(position)
        self._game.play(pit)

    def choose(self, position: Position, clock: Clock) -> int:
        """Return the program's move, within the clock or the `patience`."""
        until = time.monotonic() + (clock.limit or self.patience)
        self._follow(position)
        process = self._running(until)
        moves = f" moves {' '.join(map(str, self._game.moves))}" if self._game.moves else ""
        process.write_line(f"position {self._game.start}{moves}")
        process.write_line(f"now {position}")
        for fact in self._facts:
            process.write_line(f"known {fact}")
        self._facts = ()
        process.write_line(f"go {str(clock).replace(',', ' ')}".rstrip())
        pit = self._answer(process, until)
        if pit in position.legal_pits:
            self._game.play(pit)
        return pit

    def _answer(self, process: Process, until: float) -> int:
        """Return the move in the program's answer, and keep its narration."""
        self._saw = None
        while True:
            word, _, rest = self._next_line(process, until).partition(" ")
            if word == "info":
                self._saw = _narration(rest)
            elif word == "error":
                raise self._complaint(rest)
            elif word == "bestmove":
                if not (rest.isascii() and rest.isdecimal() and len(rest) < 5):
                    raise self._failed(f"answers {quoted(rest)}, which is not a pit")
                return int(rest)

    def _next_line(self, process: Process, until: float) -> str:
        line = process.read_line(until)
        if line is None:
            raise self._failed("does not answer in time")
        return line

    def _running(self, until: float) -> Process:
        """Return the running program, after starting and greeting it if necessary."""
        if self._process is None or self._process.is_over:
            self._process = Process(self.command, memory=self.memory, label=self.label, shows_errors=self.shows_errors)
            self._process.write_line(f"protocol {VERSION}")
            self._wait_for("protocolok", self._process, until)
        return self._process

    def _wait_for(self, answer: str, process: Process, until: float) -> None:
        """Wait for a line, ignoring others."""
        while (line := self._next_line(process, until)) != answer:
            if line.startswith("error "):
                raise self._complaint(line.removeprefix("error "))

    def _follow(self, position: Position) -> None:
        """Check that the program's game is the one being played."""
        if self._game.position != position:
            self._game = Game(position)

    def _complaint(self, words: str) -> PlayerError:
        """Stop the program and return its own error."""
        return self._failed(f"says {quoted(words)}")

    def _failed(self, how: str) -> PlayerError:
        """Stop the program and return the error."""
        if self._process is not None:
            self._process.kill()
        return PlayerError(f"{self.label or quoted(self.command)} {how}")

    def game_over(self, position: Position, outcome: Outcome) -> None:  # noqa: ARG002  # it has seen it
        """Tell the program the result."""
        if self._process is not None and not self._process.is_over:
            self._process.write_line(f"gameover {outcome}")

    def narrate(self) -> Narration | None:
        """Return the program's narration."""
        return self._saw

    def stop(self) -> None:
        """Ask the program to answer now."""
        if self._process is not None and not self._process.is_over:
            self._process.write_line("stop")

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.close()
            self._process = None


def _narration(words: str) -> Narration:
    """Parse what follows `info`: a JSON object with a text, or plain words."""
    try:
        data = json.loads(words)
    except (ValueError, RecursionError):
        return Narration(words)
    if not isinstance(data, dict):
        return Narration(words)
    return Narration(str(data.pop("text", "")), data)
