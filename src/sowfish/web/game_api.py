"""Endpoints for whole games. The server keeps none, so each request brings its game."""

from __future__ import annotations

import time
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sowfish.content import Content, encode
from sowfish.content.boards import of_position
from sowfish.content.games import GameReview, PlayerTurn, StageEvent, of_game, of_review
from sowfish.engine.review import Stage, review
from sowfish.errors import GameError
from sowfish.players import Clock
from sowfish.starts import solved_start
from sowfish.web.client_games import dealt, played, replayed, requested_game, require_unfinished
from sowfish.web.errors import Answer, Encoded
from sowfish.web.opponents import Allowance, Turn, opponent
from sowfish.web.reading import read_body, read_object, seconds_of
from sowfish.web.requests import ClockBody, DealBody, ReviewBody, TurnBody
from sowfish.web.responding import Tell, respond, respond_small, stream_events, wants_stream
from sowfish.web.search_queue import SearchQueue, Stop
from sowfish.web.settings import Settings

LARGEST_GAME = 1 << 18  # bytes of a request with a game file
TELL_SECONDS = 0.2  # between progress reports of a review


class GameApi:
    """Endpoints that read, deal, review and continue games."""

    def __init__(self, settings: Settings, searches: SearchQueue) -> None:
        """Share a search queue with the other endpoints."""
        self._settings = settings
        self._searches = searches

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/games", self.games, methods=["POST"]),
            Route("/replay", self.replay, methods=["POST"]),
            Route("/deal", self.deal, methods=["POST"]),
            Route("/review", self.review, methods=["POST"]),
            Route("/turn", self.turn, methods=["POST"]),
        ]

    async def games(self, request: Request) -> Response:
        """Read or write a game file; return it with the board after every move."""
        body = await read_object(request, LARGEST_GAME)
        return Encoded(await respond_small(self._searches, request, lambda: encode(of_game(requested_game(body)))))

    async def replay(self, request: Request) -> Response:
        """Read a phone's replay; return the game with the board after every move."""
        body = await read_object(request, LARGEST_GAME)
        return Encoded(await respond_small(self._searches, request, lambda: encode(of_game(replayed(body)))))

    async def deal(self, request: Request) -> Response:
        """Return a start: equal pits or a random deal."""
        return Answer(of_position(dealt(await read_body(request, DealBody))))

    async def review(self, request: Request) -> Response:
        """Return what every turn of a game was worth."""
        body = await read_body(request, ReviewBody)
        game = await respond_small(self._searches, request, lambda: played(body))
        limits = self._searches.limits(seconds_of(body, self._settings.seconds))
        if not game.moves:
            raise GameError("there is nothing to review: no move has been made")

        def work(cancel: Stop, tell: Tell) -> GameReview:
            told = 0.0

            def progress(stage: Stage) -> None:
                nonlocal told
                cancel.check()
                if time.perf_counter() - told >= TELL_SECONDS:
                    told = time.perf_counter()
                    tell("stage", StageEvent(done=stage.done, of=stage.of))

            with self._searches.engine(game.start.rules) as engine:
                return of_review(
                    review(game, limits=limits, engine=engine, progress=progress, cancel=cancel, known=solved_start)
                )

        return await self._answered(request, work, "review")

    async def turn(self, request: Request) -> Response:
        """Return a player's turn in a game."""
        body = await read_body(request, TurnBody)
        game, most = await respond_small(self._searches, request, lambda: played(body)), self._settings.seconds
        seconds = seconds_of(body, most)
        clock = _clock(body)
        require_unfinished(game.position, "play")
        memory = self._searches.limits(most).memory
        allowance = Allowance(seconds=most, memory=memory, threads=max(1, self._searches.threads))
        player = await respond_small(self._searches, request, lambda: opponent(body.player, allowance))
        clock = clock if clock.limit is not None else Clock(move=seconds)

        def work(cancel: Stop, tell: Tell) -> PlayerTurn:
            return Turn(game=game, player=player, clock=clock, seed=body.seed, seconds=most, cancel=cancel).play(tell)

        return await self._answered(request, work, "turn")

    async def _answered(self, request: Request, work: Callable[[Stop, Tell], Content], event: str) -> Response:
        """Respond with the result, or stream events that end with it."""
        if wants_stream(request):
            return stream_events(self._searches, request, lambda cancel, tell: tell(event, work(cancel, tell)))
        return Answer(await respond(self._searches, request, lambda cancel: work(cancel, _nobody)))


def _nobody(_name: str, _told: Content) -> None:
    """Discard an event: the client did not ask for a stream."""


def _clock(body: TurnBody) -> Clock:
    """Return the player's clock; null and a missing key mean unlimited."""
    times = body.clock or ClockBody()
    return Clock(move=times.move, game=times.game, increment=times.increment or 0.0)
