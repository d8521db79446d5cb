"""The OpenAPI 3.1 document, generated from the structs of requests and answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct
from msgspec.json import schema_components

from sowfish import __version__
from sowfish.content.boards import Moves, RulesList
from sowfish.content.games import GameReview, StageEvent
from sowfish.content.searches import BestOfBoth, BestTurn, FullAnalysis, Solution, Values
from sowfish.content.serving import DoneEvent, Failure, Health, WaitingEvent
from sowfish.web.requests import (
    DEFAULT_SECONDS,
    BestBody,
    Body,
    BothBody,
    PlayedBody,
    ReviewBody,
    SearchBody,
    StreamBody,
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
    answer: type[Struct] | None  # None: it only streams
    bodies: tuple[type[Body], ...] = ()
    is_search: bool = False
    can_get: bool = False  # also with its keys as parameters of the address; what is proven may be kept
    events: dict[str, type[Struct]] = field(default_factory=dict)

    @property
    def types(self) -> list[type[Struct]]:
        """All types the document must declare for it."""
        return [*([self.answer] if self.answer else []), *self.bodies, *self.events.values()]


ENDPOINTS = {
    "health": Endpoint("The status of the server: its time limit and its searches.", Health),
    "rules": Endpoint("The named rules.", RulesList),
    "move": Endpoint("Play pits of the side to move; keys as in `sowfish move --json`.", Moves, (PlayedBody,)),
    "best": Endpoint("What to play.", BestTurn, (BestBody,), is_search=True, can_get=True),
    "both": Endpoint(
        "What to play when it is unknown who gets the leftovers; as `sowfish best --leftovers both --json`.",
        BestOfBoth,
        (BothBody,),
        is_search=True,
    ),
    "analyse": Endpoint(
        "The value of every move.", FullAnalysis, (SearchBody,), is_search=True, events={"values": Values}
    ),
    "solve": Endpoint(
        "The value of a position; keys as in `sowfish solve --json`.",
        Solution,
        (SearchBody,),
        is_search=True,
        can_get=True,
    ),
    "review": Endpoint(
        "The value of every turn of a game; keys as in `sowfish review --json`.",
        GameReview,
        (ReviewBody,),
        is_search=True,
        events={"stage": StageEvent, "review": GameReview},
    ),
    "search": Endpoint(
        "What a search has found so far, and in the end; the page asks this. Always a stream.",
        None,
        (StreamBody,),
        is_search=True,
        events={"values": Values},
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
        "paths": {f"/api/v1/{name}": _path(endpoint, schemas) for name, endpoint in ENDPOINTS.items()},
        "components": {"schemas": schemas},
    }


def _path(endpoint: Endpoint, schemas: Schema) -> Schema:
    answered: Schema = {
        "description": "The answer.",
        "content": _json(_reference(endpoint.answer)) if endpoint.answer else {},
    }
    if not endpoint.bodies:
        return {"get": {"summary": endpoint.summary, "responses": {"200": answered}}}
    [body] = endpoint.bodies
    refusals = REFUSALS | (BUSY if endpoint.is_search else {})
    responses = {status: _response(why, Failure) for status, why in refusals.items()}
    found: Schema = {}
    if endpoint.can_get:
        found["get"] = {
            "summary": f"{endpoint.summary} A proven answer may be kept: it has an ETag.",
            "parameters": [
                _parameter(name, schema, schemas[body.__name__])
                for name, schema in schemas[body.__name__]["properties"].items()
            ],
            "responses": {"200": answered, "304": {"description": "The answer that is kept still holds."}} | responses,
        }
    summary = endpoint.summary
    if endpoint.events:
        events = endpoint.events | AROUND
        one = {"event": {"enum": list(events)}, "data": {"type": "string"}}
        schema = {"type": "object", "properties": one, "required": list(one)}  # of one event, its data as JSON
        stream = {"schema": schema, "x-events": {name: _reference(kind) for name, kind in events.items()}}
        answered["content"]["text/event-stream"] = stream
        names = ", ".join(f"`{name}`" for name in events)
        summary = f"{summary} With `Accept: text/event-stream` it is told while it is found: events {names}."
    request = {"required": True, "content": _json(_reference(body))}
    found["post"] = {"summary": summary, "requestBody": request, "responses": {"200": answered} | responses}
    return found


def _parameter(name: str, schema: Schema, body: Schema) -> Schema:
    """Return a key of a body as a parameter of the address, where a position is a text."""
    text = next((form for form in schema.get("anyOf", []) if form.get("type") == "string"), schema)
    return {"name": name, "in": "query", "required": name in body.get("required", []), "schema": text}


def _response(description: str, kind: type[Struct]) -> Schema:
    return {"description": description, "content": _json(_reference(kind))}


def _json(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}


def _reference(kind: type[Struct]) -> Schema:
    return {"$ref": REFERENCE.format(name=kind.__name__)}
