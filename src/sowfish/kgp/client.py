"""The client: a player on a KGP server, in freeplay or verification."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field

from sowfish.errors import SowfishError, quoted
from sowfish.kgp.channel import Channel, connect
from sowfish.kgp.commands import Argument, Command, KgpBoard, KgpError, Word
from sowfish.model.events import MoveOutcome
from sowfish.model.position import Position
from sowfish.model.rules import Rules
from sowfish.players.clock import Clock
from sowfish.players.registry import make

VERSION = 1
MODES = ("freeplay", "verify")
GREETING_SECONDS = 10.0  # for the server to introduce itself
FIRST_RETRY, LONGEST_RETRY = 1.0, 60.0  # seconds between connections
MARGIN = 0.1  # seconds held back from a server's clock
MOST_ERRORS = 100  # remembered
MOST_QUESTIONS = 16  # states searched at once


@dataclass(kw_only=True)
class Options:
    """How a client introduces itself and plays."""

    player: str = "engine"
    rules: Rules
    name: str = ""
    authors: str = ""
    description: str = ""
    token: str = field(default="", repr=False)  # never logged
    mode: str = "freeplay"
    seconds: float = 2.0  # seconds per move if the server has no clock
    log: Callable[[str], object] = lambda _line: None  # receives every line, with the token masked


@dataclass
class Counts:
    """What happened."""

    states: int = 0
    problems: int = 0
    errors: list[str] = field(default_factory=list)
    connections: int = 0


async def play(address: str, options: Options, *, reconnects: bool = True, counts: Counts | None = None) -> Counts:
    """Play until the server says goodbye; reconnect when a connection breaks, with growing pauses."""
    counts = counts or Counts()
    pause = FIRST_RETRY
    while True:
        try:
            channel = await connect(address)
        except KgpError:
            if not reconnects or counts.connections == 0:
                raise
        else:
            counts.connections += 1
            states = counts.states
            if await _Session(channel, options, counts).run():
                return counts
            if counts.states > states:
                pause = FIRST_RETRY
        if not reconnects:
            raise KgpError(f"the connection to {address} broke")
        options.log(f"# connection lost; again in {pause:g} s")
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_RETRY)


class _Session:
    """One connection."""

    def __init__(self, channel: Channel, options: Options, counts: Counts) -> None:
        self._channel = channel
        self._options = options
        self._counts = counts
        self._next_id = 1
        self._left: float | None = None  # seconds on the server's clock
        self._time_mode = "none"
        self._tasks: dict[int | None, asyncio.Task[None]] = {}

    async def run(self) -> bool:
        """Handle the server's commands until it says goodbye (True) or the connection breaks (False)."""
        try:
            async with asyncio.timeout(GREETING_SECONDS):
                first = await self._channel.read()
            if first is None:
                return False
            self._options.log(f"< {first.strip()[:500]}")
            self._greet(first)
            await self._introduce()
            while (command := await self._read()) is not None:
                if command.name == "goodbye":
                    return True
                await self._handle(command)
        except TimeoutError:
            pass
        finally:
            for task in self._tasks.values():
                task.cancel()
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)
            await self._channel.close()
        return False

    async def _read(self) -> Command | None:
        """Return the next command; invalid lines are skipped, as the specification allows."""
        while (line := await self._channel.read()) is not None:
            self._options.log(f"< {line.strip()[:500]}")
            try:
                return Command.parse(line)
            except KgpError as error:
                self._options.log(f"# {error}")
        return None

    async def _send(self, name: str, *arguments: Argument, ref: int | None = None) -> None:
        command = Command(name, arguments, self._next_id, ref)
        self._next_id += 2
        is_secret = name == "set" and arguments[:1] == (Word("auth:token"),)
        self._options.log(f"> {Command(name, (*arguments[:1], '...'), command.id) if is_secret else command}")
        await self._channel.write(str(command))

    def _greet(self, line: str) -> None:
        try:
            command = Command.parse(line)
        except KgpError:
            raise KgpError(f"this is not a KGP server: it begins with {quoted(line.strip())}") from None
        if command.name == "error":
            raise KgpError(f"the server rejected us: {command.text(0)}")
        if command.name != "kgp":
            raise KgpError(f"this is not a KGP server: it begins with {quoted(line.strip())}")
        if command.integer(0) != VERSION:
            raise KgpError(f"the server speaks version {command.integer(0)} of the protocol, not {VERSION}")

    async def _introduce(self) -> None:
        told = {
            "info:name": self._options.name,
            "info:authors": self._options.authors,
            "info:description": self._options.description,
            "auth:token": self._options.token,
        }
        for option, value in told.items():
            if value:
                await self._send("set", Word(option), value)
        await self._send("mode", Word(self._options.mode))

    async def _handle(self, command: Command) -> None:
        try:
            match command.name:
                case "ping":
                    await self._send("pong", *command.arguments, ref=command.id)
                case "set":
                    self._set(command)
                case "state":
                    self._begin(command)
                case "problem":
                    await self._solve(command)
                case "stop":
                    self._stop(command.ref)
                case "error" if len(self._counts.errors) < MOST_ERRORS:
                    self._counts.errors.append(command.text(0) if command.arguments else "")
                case _:  # ok, init and what later versions may add
                    pass
        except SowfishError as error:
            self._options.log(f"# {error}")
            await self._send("error", str(error)[:500], ref=command.id)

    def _set(self, command: Command) -> None:
        option = command.text(0)
        if option == "time:mode":
            self._time_mode = command.text(1)
        elif option == "time:clock":
            self._left = float(command.integer(1))

    # ---- freeplay

    def _begin(self, command: Command) -> None:
        position = command.board().position(self._options.rules)
        if command.id in self._tasks or not position.legal_pits:
            return
        if len(self._tasks) >= MOST_QUESTIONS:
            raise KgpError("too many states at once")
        self._counts.states += 1
        task = asyncio.create_task(self._answer(position, command.id))
        self._tasks[command.id] = task
        task.add_done_callback(lambda _: self._tasks.pop(command.id, None))

    def _stop(self, ref: int | None) -> None:
        for number in [ref] if ref in self._tasks else list(self._tasks) if ref is None else []:
            self._tasks[number].cancel()

    async def _answer(self, position: Position, ref: int | None) -> None:
        """Send a move at once, then a better one, then yield."""
        await self._send("move", make("turn").choose(position, Clock(move=0.05)) + 1, ref=ref)
        if len(position.legal_pits) > 1:
            player = make(self._options.player)
            try:
                player.new_game(position, position.to_move, 0)
                pit = await asyncio.to_thread(player.choose, position, self._clock())
                await self._send("move", pit + 1, ref=ref)
            finally:
                player.stop()
                with contextlib.suppress(Exception):  # it must not delay the next request
                    player.close()
        await self._send("yield", ref=ref)

    def _clock(self) -> Clock:
        if self._left is None or self._time_mode == "none":
            return Clock(move=self._options.seconds)
        left = max(self._left - MARGIN, 0.05)
        return Clock(game=left) if self._time_mode == "absolute" else Clock(move=left)

    # ---- verification

    async def _solve(self, command: Command) -> None:
        self._counts.problems += 1
        position = command.board().position(self._options.rules)
        move = position.move(command.integer(1) - 1)
        after = move.after
        seen = after if after.to_move is position.to_move else after.with_to_move(position.to_move)
        is_again = move.outcome is MoveOutcome.FREE_MOVE
        await self._send("solution", KgpBoard.of(seen), int(is_again), ref=command.id)
