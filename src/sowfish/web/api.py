"""The HTTP API, version 1: each answer has the keys of the command of the same name with `--json`."""

from __future__ import annotations

import threading

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from sowfish import __version__
from sowfish.advice import advise, alternatives, threat
from sowfish.engine import analyse, solve
from sowfish.errors import GameError
from sowfish.game import Game
from sowfish.position import Position
from sowfish.rules import PROFILES
from sowfish.web import content, openapi, opponents, solved, tracing
from sowfish.web.asking import Tell, answered, streamed, wants_stream
from sowfish.web.content import Content
from sowfish.web.game_api import GameApi
from sowfish.web.reading import Body, objective_of, pits_of, position_of, read_body, seconds_of, switch_of
from sowfish.web.records import play_all
from sowfish.web.searches import Searches
from sowfish.web.settings import Settings
from sowfish.web.study import ADVICE_SHARE, Study, answer_best


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
            *GameApi(self.settings, self.searches).routes(),
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
        return JSONResponse({"players": [content.of_player(kind) for kind in opponents.kinds()]})

    def starts(self, _request: Request) -> Response:
        """List the starts of the table with what is proven of each."""
        return JSONResponse(solved.starts())

    def deals(self, _request: Request) -> Response:
        """Tell what the solved random deals say together."""
        return JSONResponse(solved.deals())

    async def trace(self, request: Request) -> Response:
        """Play pits and tell every event and board as the model checker sees them."""
        body = await read_body(request, "position", "rules", "pits")
        return await run_in_threadpool(lambda: JSONResponse(tracing.told(position_of(body), pits_of(body))))

    async def positions(self, request: Request) -> Response:
        """Read a position and tell how it stands."""
        body = await read_body(request, "position", "rules")
        return JSONResponse(content.of_position(position_of(body)))

    async def moves(self, request: Request) -> Response:
        """Play pits and tell what happens, stone by stone if asked."""
        body = await read_body(request, "position", "rules", "pits", "steps")
        return await run_in_threadpool(_played, body)

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

        return JSONResponse(await answered(self.searches, request, position.rules, work))

    async def analyse(self, request: Request) -> Response:
        """Tell what every move is worth, as a stream of events for those who accept one."""
        body = await read_body(request, "position", "rules", "seconds")
        position = position_of(body)
        limits = self.searches.limits(seconds_of(body, self.settings.seconds))
        if position.is_over:
            raise GameError(f"there is nothing to analyse: the game is over in {position}")
        if wants_stream(request):

            def study(cancel: threading.Event, tell: Tell) -> None:
                Study(position=position, limits=limits, threads=self.searches.threads, cancel=cancel, tell=tell).run()

            return streamed(self.searches, request, position.rules, study)

        def work(cancel: threading.Event) -> Content:
            threads = self.searches.threads
            found = analyse(position, limits=limits, threads=threads, cancel=cancel)
            whole = found.best if found.moves else solve(position, limits=limits, threads=threads, cancel=cancel)
            return content.of_analysis(found, whole, threat(position.with_to_move(position.to_move.other)))

        return JSONResponse(await answered(self.searches, request, position.rules, work))


def _played(body: Body) -> Response:
    game, steps = Game(position_of(body)), switch_of(body, "steps")
    moves = play_all(game, pits_of(body))
    return JSONResponse(content.of_moves(game, moves, steps=steps))


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
