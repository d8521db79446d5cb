"""The HTTP API, version 1: each answer has the keys of the command of the same name with `--json`."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from functools import cached_property

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from sowfish import __version__
from sowfish.content import Content, encode
from sowfish.content.boards import RulesList, of_moves, of_rules
from sowfish.content.games import GameReview, StageEvent, of_review
from sowfish.content.searches import (
    BestOfBoth,
    BestTurn,
    FullAnalysis,
    Searched,
    Solution,
    of_analysis,
    of_best,
    of_both,
    of_result,
    of_values,
)
from sowfish.content.serving import Health
from sowfish.engine import Analysis, Engine, Kind, Progress
from sowfish.engine.advice import advice_of, advise, threat
from sowfish.engine.leftovers import advise_both
from sowfish.engine.review import Stage, review
from sowfish.model.position import Position
from sowfish.model.rules import PROFILES
from sowfish.starts import solved_start
from sowfish.web import openapi
from sowfish.web.client_games import played, require_unfinished
from sowfish.web.errors import Answer, Encoded
from sowfish.web.reading import AnyBody, chosen, read_body, read_query, seconds_of
from sowfish.web.requests import (
    AIMS,
    OBJECTIVES,
    Aim,
    BestBody,
    BothBody,
    PlayedBody,
    ReviewBody,
    SearchBody,
    StreamBody,
)
from sowfish.web.responding import Tell, respond, respond_small, stream_events, wants_stream
from sowfish.web.search_queue import SearchQueue, Stop
from sowfish.web.settings import Settings

TELL_SECONDS = 0.2  # between progress reports of a review
WEEK = 604_800  # seconds a proven answer may be kept


class Api:
    """The endpoints, with the searches they share."""

    def __init__(self, settings: Settings) -> None:
        """Serve within these settings."""
        self.settings = settings
        self.searches = SearchQueue(settings)

    def routes(self) -> list[BaseRoute]:
        """Return the routes."""
        version = [
            Route("/health", self.health),
            Route("/rules", self.rules),
            Route("/move", self.move, methods=["POST"]),
            Route("/best", self.best, methods=["GET", "POST"]),
            Route("/both", self.both, methods=["POST"]),
            Route("/analyse", self.analyse, methods=["POST"]),
            Route("/solve", self.solve, methods=["GET", "POST"]),
            Route("/review", self.review, methods=["POST"]),
            Route("/search", self.search, methods=["POST"]),
        ]
        return [Route("/api", self.document), Mount("/api/v1", routes=version)]

    async def document(self, request: Request) -> Response:
        """Return the OpenAPI document."""
        return Encoded(await respond_small(self.searches, request, lambda: self._document))

    @cached_property
    def _document(self) -> bytes:
        return msgspec.json.encode(openapi.document(self.settings))

    async def health(self, _request: Request) -> Response:
        """Report the version, the time limit of an answer, and how many searches run and wait."""
        running, waiting = self.searches.running, self.searches.waiting
        return Answer(Health(version=__version__, seconds=self.settings.seconds, running=running, waiting=waiting))

    async def rules(self, _request: Request) -> Response:
        """List the named rules with their switches, and the start of each."""
        return Answer(RulesList(rules=[of_rules(name) for name in PROFILES]))

    async def move(self, request: Request) -> Response:
        """Play pits and return what each did."""
        body = await read_body(request, PlayedBody)
        return Encoded(await respond_small(self.searches, request, lambda: encode(of_moves(*played(body)))))

    async def best(self, request: Request) -> Response:
        """Return the best turn."""
        body = await _asked(request, BestBody)
        position, objective = body.asked(), chosen("objective", body.objective, OBJECTIVES)
        limits = self.searches.limits(seconds_of(body, self.settings.seconds))
        require_unfinished(position, "play")

        def work(cancel: Stop) -> BestTurn:
            if objective is not None and position.legal_pits:
                return of_best(advise(position, objective=objective, every_move=True, limits=limits, cancel=cancel))
            with self.searches.engine(position.rules) as engine:
                found = engine.analyse(position, seconds=limits.seconds, cancel=cancel)
            return of_best(advice_of(found))

        return _kept(request, await respond(self.searches, request, work))

    async def both(self, request: Request) -> Response:
        """Return the best turn under both rules for leftovers."""
        body = await read_body(request, BothBody)
        position, seconds = body.asked(), seconds_of(body, self.settings.seconds)
        require_unfinished(position, "play")

        def work(cancel: Stop) -> BestOfBoth:
            def analysed(asked: Position, share: float) -> Analysis:
                cancel.check()
                with self.searches.engine(asked.rules) as engine:
                    return engine.analyse(asked, seconds=share * seconds, cancel=cancel)

            return of_both(advise_both(position, analysed, seconds=seconds))

        return Answer(await respond(self.searches, request, work))

    async def analyse(self, request: Request) -> Response:
        """Return the value of every move; clients that accept a stream get what is known while it is found."""
        body = await read_body(request, SearchBody)
        position, seconds = body.asked(), seconds_of(body, self.settings.seconds)
        require_unfinished(position, "analyse")
        if wants_stream(request):
            return self._stream(request, position, Aim.MOVES, seconds)

        def work(cancel: Stop) -> FullAnalysis:
            with self.searches.engine(position.rules) as engine:
                found = engine.analyse(position, seconds=seconds, cancel=cancel)
            cancel.check()
            against = threat(position.with_to_move(position.to_move.other), cancel=cancel)
            return of_analysis(found, found.result, found.result.line, against)

        return Answer(await respond(self.searches, request, work))

    async def solve(self, request: Request) -> Response:
        """Return the value of a position."""
        body = await _asked(request, SearchBody)
        position, seconds = body.asked(), seconds_of(body, self.settings.seconds)

        def work(cancel: Stop) -> Solution:
            with self.searches.engine(position.rules) as engine:
                return of_result(engine.solve(position, seconds=seconds, cancel=cancel))

        return _kept(request, await respond(self.searches, request, work))

    async def review(self, request: Request) -> Response:
        """Return what every turn of a game was worth; clients that accept a stream learn how far it is."""
        body = await read_body(request, ReviewBody)
        game, _ = await respond_small(self.searches, request, lambda: played(body))
        limits = self.searches.limits(seconds_of(body, self.settings.seconds))

        def work(cancel: Stop, tell: Tell) -> GameReview:
            told = 0.0

            def progress(stage: Stage) -> None:
                nonlocal told
                cancel.check()
                if time.perf_counter() - told >= TELL_SECONDS:
                    told = time.perf_counter()
                    tell("stage", StageEvent(done=stage.done, of=stage.of))

            with self.searches.engine(game.start.rules) as engine:
                return of_review(
                    review(game, limits=limits, engine=engine, progress=progress, cancel=cancel, known=solved_start)
                )

        if wants_stream(request):
            return stream_events(self.searches, request, lambda cancel, tell: tell("review", work(cancel, tell)))
        return Answer(await respond(self.searches, request, lambda cancel: work(cancel, _nobody)))

    async def search(self, request: Request) -> Response:
        """Stream what a search finds; the page asks this. Longer than the server's limit is not refused but cut."""
        body = await read_body(request, StreamBody)
        position, aim = body.asked(), chosen("aim", body.aim, AIMS)
        seconds = self.settings.seconds if body.seconds is msgspec.UNSET else min(body.seconds, self.settings.seconds)
        require_unfinished(position, "search")
        return self._stream(request, position, aim, seconds)

    def _stream(self, request: Request, position: Position, aim: Aim, seconds: float) -> Response:
        def stream(cancel: Stop, tell: Tell) -> None:
            def progress(at: Progress) -> None:
                if at.analysis is not None:
                    tell("values", of_values(at.analysis))

            with self.searches.engine(position.rules) as engine:
                found = _search(engine, position, aim)(seconds=seconds, progress=progress, cancel=cancel)
            tell("values", of_values(found))

        return stream_events(self.searches, request, stream)


def _search(engine: Engine, position: Position, aim: Aim) -> Callable[..., Analysis]:
    """Return the question to an engine that an aim means."""

    def ask(**limits: object) -> Analysis:
        if aim is Aim.MOVES or not position.legal_pits:
            return engine.analyse(position, **limits)  # type: ignore[arg-type]
        question = engine.solve if aim is Aim.VALUE else engine.best_move
        return Analysis(result=question(position, **limits), moves=())  # type: ignore[arg-type]

    return ask


async def _asked(request: Request, kind: type[AnyBody]) -> AnyBody:
    """Return a question from the address or the body."""
    return read_query(request, kind) if request.method == "GET" else await read_body(request, kind)


def _kept(request: Request, found: Searched) -> Response:
    """Return an answer that may be kept if it is proven: its value will never change."""
    if request.method != "GET":
        return Answer(found)
    if found.kind is not Kind.PROVEN:
        return Answer(found, headers={"Cache-Control": "no-store"})
    about = f"{__version__} {request.url.path} {found.position} {found.value}"
    tag = f'W/"{hashlib.sha256(about.encode()).hexdigest()[:16]}"'
    headers = {"Cache-Control": f"public, max-age={WEEK}", "ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Answer(found, headers=headers)


def _nobody(_name: str, _told: Content) -> None:
    """Discard an event: the client did not ask for a stream."""
