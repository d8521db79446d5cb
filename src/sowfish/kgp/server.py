"""A small server: it referees games between two clients, and poses problems to clients that verify their rules."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from sowfish.errors import SowfishError
from sowfish.kgp.channel import PORT, Channel, TcpChannel, WebSocketChannel, require_websockets
from sowfish.kgp.commands import LONGEST_LINE, Argument, Command, KgpBoard, KgpError, Word
from sowfish.model.events import MoveOutcome, Outcome, Side
from sowfish.model.game import Game
from sowfish.model.position import Position
from sowfish.model.rules import Rules

GREETING_SECONDS = 5.0  # for a client to choose a mode
FAREWELL_SECONDS = 2.0  # for the last clients to receive goodbye
ANSWER_SECONDS = 30.0  # for the answer to a problem
GRACE_SECONDS = 0.5  # for a move that was sent in time to arrive
MOST_CLIENTS = 64
LONGEST_NAME = 60
PROBLEMS = 100


@dataclass(kw_only=True)
class Settings:
    """What is played, and where the server listens."""

    rules: Rules
    stones: int = 4
    games: int = 2  # per pair of clients, seats alternating
    seconds: float = 2.0  # per move
    host: str = "127.0.0.1"
    port: int = PORT
    websocket: bool = False
    seed: int = 0
    report: Callable[[str], object] = lambda _line: None  # receives the address, and each result
    log: Callable[[str], object] = lambda _line: None  # receives every line, without tokens


@dataclass(frozen=True)
class FinishedGame:
    """A finished game."""

    south: str
    north: str
    game: Game
    outcome: Outcome
    explanation: str  # empty if the game was played out


@dataclass
class Server:
    """Accepts clients and plays them against each other in the order they arrive."""

    settings: Settings
    results: list[FinishedGame] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Start without clients."""
        self._waiting: asyncio.Queue[_Client] = asyncio.Queue()
        self._handlers: set[asyncio.Task[None]] = set()
        self.listening = asyncio.Event()
        self._random = random.Random(self.settings.seed)
        self.address: tuple[str, int] = (self.settings.host, self.settings.port)

    async def run(self, matches: int | None = None) -> list[FinishedGame]:
        """Referee this many matches, or until cancelled."""
        async with self._listening():
            self.listening.set()
            self.settings.report(f"listening on {self.address[0]}:{self.address[1]}")
            while matches is None or matches > 0:
                first = await self._opponent()
                second = await self._opponent()
                await self._match(first, second)
                matches = None if matches is None else matches - 1
            await asyncio.wait(self._handlers, timeout=FAREWELL_SECONDS)
        return self.results

    @asynccontextmanager
    async def _listening(self) -> AsyncIterator[None]:
        host, port = self.settings.host, self.settings.port
        if self.settings.websocket:
            require_websockets()
            from websockets.asyncio.server import serve  # noqa: PLC0415  # an extra

            async with serve(
                lambda socket: self._accept(WebSocketChannel(socket)), host, port, max_size=LONGEST_LINE
            ) as listening:
                self.address = next(iter(listening.sockets)).getsockname()[:2]
                yield
            return

        async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with contextlib.suppress(asyncio.CancelledError):  # asyncio prints it when the server is stopped
                await self._accept(TcpChannel(reader, writer))

        server = await asyncio.start_server(accept, host, port, limit=LONGEST_LINE)
        self.address = server.sockets[0].getsockname()[:2]
        try:
            yield
        finally:
            server.close()

    async def _opponent(self) -> _Client:
        while True:
            client = await self._waiting.get()
            if not client.is_gone:
                return client

    async def _accept(self, channel: Channel) -> None:
        task = asyncio.current_task()
        assert task is not None
        if len(self._handlers) >= MOST_CLIENTS:
            await channel.write('error "the server is full"')
            await channel.close()
            return
        self._handlers.add(task)
        client = _Client(channel, self.settings.log)
        try:
            await client.send("kgp", 1, 0, 0, is_numbered=False)
            async with asyncio.timeout(GREETING_SECONDS):
                mode = await client.choose_mode()
            if mode == "freeplay":
                self._waiting.put_nowait(client)
                await client.listen()
            elif mode == "verify":
                await self._verify(client)
            else:
                await client.send("error", "Unsupported activity")
        except (TimeoutError, KgpError) as error:
            await client.send("error", str(error) or "no answer came in time")
        finally:
            self._handlers.discard(task)
            client.is_gone = True
            client.moved.set()
            await client.send("goodbye")
            await channel.close()

    # ---- games

    async def _match(self, first: _Client, second: _Client) -> None:
        for number in range(self.settings.games):
            pair = (first, second) if number % 2 == 0 else (second, first)
            if first.is_gone or second.is_gone:
                break
            result = await self._game(*pair)
            self.results.append(result)
            ending = f" ({result.explanation})" if result.explanation else ""
            self.settings.report(f"{result.south} - {result.north}: {result.game.score}, {result.outcome}{ending}")
        for client in (first, second):
            client.finished.set()

    async def _game(self, south: _Client, north: _Client) -> FinishedGame:
        """Play one game; an illegal move or a lost connection loses it, as in the arena."""
        seats = {Side.SOUTH: south, Side.NORTH: north}
        game = Game(Position.start(self.settings.rules, self.settings.stones))
        for client, other in ((south, north), (north, south)):
            await client.send("set", Word("game:opponent"), other.name)
        explanation, outcome = "", Outcome.TIE
        while not game.position.is_over:
            side = game.position.to_move
            client = seats[side]
            try:
                game.play(await client.ask(game.position, self.settings.seconds, self._random))
            except SowfishError as error:
                explanation = f"{client.name}: {error}"
                outcome = Outcome.NORTH_WINS if side is Side.SOUTH else Outcome.SOUTH_WINS
                break
        else:
            outcome = game.position.outcome
        return FinishedGame(south.name, north.name, game, outcome, explanation)

    # ---- verification

    async def _verify(self, client: _Client) -> None:
        """Pose problems from random games until one is answered wrongly or all are right."""
        position = Position.start(self.settings.rules, self.settings.stones)
        for _ in range(PROBLEMS):
            if position.is_over:
                position = Position.start(self.settings.rules, self.settings.stones)
            pit = self._random.choice(position.legal_pits)
            move = position.move(pit)
            number = await client.send("problem", KgpBoard.of(position), pit + 1)
            async with asyncio.timeout(ANSWER_SECONDS):
                answer = await client.read()
            if answer is None:
                return
            seen = move.after if move.after.to_move is position.to_move else move.after.with_to_move(position.to_move)
            is_right = (
                answer.name == "solution"
                and answer.ref == number
                and answer.board() == KgpBoard.of(seen)
                and (answer.integer(1) != 0) == (move.outcome is MoveOutcome.FREE_MOVE)
            )
            if not is_right:
                await client.send("error", f"wrong: pit {pit + 1} in {KgpBoard.of(position)} gives {KgpBoard.of(seen)}")
                return
            position = move.after.passed() if move.after.must_pass else move.after
        await client.send("ok", f"{PROBLEMS} problems solved")


class _Client:
    """A connected client."""

    def __init__(self, channel: Channel, log: Callable[[str], object]) -> None:
        self._channel = channel
        self._log = log
        self._next_id = 2
        self._asked: int | None = None
        self.name = "anonymous"
        self.pit: int | None = None
        self.has_yielded = False
        self.moved = asyncio.Event()
        self.finished = asyncio.Event()
        self.is_gone = False

    async def send(self, name: str, *arguments: Argument, ref: int | None = None, is_numbered: bool = True) -> int:
        """Send a command and return its number."""
        number = self._next_id
        self._next_id += 2
        command = Command(name, arguments, number if is_numbered else None, ref)
        self._log(f"{self.name} < {command}")
        await self._channel.write(str(command))
        return number

    async def read(self) -> Command | None:
        """Return the next command; an invalid line is answered with an error."""
        while (line := await self._channel.read()) is not None:
            try:
                command = Command.parse(line)
            except KgpError as error:
                await self.send("error", str(error))
                continue
            is_secret = command.name == "set" and command.arguments[:1] == (Word("auth:token"),)
            self._log(f"{self.name} > {'set auth:token ...' if is_secret else command}")
            return command
        return None

    async def choose_mode(self) -> str:
        """Return the mode the client requests."""
        while (command := await self.read()) is not None:
            if command.name == "mode":
                return command.text(0)
            await self._note(command)
        raise KgpError("the client left")

    async def _note(self, command: Command) -> None:
        if command.name == "set" and command.text(0) == "info:name":
            self.name = (
                "".join(letter for letter in command.text(1) if letter.isprintable())[:LONGEST_NAME] or self.name
            )
        elif command.name == "ping":
            await self.send("pong", *command.arguments, ref=command.id)

    async def listen(self) -> None:
        """Receive moves until the match is over or the client leaves."""
        ended = asyncio.create_task(self.finished.wait())
        try:
            while not self.finished.is_set():
                reading = asyncio.create_task(self.read())
                done, _ = await asyncio.wait({reading, ended}, return_when=asyncio.FIRST_COMPLETED)
                if reading not in done:
                    reading.cancel()
                    return
                command = reading.result()
                if command is None:
                    return
                try:
                    await self._take(command)
                except KgpError as error:
                    await self.send("error", str(error), ref=command.id)
        finally:
            ended.cancel()

    async def _take(self, command: Command) -> None:
        is_mine = self._asked is not None and command.ref in (None, self._asked)
        if command.name == "move" and is_mine:
            self.pit = command.integer(0) - 1
        elif command.name == "yield" and is_mine:
            self.has_yielded = True
            self.moved.set()
        else:
            await self._note(command)

    async def ask(self, position: Position, seconds: float, source: random.Random) -> int:
        """Return the client's move: the last one before it yields or time runs out, or a random one."""
        self.pit, self.has_yielded = None, False
        self.moved.clear()
        await self.send("set", Word("time:mode"), Word("relative"))
        await self.send("set", Word("time:clock"), max(1, round(seconds)))
        self._asked = await self.send("state", KgpBoard.of(position))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds + GRACE_SECONDS):
                await self.moved.wait()
        if self.is_gone:
            raise KgpError("left the game")
        await self.send("stop", ref=self._asked)
        self._asked = None
        return self._chosen(position, source)

    def _chosen(self, position: Position, source: random.Random) -> int:
        if self.pit is None:
            return source.choice(position.legal_pits)  # required by the specification
        if self.pit not in position.legal_pits:
            raise KgpError(f"played pit {self.pit + 1}, which is illegal in {position}")
        return self.pit
