"""The HTTP API, version 1: each answer has the keys of the command of the same name with `--json`."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable
from typing import TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from sowfish import __version__, players
from sowfish.advice import advise, alternatives, threat
from sowfish.errors import GameError, IllegalMoveError, SowfishError
from sowfish.game import Game
from sowfish.position import Position
from sowfish.rules import PROFILES
from sowfish.solver import analyse, solve
from sowfish.web import content, openapi, solved, tracing
from sowfish.web.content import Content
from sowfish.web.reading import objective_of, pits_of, position_of, read_body, seconds_of, switch_of
from sowfish.web.searches import Client, Searches
from sowfish.web.settings import Settings
from sowfish.web.streaming import EventStream, event, until_gone
from sowfish.web.study import ADVICE_SHARE, Study, answer_best

LONGEST_NAME = 64
Answer = TypeVar("Answer")


class Api:
    """The endpoints, with the searches they share."""

    def __init__(self, settings: Settings) -> None:
        """Serve within these settings."""
        self.settings = settings
        self.searches = Searches(settings)

    def routes(self) -> list[BaseRoute]:
        """Return where each endpoint is."""
        version = [
            Route("/health", self.health),
            Route("/rules", self.rules),
            Route("/players", self.players),
            Route("/starts", self.starts),
            Route("/deals", self.deals),
            Route("/trace", self.trace, methods=["POST"]),
            Route("/positions", self.positions, methods=["POST"]),
            Route("/moves", self.moves, methods=["POST"]),
            Route("/best", self.best, methods=["POST"]),
            Route("/analyse", self.analyse, methods=["POST"]),
        ]
        return [Route("/api", self.document), Mount("/api/v1", routes=version)]

    async def document(self, _request: Request) -> Response:
        """Describe the API."""
        return JSONResponse(openapi.document(self.settings))

    async def health(self, _request: Request) -> Response:
        """Tell that the server is there, how long an answer may take, and what it is at."""
        searches = {"running": self.searches.running, "waiting": self.searches.waiting}
        return JSONResponse({"version": __version__, "seconds": self.settings.seconds, **searches})

    async def rules(self, _request: Request) -> Response:
        """List the named rules with their switches, and the start of each."""
        return JSONResponse({"rules": [_rules(name) for name in PROFILES]})

    async def players(self, _request: Request) -> Response:
        """List who can play here: no people, and no programs of this machine."""
        kinds = [kind for kind in players.kinds() if not kind.asks and kind.name != "program"]
        return JSONResponse({"players": [content.of_player(kind) for kind in kinds]})

    def starts(self, _request: Request) -> Response:
        """List the starts of the table with what is proven of each."""
        return JSONResponse(solved.starts())

    def deals(self, _request: Request) -> Response:
        """Tell what the solved random deals say together."""
        return JSONResponse(solved.deals())

    async def trace(self, request: Request) -> Response:
        """Play pits and tell every event and board as the model checker sees them."""
        body = await read_body(request, "position", "rules", "pits")
        position, pits = position_of(body), pits_of(body)
        return JSONResponse(await run_in_threadpool(tracing.told, position, pits))

    async def positions(self, request: Request) -> Response:
        """Read a position and tell how it stands."""
        body = await read_body(request, "position", "rules")
        return JSONResponse(content.of_position(position_of(body)))

    async def moves(self, request: Request) -> Response:
        """Play pits and tell what happens, stone by stone if asked."""
        body = await read_body(request, "position", "rules", "pits", "steps")
        game, steps = Game(position_of(body)), switch_of(body, "steps")
        moves = []
        for number, pit in enumerate(pits_of(body), start=1):
            try:
                moves.append(game.play(pit))
            except IllegalMoveError as error:
                raise IllegalMoveError(f"move {number}: {error}") from None
        return JSONResponse(content.of_moves(game, moves, steps=steps))

    async def best(self, request: Request) -> Response:
        """Tell what to play."""
        body = await read_body(request, "position", "rules", "objective", "seconds")
        position, objective = position_of(body), objective_of(body)
        limits = self.searches.limits(seconds_of(body, self.settings.seconds))

        def work(cancel: threading.Event) -> Content:
            threads = self.searches.threads
            advice = advise(
                position, objective=objective, limits=limits.part(ADVICE_SHARE), threads=threads, cancel=cancel
            )
            left = limits.part(1 - ADVICE_SHARE)
            return answer_best(advice, alternatives(advice, limits=left, threads=threads, cancel=cancel))

        return JSONResponse(await self._searched(request, position, work))

    async def analyse(self, request: Request) -> Response:
        """Tell what every move is worth, as a stream of events for those who accept one."""
        body = await read_body(request, "position", "rules", "seconds")
        position = position_of(body)
        limits = self.searches.limits(seconds_of(body, self.settings.seconds))
        if position.is_over:
            raise GameError(f"there is nothing to analyse: the game is over in {position}")
        if "text/event-stream" in request.headers.get("accept", ""):
            return EventStream(self._events(_client(request), position, limits.seconds or 1.0))

        def work(cancel: threading.Event) -> Content:
            threads = self.searches.threads
            found = analyse(position, limits=limits, threads=threads, cancel=cancel)
            whole = found.best if found.moves else solve(position, limits=limits, threads=threads, cancel=cancel)
            return content.of_analysis(found, whole, threat(position.with_to_move(position.to_move.other)))

        return JSONResponse(await self._searched(request, position, work))

    async def _events(self, client: Client, position: Position, seconds: float) -> AsyncGenerator[str, None]:
        """Yield what a study tells; the study ends when this is closed."""
        events: asyncio.Queue[str | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def tell(name: str, told: Content) -> None:
            loop.call_soon_threadsafe(events.put_nowait, event(name, told))

        def work(cancel: threading.Event) -> None:
            limits, threads = self.searches.limits(seconds), self.searches.threads
            Study(position=position, limits=limits, threads=threads, cancel=cancel, tell=tell).run()

        search = asyncio.ensure_future(self.searches.run(client, position.rules, work))
        search.add_done_callback(lambda _: events.put_nowait(None))
        try:
            await asyncio.sleep(0)  # let it take its place
            if self.searches.waiting:
                yield event("waiting", {"searches": self.searches.waiting})
            while (text := await events.get()) is not None:
                yield text
            if not search.cancelled() and (error := search.exception()) is not None:
                sentence = str(error) if isinstance(error, SowfishError) else "a fault of the server ended the search"
                yield event("error", {"error": sentence})
            yield event("done", {})
        finally:
            search.cancel()

    async def _searched(
        self, request: Request, position: Position, work: Callable[[threading.Event], Answer]
    ) -> Answer:
        """Return the answer of a search, which ends soon if the client leaves."""
        search = asyncio.ensure_future(self.searches.run(_client(request), position.rules, work))
        gone = asyncio.ensure_future(until_gone(request.receive))
        try:
            await asyncio.wait({search, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not search.done():
                raise ClientDisconnect
            return search.result()
        finally:
            gone.cancel()
            search.cancel()


def _client(request: Request) -> Client:
    """Return who asks; pages at one address tell themselves apart by a name of their own."""
    name = request.headers.get("x-sowfish-client", "")[:LONGEST_NAME]
    return Client(request.client.host if request.client else "", name)


def _rules(name: str) -> Content:
    rules = PROFILES[name]
    return {
        "name": name,
        "relay": rules.relay,
        "capture": rules.capture,
        "both_stores": rules.both_stores,
        "ends": rules.ends,
        "rest": rules.rest,
        "start": str(Position.start(rules)),
    }
