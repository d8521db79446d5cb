"""The words that a description of the API is made of."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from sowfish.engine import Kind
from sowfish.rules import LONGEST_TEXT as LONGEST_RULES
from sowfish.web.reading import DEFAULT_SECONDS, LEAST_SECONDS
from sowfish.web.settings import Settings

Schema = dict[str, Any]
REFUSALS = {
    "400": "The request cannot be read.",
    "408": "The body did not come in time.",
    "413": "The body is too long.",
    "415": "The body is not JSON.",
    "422": "It can be read, but is no board, no rules or no legal move.",
}
BUSY = {"429": "Too many searches of this client are waiting.", "503": "Too many searches are waiting."}


def get(summary: str, schema: Schema) -> Schema:
    """Describe an endpoint that only tells."""
    return {"get": {"summary": summary, "responses": {"200": _response(schema)}}}


def post(
    summary: str,
    keys: Schema,
    schema: Schema,
    *,
    required: list[str] | None = None,
    of_position: bool = True,
    busy: bool = False,
    stream: bool = False,
) -> Schema:
    """Describe an endpoint that is asked something, mostly about a position."""
    position = {"position": {"$ref": "#/components/schemas/Position"}} if of_position else {}
    asked = object_of(position | {"rules": rules_text()} | keys, required=[*position, *(required or [])])
    body = asked | {"additionalProperties": False}
    return posted(summary, body, schema, busy=busy, stream=stream)


def posted(summary: str, body: Schema, schema: Schema, *, busy: bool = False, stream: bool = False) -> Schema:
    """Describe an endpoint that is sent something."""
    answered = _response(schema)
    if stream:
        answered["content"]["text/event-stream"] = {"schema": text()}
    refused = {"$ref": "#/components/schemas/Error"}
    refusals = REFUSALS | (BUSY if busy else {})
    return {
        "post": {
            "summary": summary,
            "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
            "responses": {"200": answered} | {status: _response(refused, why) for status, why in refusals.items()},
        }
    }


def _response(schema: Schema, description: str = "The answer.") -> Schema:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def object_of(known: Schema, *, required: list[str] | None = None) -> Schema:
    """Describe an object with these fields, all of them required unless it is said otherwise."""
    return {"type": "object", "properties": known, "required": list(known) if required is None else required}


def array(items: Schema) -> Schema:
    """Describe a list."""
    return {"type": "array", "items": items}


def listed(key: str, item: Schema) -> Schema:
    """Describe an object that holds one list."""
    return object_of({key: array(item)})


def choice(choices: type[StrEnum]) -> Schema:
    """Describe one of several texts."""
    return {"type": "string", "enum": [str(one) for one in choices]}


def text() -> Schema:
    """Describe a text."""
    return {"type": "string"}


def whole() -> Schema:
    """Describe a count."""
    return {"type": "integer", "minimum": 0}


def switch() -> Schema:
    """Describe a yes or no."""
    return {"type": "boolean"}


def value() -> Schema:
    """Describe the fields of a value; the bounds stand only where they are what is known."""
    bounds = {key: {"type": "integer"} for key in ("low", "high")}
    return {"value": {"type": "integer"}, "kind": choice(Kind), **bounds}


def rules_text() -> Schema:
    """Describe the name of rules, perhaps with switches."""
    return {"type": "string", "maxLength": LONGEST_RULES, "examples": ["kalah", "avalanche-sweep"]}


def seconds_asked(settings: Settings) -> Schema:
    """Describe how long an answer may take."""
    return {
        "type": "number",
        "minimum": LEAST_SECONDS,
        "maximum": settings.seconds,
        "default": min(DEFAULT_SECONDS, settings.seconds),
        "description": "How long it may think.",
    }
