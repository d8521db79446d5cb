"""The OpenAPI 3.1 document, generated from the structs of requests and answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct
from msgspec.json import schema_components

from sowfish import __version__
from sowfish.content.boards import Board, Moves, RulesList
from sowfish.content.checking import PlayedTrace
from sowfish.content.games import FullGame, GameReview, PlayerMove, PlayerTurn, StageEvent
from sowfish.content.players import PlayerList
from sowfish.content.searches import (
    AnalysisEvent,
    BestEvent,
    BestOfBoth,
    BestTurn,
    FullAnalysis,
    ProgressEvent,
    ReasonsEvent,
    ThreatEvent,
)
from sowfish.content.serving import DoneEvent, Failure, Health, WaitingEvent
from sowfish.content.starts import DealSummary, StartList
from sowfish.web.requests import (
    DEFAULT_SECONDS,
    BestBody,
    Body,
    BothBody,
    DealBody,
    FileBody,
    GameBody,
    MovesBody,
    PositionBody,
    ReplayBody,
    ReviewBody,
    SearchBody,
    TraceBody,
    TurnBody,
)
from sowfish.web.settings import Settings

Schema = dict[str, Any]
REFERENCE = "#/components/schemas/{name}"
REFUSALS = {
    "400": "The request cannot be parsed.",
    "408": "The body did not arrive in time.",
    "413": "The body is too long.",
    "415": "The body is not JSON.",
    "422": "Well-formed, but not a valid board, rules or legal move.",
}
BUSY = {"429": "Too many searches of this client are waiting.", "503": "Too many searches are waiting."}
# Events that any stream may send.
AROUND: dict[str, type[Struct]] = {
    "waiting": WaitingEvent,
    "error": Failure,
    "done": DoneEvent,
}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The request and answer types of a path, and the events it can stream."""

    summary: str
    answer: type[Struct]
    bodies: tuple[type[Body], ...] = ()
    is_search: bool = False
    events: dict[str, type[Struct]] = field(default_factory=dict)

    @property
    def types(self) -> list[type[Struct]]:
        """All types the document must declare for it."""
        return [self.answer, *self.bodies, *self.events.values()]


ENDPOINTS = {
    "health": Endpoint("The status of the server: its time limit and its searches.", Health),
    "rules": Endpoint("The named rules.", RulesList),
    "players": Endpoint("The available players.", PlayerList),
    "starts": Endpoint("Solved starts; keys as in `sowfish solved --json`.", StartList),
    "deals": Endpoint("Statistics of solved random deals; keys as in `sowfish deals --json`.", DealSummary),
    "positions": Endpoint("The state of a position.", Board, (PositionBody,)),
    "moves": Endpoint("Play pits of the side to move.", Moves, (MovesBody,)),
    "trace": Endpoint(
        "Play pits, event by event: the model checker's trace, with legal pits and counts at every board.",
        PlayedTrace,
        (TraceBody,),
    ),
    "best": Endpoint("What to play.", BestTurn, (BestBody,), is_search=True),
    "both": Endpoint(
        "What to play when it is unknown who gets the leftovers; as `sowfish best --leftovers both --json`.",
        BestOfBoth,
        (BothBody,),
        is_search=True,
    ),
    "analyse": Endpoint(
        "The value of every move.",
        FullAnalysis,
        (SearchBody,),
        is_search=True,
        events={
            "threat": ThreatEvent,
            "progress": ProgressEvent,
            "analysis": AnalysisEvent,
            "best": BestEvent,
            "reasons": ReasonsEvent,
        },
    ),
    "games": Endpoint(
        "Read or write a game file: `text` is a file, else a position and the `pits` played since. Returns the game "
        "with the keys of its JSON file, its text, and the board after every move.",
        FullGame,
        (FileBody, GameBody),
    ),
    "replay": Endpoint(
        "A GamePigeon replay, with one player as south; returns the game like `games`.",
        FullGame,
        (ReplayBody,),
    ),
    "deal": Endpoint("A start: equal pits, or a random deal of as many stones.", Board, (DealBody,)),
    "review": Endpoint(
        "The value of every turn of a game; keys as in `sowfish review --json`.",
        GameReview,
        (ReviewBody,),
        is_search=True,
        events={"stage": StageEvent, "review": GameReview},
    ),
    "turn": Endpoint(
        "A player's turn in a game; the player is created for the request. A long turn may be returned in parts.",
        PlayerTurn,
        (TurnBody,),
        is_search=True,
        events={"move": PlayerMove, "turn": PlayerTurn},
    ),
}


def document(settings: Settings) -> Schema:
    """Return the document for a server with these settings."""
    types = [kind for endpoint in ENDPOINTS.values() for kind in endpoint.types]
    _, schemas = schema_components([*types, *AROUND.values()], ref_template=REFERENCE)
    for name in (body.__name__ for endpoint in ENDPOINTS.values() for body in endpoint.bodies):
        if seconds := schemas[name]["properties"].get("seconds"):
            seconds |= {"maximum": settings.seconds, "default": min(DEFAULT_SECONDS, settings.seconds)}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Sowfish",
            "version": __version__,
            "description": "Positions, moves and proven values of sowing games; keys as in `sowfish ... --json`.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": f"/{settings.token}" if settings.token else "/"}],
        "paths": {f"/api/v1/{name}": _path(endpoint) for name, endpoint in ENDPOINTS.items()},
        "components": {"schemas": schemas},
    }


def _path(endpoint: Endpoint) -> Schema:
    answered = _response("The answer.", endpoint.answer)
    if not endpoint.bodies:
        return {"get": {"summary": endpoint.summary, "responses": {"200": answered}}}
    summary = endpoint.summary
    if endpoint.events:
        events = endpoint.events | AROUND
        answered["content"]["text/event-stream"] = {
            "schema": {"type": "string"},
            "x-events": {name: _reference(kind) for name, kind in events.items()},
        }
        names = ", ".join(f"`{name}`" for name in events)
        summary = f"{summary} With `Accept: text/event-stream` it is told while it is found: events {names}."
    bodies = [_reference(body) for body in endpoint.bodies]
    refusals = REFUSALS | (BUSY if endpoint.is_search else {})
    return {
        "post": {
            "summary": summary,
            "requestBody": {"required": True, "content": _json(bodies[0] if len(bodies) == 1 else {"anyOf": bodies})},
            "responses": {"200": answered} | {status: _response(why, Failure) for status, why in refusals.items()},
        }
    }


def _response(description: str, kind: type[Struct]) -> Schema:
    return {"description": description, "content": _json(_reference(kind))}


def _json(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}


def _reference(kind: type[Struct]) -> Schema:
    return {"$ref": REFERENCE.format(name=kind.__name__)}
