"""The endpoints about whole games; the server keeps none of them, so each request brings its game along."""

from __future__ import annotations

import threading

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from sowfish.errors import GameError, PositionError, shown
from sowfish.notation import MAX_STONES
from sowfish.players import Clock
from sowfish.position import Deal, Position
from sowfish.rules import Rules
from sowfish.web import content
from sowfish.web.asking import Tell, answered, streamed, wants_stream
from sowfish.web.content import Content
from sowfish.web.failures import RequestError
from sowfish.web.opponents import Allowance, Turn, opponent
from sowfish.web.reading import Body, choice_of, number_of, read_body, seconds_of, text_of, whole
from sowfish.web.records import GAME_KEYS, LARGEST_GAME, game_of, told_game
from sowfish.web.reviews import Reviewing
from sowfish.web.searches import Searches
from sowfish.web.settings import Settings

EVEN = "even"
DEFAULT_STONES = 4
LARGEST_SEED = 2**53 - 1  # what every reader of JSON can hold
LONGEST_CLOCK = 86_400.0  # seconds
CLOCK_KEYS = ("move", "game", "increment")


class GameApi:
    """Games told, dealt, reviewed and played against."""

    def __init__(self, settings: Settings, searches: Searches) -> None:
        """Serve within these settings, with searches that others use too."""
        self._settings = settings
        self._searches = searches

    def routes(self) -> list[Route]:
        """Return where each endpoint is."""
        return [
            Route("/games", self.games, methods=["POST"]),
            Route("/deal", self.deal, methods=["POST"]),
            Route("/review", self.review, methods=["POST"]),
            Route("/turn", self.turn, methods=["POST"]),
        ]

    async def games(self, request: Request) -> Response:
        """Read or write a game file, and tell the board after every move."""
        body = await read_body(request, *GAME_KEYS, most=LARGEST_GAME)
        return await run_in_threadpool(lambda: JSONResponse(told_game(body)))

    async def deal(self, request: Request) -> Response:
        """Set up a board to begin with."""
        body = await read_body(request, "rules", "stones", "deal", "seed")
        return JSONResponse(content.of_position(_dealt(body)))

    async def review(self, request: Request) -> Response:
        """Tell what every turn of a game was worth."""
        body = await read_body(request, "position", "rules", "pits", "seconds")
        game = await run_in_threadpool(game_of, body)
        limits = self._searches.limits(seconds_of(body, self._settings.seconds))
        if not game.moves:
            raise GameError("there is nothing to review: no move has been made")

        def work(cancel: threading.Event, tell: Tell) -> Content:
            threads = self._searches.threads
            return Reviewing(game=game, limits=limits, threads=threads, cancel=cancel, tell=tell).run()

        def stream(cancel: threading.Event, tell: Tell) -> None:
            tell("review", work(cancel, tell))

        if wants_stream(request):
            return streamed(self._searches, request, game.start.rules, stream)
        return JSONResponse(
            await answered(self._searches, request, game.start.rules, lambda cancel: work(cancel, _nobody))
        )

    async def turn(self, request: Request) -> Response:
        """Have a player make its turn in a game."""
        body = await read_body(request, "position", "rules", "pits", "player", "clock", "seed", "seconds")
        game, seconds = await run_in_threadpool(game_of, body), seconds_of(body, self._settings.seconds)
        clock, seed = _clock_of(body), _seed_of(body)
        if game.position.is_over:
            raise GameError(f"there is nothing to play: the game is over in {game.position}")
        limits = self._searches.limits(self._settings.seconds)
        allowance = Allowance(
            seconds=self._settings.seconds, memory=limits.memory, threads=max(1, self._searches.threads)
        )
        player = await run_in_threadpool(opponent, _player_of(body), allowance)
        clock = clock if clock.limit is not None else Clock(move=seconds)

        def work(cancel: threading.Event, tell: Tell) -> Content:
            most = self._settings.seconds
            return Turn(game=game, player=player, clock=clock, seed=seed, seconds=most, cancel=cancel).play(tell)

        def stream(cancel: threading.Event, tell: Tell) -> None:
            tell("turn", work(cancel, tell))

        if wants_stream(request):
            return streamed(self._searches, request, game.start.rules, stream)
        return JSONResponse(
            await answered(self._searches, request, game.start.rules, lambda cancel: work(cancel, _nobody))
        )


def _nobody(_name: str, _told: Content) -> None:
    """Hear what nobody asked to hear."""


def _dealt(body: Body) -> Position:
    rules = Rules.parse(text_of(body, "rules", "kalah"))
    stones = whole("stones", body.get("stones", DEFAULT_STONES))
    most = MAX_STONES // (2 * rules.pits)
    if not 1 <= stones <= most:
        raise PositionError(f"stones must be from 1 to {most} in each pit, not {shown(stones)}")
    choices: dict[str, Deal | None] = {EVEN: None} | {str(deal): deal for deal in Deal}
    deal, seed = choice_of(body, "deal", choices, EVEN), _seed_of(body)
    if deal is None:
        return Position.start(rules, stones=stones)
    return Position.random(stones * 2 * rules.pits, seed=seed, pits=rules.pits, deal=deal, rules=rules)


def _player_of(body: Body) -> str:
    if "player" not in body:
        raise RequestError("the key player is missing")
    return text_of(body, "player", "")


def _seed_of(body: Body) -> int:
    seed = whole("seed", body.get("seed", 0))
    if not 0 <= seed <= LARGEST_SEED:
        raise RequestError(f"seed must be from 0 to {LARGEST_SEED}, not {shown(seed)}")
    return seed


def _clock_of(body: Body) -> Clock:
    """Return the time the player has left; none is said by null or by leaving it out."""
    times = body.get("clock") or {}
    if not isinstance(times, dict):
        raise RequestError(f"clock must be an object with {', '.join(CLOCK_KEYS)}, not {shown(times)}")
    for key in times:
        if key not in CLOCK_KEYS:
            raise RequestError(f"a clock has no key {shown(key)}; known are {', '.join(CLOCK_KEYS)}")
    said = {key: number_of(f"{key} of clock", seconds) for key, seconds in times.items() if seconds is not None}
    if any(seconds > LONGEST_CLOCK for seconds in said.values()):
        raise RequestError(f"a clock has at most {LONGEST_CLOCK:g} seconds")
    return Clock(**said)
