"""The description of the HTTP API, OpenAPI 3.1."""

from __future__ import annotations

from typing import Any

from sowfish import __version__
from sowfish.events import EventKind, MoveOutcome, Outcome, Side
from sowfish.notation import LONGEST_TEXT, MAX_STONES
from sowfish.rules import LONGEST_TEXT as LONGEST_RULES
from sowfish.rules import MAX_PITS
from sowfish.solver import Kind
from sowfish.turns import Objective
from sowfish.web import openapi_games
from sowfish.web.reading import DEFAULT_SECONDS, LEAST_SECONDS, MOST_PITS
from sowfish.web.settings import Settings

Schema = dict[str, Any]
EXAMPLE = "avalanche: 1 2 4 0 2 1 10 / 4 0 0 4 1 1 18 south"
REFUSALS = {
    "400": "The request cannot be read.",
    "408": "The body did not come in time.",
    "413": "The body is too long.",
    "415": "The body is not JSON.",
    "422": "It can be read, but is no board, no rules or no legal move.",
}
BUSY = {"429": "Too many searches of this client are waiting.", "503": "Too many searches are waiting."}


def document(settings: Settings) -> Schema:
    """Return the description of the API as this server offers it."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Sowfish",
            "version": __version__,
            "description": "Positions, moves and proven values of sowing games; keys as in `sowfish ... --json`.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": f"/{settings.token}" if settings.token else "/"}],
        "paths": {
            "/api/v1/health": _get(
                "Whether it is there, the most seconds of an answer, and its searches.",
                _health(),
            ),
            "/api/v1/rules": _get("The named rules.", _listed("rules", _rules())),
            "/api/v1/players": _get("Who can play.", _listed("players", _player())),
            "/api/v1/starts": _get("Solved starts; keys as in `sowfish solved --json`.", _listed("starts", _start())),
            "/api/v1/deals": _get("Solved random deals, counted; keys as in `sowfish deals --json`.", _deals()),
            "/api/v1/positions": _post("How a position stands.", {}, _position()),
            "/api/v1/moves": _post("Play pits, for whoever is to move.", _moves_asked(), _moves(), required=["pits"]),
            "/api/v1/trace": _post(
                "Play pits, event by event: the model checker's trace, with playable pits and counts at every board.",
                {"pits": _moves_asked()["pits"]},
                _trace(),
                required=["pits"],
            ),
            "/api/v1/best": _post("What to play.", _best_asked(settings), _best(), busy=True),
            "/api/v1/analyse": _post(
                "What every move is worth. With `Accept: text/event-stream` it is told while it is found: events "
                "`waiting`, `threat`, `progress`, `analysis`, `best`, `reasons`, `error` and `done`.",
                {"seconds": _seconds(settings)},
                _analysis(),
                busy=True,
                stream=True,
            ),
            **openapi_games.paths(settings, _position()),
        },
        "components": {"schemas": {"Position": _position_asked(), "Error": _object({"error": _text()})}},
    }


# ---- what is asked


def _position_asked() -> Schema:
    count = {"type": "integer", "minimum": 0, "maximum": MAX_STONES}
    pits = {"type": "array", "items": count, "minItems": 1, "maxItems": MAX_PITS}
    fields = {"south": pits, "north": pits, "south_store": count, "north_store": count}
    counts = _object(fields | {"to_move": _choice(Side), "rules": _rules_text()}, required=["south", "north"])
    text = {"type": "string", "maxLength": LONGEST_TEXT, "examples": [EXAMPLE]}
    return {
        "description": "A text, or counts in each side's own sowing order; rules named here win over the key `rules`.",
        "anyOf": [text, counts | {"additionalProperties": False}],
        "examples": [EXAMPLE],
    }


def _rules_text() -> Schema:
    return {"type": "string", "maxLength": LONGEST_RULES, "examples": ["kalah", "avalanche-sweep"]}


def _moves_asked() -> Schema:
    pit = {"type": "integer", "minimum": 0, "maximum": MAX_PITS - 1}
    return {
        "pits": {"type": "array", "items": pit, "minItems": 1, "maxItems": MOST_PITS, "examples": [[2, 5]]},
        "steps": {"type": "boolean", "default": False, "description": "Tell every single stone."},
    }


def _best_asked(settings: Settings) -> Schema:
    objective = {"enum": ["value", *Objective], "type": "string", "default": "value"}
    return {"objective": objective, "seconds": _seconds(settings)}


def _seconds(settings: Settings) -> Schema:
    return {
        "type": "number",
        "minimum": LEAST_SECONDS,
        "maximum": settings.seconds,
        "default": min(DEFAULT_SECONDS, settings.seconds),
        "description": "How long it may think.",
    }


# ---- what is answered


def _health() -> Schema:
    return _object({"version": _text(), "seconds": {"type": "number"}, "running": _whole(), "waiting": _whole()})


def _rules() -> Schema:
    switches = {"relay": _switch(), "capture": _text(), "both_stores": _switch(), "ends": _text(), "rest": _text()}
    return _object({"name": _text(), **switches, "start": _text()})


def _player() -> Schema:
    option = _object({"name": _text(), "kind": _text(), "default": {"type": ["string", "null"]}, "help": _text()})
    return _object({"name": _text(), "summary": _text(), "package": _text(), "options": _array(option)})


def _start() -> Schema:
    bounds = _value() | {"value": {"type": ["integer", "null"]}, "kind": {"enum": [Kind.PROVEN, Kind.BOUND]}}
    opening = _object({"pit": _whole()} | bounds, required=["pit", "value", "kind"])
    texts = dict.fromkeys(("rules", "position", "url", "version"), _text())
    counts = dict.fromkeys(("pits", "stones", "nodes"), _whole())
    rows = dict.fromkeys(("best", "perhaps_best"), _array(_whole()))
    fields = texts | counts | rows | {"openings": _array(opening), "seconds": {"type": "number"}}
    return _object(fields | bounds, required=[*fields, "value", "kind"])


def _deals() -> Schema:
    mean = _object({"mean": {"type": "number"}, "error": {"type": "number"}})
    part = _object({"low": {"type": "integer"}, "high": {"type": "integer"}, "deals": _whole()})
    counts = dict.fromkeys(
        ("pits", "stones", "seed", "deals", "wins", "ties", "losses", "greedy_fails", "greedy_loses"), _whole()
    )
    rest = {"margin": mean, "greedy_cost": mean, "histogram": _array(part)}
    return _object({"rules": _text(), "version": _text()} | counts | rest)


def _trace() -> Schema:
    cell = {"side": _choice(Side), "pit": {"type": ["integer", "null"]}}
    event = _object(
        {"kind": _choice(EventKind), "mover": _choice(Side), **cell}
        | dict.fromkeys(("stones", "captured", "swept"), _whole()),
        required=["kind", "mover"],
    )
    rows = dict.fromkeys(("south", "north"), _array(_whole()))
    lying = dict.fromkeys(("south_store", "north_store", "hand"), _whole())
    board = _object(
        rows | lying | {"to_move": _choice(Side), "last": _object(cell)}, required=[*rows, *lying, "to_move"]
    )
    texts = dict.fromkeys(("rules", "profile", "format", "start"), _text())
    fields = {"version": _whole(), "pits": _array(_whole()), "events": _array(event), "boards": _array(board)}
    counts = {"type": "object", "additionalProperties": _whole()}
    more = {"legal": _array(_array(_whole())), "counts": _array(counts), "is_over": _switch()}
    return _object(texts | fields | more)


def _position() -> Schema:
    texts = dict.fromkeys(("rules", "position", "url", "profile", "standing", "inventory"), _text())
    counts = dict.fromkeys(("south_store", "north_store", "total", "rest"), _whole())
    rows = dict.fromkeys(("south", "north", "legal"), _array(_whole()))
    stand = {"to_move": _choice(Side), "is_over": _switch(), "must_pass": _switch(), "outcome": _choice(Outcome)}
    score = _object({"south": _whole(), "north": _whole()})
    return _object(texts | counts | rows | stand | {"score": score, "technical_winner": {"enum": [*Side, None]}})


def _moves() -> Schema:
    counts = dict.fromkeys(("pit", "sown", "laps", "captured", "banked", "swept"), _whole())
    texts = dict.fromkeys(("after", "effect", "brief"), _text())
    place = _object({"phone": _text(), "table": _text()})
    named = {"mover": _choice(Side), "outcome": _choice(MoveOutcome), "place": place}
    fields = counts | texts | named
    move = _object(fields | {"steps": _array({"type": "object"})}, required=list(fields))
    return _object(
        {"rules": _text(), "position": _text(), "moves": _array(move), "after": _text(), "board": _position()}
    )


def _value() -> Schema:
    return {
        "value": {"type": "integer"},
        "kind": _choice(Kind),
        "low": {"type": "integer"},
        "high": {"type": "integer"},
    }


def _best() -> Schema:
    other = _object({"pit": _whole()} | _value(), required=["pit", "value", "kind"])
    fields = {
        "rules": _text(),
        "position": _text(),
        "turn": _array(_whole()),
        "after": _text(),
        "banked": _whole(),
        "nodes": _whole(),
        "seconds": {"type": "number"},
        "alternatives": _array(other),
    }
    return _object(fields | _value(), required=[*fields, "value", "kind"])


def _analysis() -> Schema:
    line = _array(_array(_whole()))
    move = _object({"pit": _whole(), "line": line} | _value(), required=["pit", "line", "value", "kind"])
    fields = {
        "rules": _text(),
        "position": _text(),
        "line": line,
        "moves": _array(move),
        "threat": {"type": ["object", "null"]},
        "nodes": _whole(),
        "seconds": {"type": "number"},
    }
    return _object(fields | _value(), required=[*fields, "value", "kind"])


# ---- the words of the description


def _get(summary: str, schema: Schema) -> Schema:
    return {"get": {"summary": summary, "responses": {"200": _response(schema)}}}


def _post(
    summary: str,
    keys: Schema,
    schema: Schema,
    *,
    required: list[str] | None = None,
    busy: bool = False,
    stream: bool = False,
) -> Schema:
    asked = {"position": {"$ref": "#/components/schemas/Position"}, "rules": _rules_text()} | keys
    body = _object(asked, required=["position", *(required or [])]) | {"additionalProperties": False}
    answered = _response(schema)
    if stream:
        answered["content"]["text/event-stream"] = {"schema": _text()}
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


def _object(fields: Schema, *, required: list[str] | None = None) -> Schema:
    return {"type": "object", "properties": fields, "required": list(fields) if required is None else required}


def _listed(key: str, item: Schema) -> Schema:
    return _object({key: _array(item)})


def _array(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _choice(choices: type[Side | Outcome | MoveOutcome | Kind | EventKind]) -> Schema:
    return {"type": "string", "enum": [str(choice) for choice in choices]}


def _text() -> Schema:
    return {"type": "string"}


def _whole() -> Schema:
    return {"type": "integer", "minimum": 0}


def _switch() -> Schema:
    return {"type": "boolean"}
