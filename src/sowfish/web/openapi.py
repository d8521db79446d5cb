"""The description of the HTTP API, OpenAPI 3.1."""

from __future__ import annotations

from sowfish import __version__
from sowfish.engine import Kind
from sowfish.events import EventKind, MoveOutcome, Outcome, Side
from sowfish.notation import LONGEST_TEXT, MAX_STONES
from sowfish.rules import MAX_PITS
from sowfish.turns import Objective
from sowfish.web import openapi_games
from sowfish.web.describing import (
    Schema,
    array,
    choice,
    get,
    listed,
    object_of,
    post,
    rules_text,
    seconds_asked,
    switch,
    text,
    value,
    whole,
)
from sowfish.web.reading import MOST_PITS
from sowfish.web.settings import Settings

EXAMPLE = "avalanche: 1 2 4 0 2 1 10 / 4 0 0 4 1 1 18 south"


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
            "/api/v1/health": get(
                "Whether it is there, the most seconds of an answer, and its searches.",
                _health(),
            ),
            "/api/v1/rules": get("The named rules.", listed("rules", _rules())),
            "/api/v1/players": get("Who can play.", listed("players", _player())),
            "/api/v1/starts": get("Solved starts; keys as in `sowfish solved --json`.", listed("starts", _start())),
            "/api/v1/deals": get("Solved random deals, counted; keys as in `sowfish deals --json`.", _deals()),
            "/api/v1/positions": post("How a position stands.", {}, _position()),
            "/api/v1/moves": post("Play pits, for whoever is to move.", _moves_asked(), _moves(), required=["pits"]),
            "/api/v1/trace": post(
                "Play pits, event by event: the model checker's trace, with playable pits and counts at every board.",
                {"pits": _moves_asked()["pits"]},
                _trace(),
                required=["pits"],
            ),
            "/api/v1/best": post("What to play.", _best_asked(settings), _best(), busy=True),
            "/api/v1/analyse": post(
                "What every move is worth. With `Accept: text/event-stream` it is told while it is found: events "
                "`waiting`, `threat`, `progress`, `analysis`, `best`, `reasons`, `error` and `done`.",
                {"seconds": seconds_asked(settings)},
                _analysis(),
                busy=True,
                stream=True,
            ),
            **openapi_games.paths(settings, _position()),
        },
        "components": {"schemas": {"Position": _position_asked(), "Error": object_of({"error": text()})}},
    }


# ---- what is asked


def _position_asked() -> Schema:
    count = {"type": "integer", "minimum": 0, "maximum": MAX_STONES}
    pits = {"type": "array", "items": count, "minItems": 1, "maxItems": MAX_PITS}
    fields = {"south": pits, "north": pits, "south_store": count, "north_store": count}
    counts = object_of(fields | {"to_move": choice(Side), "rules": rules_text()}, required=["south", "north"])
    written = {"type": "string", "maxLength": LONGEST_TEXT, "examples": [EXAMPLE]}
    return {
        "description": "A text, or counts in each side's own sowing order; rules named here win over the key `rules`.",
        "anyOf": [written, counts | {"additionalProperties": False}],
        "examples": [EXAMPLE],
    }


def _moves_asked() -> Schema:
    pit = {"type": "integer", "minimum": 0, "maximum": MAX_PITS - 1}
    return {
        "pits": {"type": "array", "items": pit, "minItems": 1, "maxItems": MOST_PITS, "examples": [[2, 5]]},
        "steps": {"type": "boolean", "default": False, "description": "Tell every single stone."},
    }


def _best_asked(settings: Settings) -> Schema:
    objective = {"enum": ["value", *Objective], "type": "string", "default": "value"}
    return {"objective": objective, "seconds": seconds_asked(settings)}


# ---- what is answered


def _health() -> Schema:
    return object_of({"version": text(), "seconds": {"type": "number"}, "running": whole(), "waiting": whole()})


def _rules() -> Schema:
    switches = {"relay": switch(), "capture": text(), "both_stores": switch(), "ends": text(), "rest": text()}
    return object_of({"name": text(), **switches, "start": text()})


def _player() -> Schema:
    option = object_of({"name": text(), "kind": text(), "default": {"type": ["string", "null"]}, "help": text()})
    return object_of({"name": text(), "summary": text(), "package": text(), "options": array(option)})


def _start() -> Schema:
    bounds = value() | {"value": {"type": ["integer", "null"]}, "kind": {"enum": [Kind.PROVEN, Kind.BOUND]}}
    opening = object_of({"pit": whole()} | bounds, required=["pit", "value", "kind"])
    texts = dict.fromkeys(("rules", "position", "url", "version"), text())
    counts = dict.fromkeys(("pits", "stones", "nodes"), whole())
    rows = dict.fromkeys(("best", "perhaps_best"), array(whole()))
    fields = texts | counts | rows | {"openings": array(opening), "seconds": {"type": "number"}}
    return object_of(fields | bounds, required=[*fields, "value", "kind"])


def _deals() -> Schema:
    mean = object_of({"mean": {"type": "number"}, "error": {"type": "number"}})
    part = object_of({"low": {"type": "integer"}, "high": {"type": "integer"}, "deals": whole()})
    counts = dict.fromkeys(
        ("pits", "stones", "seed", "deals", "wins", "ties", "losses", "greedy_fails", "greedy_loses"), whole()
    )
    rest = {"margin": mean, "greedy_cost": mean, "histogram": array(part)}
    return object_of({"rules": text(), "version": text()} | counts | rest)


def _trace() -> Schema:
    cell = {"side": choice(Side), "pit": {"type": ["integer", "null"]}}
    event = object_of(
        {"kind": choice(EventKind), "mover": choice(Side), **cell}
        | dict.fromkeys(("stones", "captured", "swept"), whole()),
        required=["kind", "mover"],
    )
    rows = dict.fromkeys(("south", "north"), array(whole()))
    lying = dict.fromkeys(("south_store", "north_store", "hand"), whole())
    board = object_of(
        rows | lying | {"to_move": choice(Side), "last": object_of(cell)}, required=[*rows, *lying, "to_move"]
    )
    texts = dict.fromkeys(("rules", "profile", "format", "start"), text())
    fields = {"version": whole(), "pits": array(whole()), "events": array(event), "boards": array(board)}
    counts = {"type": "object", "additionalProperties": whole()}
    more = {"legal": array(array(whole())), "counts": array(counts), "is_over": switch()}
    return object_of(texts | fields | more)


def _position() -> Schema:
    texts = dict.fromkeys(("rules", "position", "url", "profile", "standing", "inventory"), text())
    counts = dict.fromkeys(("south_store", "north_store", "total", "rest"), whole())
    rows = dict.fromkeys(("south", "north", "legal"), array(whole()))
    stand = {"to_move": choice(Side), "is_over": switch(), "must_pass": switch(), "outcome": choice(Outcome)}
    score = object_of({"south": whole(), "north": whole()})
    return object_of(texts | counts | rows | stand | {"score": score, "technical_winner": {"enum": [*Side, None]}})


def _moves() -> Schema:
    counts = dict.fromkeys(("pit", "sown", "laps", "captured", "banked", "swept"), whole())
    texts = dict.fromkeys(("after", "effect", "brief"), text())
    place = object_of({"phone": text(), "table": text()})
    named = {"mover": choice(Side), "outcome": choice(MoveOutcome), "place": place}
    fields = counts | texts | named
    move = object_of(fields | {"steps": array({"type": "object"})}, required=list(fields))
    return object_of({"rules": text(), "position": text(), "moves": array(move), "after": text(), "board": _position()})


def _best() -> Schema:
    other = object_of({"pit": whole()} | value(), required=["pit", "value", "kind"])
    fields = {
        "rules": text(),
        "position": text(),
        "turn": array(whole()),
        "after": text(),
        "banked": whole(),
        "nodes": whole(),
        "seconds": {"type": "number"},
        "alternatives": array(other),
    }
    return object_of(fields | value(), required=[*fields, "value", "kind"])


def _analysis() -> Schema:
    line = array(array(whole()))
    move = object_of({"pit": whole(), "line": line} | value(), required=["pit", "line", "value", "kind"])
    fields = {
        "rules": text(),
        "position": text(),
        "line": line,
        "moves": array(move),
        "threat": {"type": ["object", "null"]},
        "nodes": whole(),
        "seconds": {"type": "number"},
    }
    return object_of(fields | value(), required=[*fields, "value", "kind"])
