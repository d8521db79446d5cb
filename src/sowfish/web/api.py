"""The HTTP API, version 1: each answer has the keys of the command of the same name with `--json`."""

from __future__ import annotations

from functools import cache, cached_property

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from sowfish import __version__
from sowfish.content import encode
from sowfish.content.boards import RulesList, of_moves, of_position, of_rules
from sowfish.content.players import PlayerList, of_player
from sowfish.content.searches import BestOfBoth, BestTurn, FullAnalysis, of_analysis, of_best, of_both
from sowfish.content.serving import Health
from sowfish.content.starts import of_deals, of_starts
from sowfish.engine import Analysis
from sowfish.engine.advice import advice_of, advise, threat
from sowfish.engine.leftovers import advise_both
from sowfish.model.game import Game
from sowfish.model.position import Position
from sowfish.model.rules import PROFILES
from sowfish.starts import SIZES, SOLVED_RULES, SolvedStart, load
from sowfish.starts.deals import load_deals
from sowfish.starts.summary import summary
from sowfish.web import event_trace as tracing
from sowfish.web import openapi, opponents
from sowfish.web.client_games import play_all, require_unfinished
from sowfish.web.errors import Answer, Encoded
from sowfish.web.game_api import GameApi
from sowfish.web.live_analysis import LiveAnalysis
from sowfish.web.reading import chosen, read_body, seconds_of
from sowfish.web.requests import OBJECTIVES, BestBody, BothBody, MovesBody, PositionBody, SearchBody, TraceBody
from sowfish.web.responding import Tell, respond, respond_small, stream_events, wants_stream
from sowfish.web.search_queue import SearchQueue, Stop
from sowfish.web.settings import Settings


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
            Route("/players", self.players),
            Route("/starts", self.starts),
            Route("/deals", self.deals),
            Route("/trace", self.trace, methods=["POST"]),
            Route("/positions", self.positions, methods=["POST"]),
            Route("/moves", self.moves, methods=["POST"]),
            Route("/best", self.best, methods=["POST"]),
            Route("/both", self.both, methods=["POST"]),
            Route("/analyse", self.analyse, methods=["POST"]),
            *GameApi(self.settings, self.searches).routes(),
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

    async def players(self, _request: Request) -> Response:
        """List the players that clients may ask for."""
        return Answer(PlayerList(players=[of_player(kind) for kind in opponents.kinds()]))

    async def starts(self, request: Request) -> Response:
        """List all starts of the table with their proven bounds."""
        return Encoded(await respond_small(self.searches, request, _starts))

    async def deals(self, request: Request) -> Response:
        """Summarise the solved random deals."""
        return Encoded(await respond_small(self.searches, request, _deals))

    async def trace(self, request: Request) -> Response:
        """Play pits and return every event and board, as the model checker does."""
        body = await read_body(request, TraceBody)
        position = body.asked()

        def work() -> bytes:
            return encode(tracing.trace_of(position, body.pits))

        return Encoded(await respond_small(self.searches, request, work))

    async def positions(self, request: Request) -> Response:
        """Read a position and return its board."""
        return Answer(of_position((await read_body(request, PositionBody)).asked()))

    async def moves(self, request: Request) -> Response:
        """Play pits and return what each did, stone by stone on request."""
        body = await read_body(request, MovesBody)
        return Encoded(await respond_small(self.searches, request, lambda: _played(body)))

    async def best(self, request: Request) -> Response:
        """Return the best turn."""
        body = await read_body(request, BestBody)
        position, objective = body.asked(), chosen("objective", body.objective, OBJECTIVES)
        limits = self.searches.limits(seconds_of(body, self.settings.seconds))
        require_unfinished(position, "play")

        def work(cancel: Stop) -> BestTurn:
            if objective is not None and position.legal_pits:
                return of_best(advise(position, objective=objective, every_move=True, limits=limits, cancel=cancel))
            with self.searches.engine(position.rules) as engine:
                found = engine.analyse(position, seconds=limits.seconds, cancel=cancel)
            return of_best(advice_of(found))

        return Answer(await respond(self.searches, request, work))

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
        """Return the value of every move; clients that accept a stream get events while it is found."""
        body = await read_body(request, SearchBody)
        position = body.asked()
        seconds = seconds_of(body, self.settings.seconds)
        require_unfinished(position, "analyse")
        if wants_stream(request):

            def stream(cancel: Stop, tell: Tell) -> None:
                with self.searches.engine(position.rules) as engine:
                    LiveAnalysis(position=position, engine=engine, seconds=seconds, cancel=cancel, tell=tell).run()

            return stream_events(self.searches, request, stream)

        def work(cancel: Stop) -> FullAnalysis:
            with self.searches.engine(position.rules) as engine:
                found = engine.analyse(position, seconds=seconds, cancel=cancel)
            cancel.check()
            against = threat(position.with_to_move(position.to_move.other), cancel=cancel)
            return of_analysis(found, found.result, found.result.line, against)

        return Answer(await respond(self.searches, request, work))


def _played(body: MovesBody) -> bytes:
    game = Game(body.asked())
    return encode(of_moves(game, play_all(game, body.pits), steps=body.steps, board=True))


@cache
def _starts() -> bytes:
    known = load()
    asked = [(rules, pits, stones) for rules in SOLVED_RULES for pits in SIZES for stones in SIZES]
    return encode(of_starts(known.get(key) or SolvedStart.unknown(*key) for key in asked))


@cache
def _deals() -> bytes:
    known = load_deals()
    return encode(of_deals(known, summary(known)))
