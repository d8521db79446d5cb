"""The description of the endpoints about whole games."""

from __future__ import annotations

from sowfish.events import MoveOutcome, Outcome, Side
from sowfish.notation import MAX_STONES
from sowfish.players.spec import LONGEST_TEXT as LONGEST_SPEC
from sowfish.position import Deal
from sowfish.review import Mark
from sowfish.rules import MAX_PITS
from sowfish.web.describing import (
    Schema,
    array,
    choice,
    object_of,
    post,
    posted,
    rules_text,
    seconds_asked,
    switch,
    text,
    value,
    whole,
)
from sowfish.web.game_api import DEFAULT_STONES, EVEN, LARGEST_SEED, LONGEST_CLOCK
from sowfish.web.reading import MOST_PITS
from sowfish.web.settings import Settings

FILE = """[Sowfish "1"]
[Start "kalah: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 south"]

1. south 2 5
2. north 1"""


def paths(settings: Settings, position: Schema) -> Schema:
    """Return the paths; `position` is what describes a position that is told."""
    return {
        "/api/v1/games": posted(
            "A game file, read or written: `text` is a file, else a position and the `pits` played since. Tells the "
            "game with the keys of its JSON file, its text, and the board after every move.",
            {"anyOf": [_file_asked(), _moves_asked()]},
            _game(position),
        ),
        "/api/v1/deal": post(
            "A board to begin with: so many stones in each pit, or as many dealt at random.",
            _deal_asked(),
            position,
            of_position=False,
        ),
        "/api/v1/review": post(
            "What every turn of a game was worth; keys as in `sowfish review --json`. With `Accept: text/event-stream` "
            "it is told how far it is: events `waiting`, `stage`, `review`, `error` and `done`.",
            _pits(1) | {"seconds": seconds_asked(settings)},
            _review(),
            required=["pits"],
            busy=True,
            stream=True,
        ),
        "/api/v1/turn": post(
            "The turn of a player, made anew, in a game. With `Accept: text/event-stream` each move is told when it is "
            "made: events `waiting`, `move`, `turn`, `error` and `done`. A long turn may be told in parts.",
            _turn_asked(settings),
            _turn(),
            required=["player"],
            busy=True,
            stream=True,
        ),
    }


# ---- what is asked


def _pits(least: int) -> Schema:
    pit = {"type": "integer", "minimum": 0, "maximum": MAX_PITS - 1}
    pits = {"type": "array", "items": pit, "minItems": least, "maxItems": MOST_PITS}
    return {"pits": pits | {"description": "Played since, by whoever was to move.", "examples": [[2]]}}


def _file_asked() -> Schema:
    return object_of({"text": text() | {"examples": [FILE]}}) | {"additionalProperties": False}


def _moves_asked() -> Schema:
    made = {"position": {"$ref": "#/components/schemas/Position"}, "rules": rules_text(), **_pits(0)}
    comments = {"type": "object", "patternProperties": {"^[0-9]{1,4}$": text()}, "additionalProperties": False}
    said = {"metadata": _texts(), "comments": comments | {"examples": [{}]}}
    return object_of(made | said, required=["position"]) | {"additionalProperties": False}


def _texts() -> Schema:
    return {"type": "object", "additionalProperties": text(), "examples": [{}]}


def _seed() -> Schema:
    return {"type": "integer", "minimum": 0, "maximum": LARGEST_SEED, "default": 0}


def _deal_asked() -> Schema:
    stones = {"type": "integer", "minimum": 1, "maximum": MAX_STONES // 2, "default": DEFAULT_STONES}
    deal = {"type": "string", "enum": [EVEN, *Deal], "default": EVEN}
    return {"stones": stones | {"description": "In each pit, or on average."}, "deal": deal, "seed": _seed()}


def _turn_asked(settings: Settings) -> Schema:
    limit = {"type": ["number", "null"], "exclusiveMinimum": 0, "maximum": LONGEST_CLOCK}
    increment = {"type": ["number", "null"], "minimum": 0, "maximum": LONGEST_CLOCK}
    clock = object_of({"move": limit, "game": limit, "increment": increment}, required=[])
    said = "Seconds the player has: for a move, left for the game, and added to that after every move."
    player = text() | {"maxLength": LONGEST_SPEC, "examples": ["random", "engine:level=3"]}
    return {
        **_pits(0),
        "player": player,
        "clock": clock | {"type": ["object", "null"], "additionalProperties": False, "description": said},
        "seed": _seed(),
        "seconds": seconds_asked(settings) | {"description": "For a move, where no clock limits it."},
    }


# ---- what is answered


def _game(position: Schema) -> Schema:
    texts = dict.fromkeys(("rules", "start", "score", "text"), text())
    move = object_of({"pit": whole(), "mover": choice(Side), "outcome": choice(MoveOutcome), "board": position})
    told = {"sowfish": whole(), "turns": array(array(whole())), "result": choice(Outcome)}
    return object_of(
        texts | told | {"metadata": _texts(), "comments": _texts(), "board": position, "moves": array(move)}
    )


def _review() -> Schema:
    number = object_of(value(), required=["value", "kind"])
    texts = dict.fromkeys(("rules", "start", "score"), text())
    shown = object_of(dict.fromkeys(("before", "after", "lost", "mark"), text()))
    numbers = dict.fromkeys(("before", "after", "lost"), number)
    rows = dict.fromkeys(("turn", "best"), array(whole()))
    facts = dict.fromkeys(("forced", "mark_proven", "is_whole"), switch())
    named = {"number": whole(), "side": choice(Side), "position": text(), "mark": choice(Mark), "shown": shown}
    percent = {"type": ["number", "null"]}
    side = object_of({"percent": percent, "kind": text(), "turns": whole(), "lost": whole(), "sentence": text()})
    told = {
        "result": choice(Outcome),
        "metadata": _texts(),
        "turns": array(object_of(named | numbers | rows | facts)),
        "graph": array(object_of(value() | {"mark": text()}, required=["value", "kind", "mark"])),
        "accuracy": object_of({"south": side, "north": side}),
        "nodes": whole(),
        "seconds": {"type": "number"},
        "total": whole(),
    }
    return object_of(texts | told)


def _turn() -> Schema:
    texts = dict.fromkeys(("rules", "position", "player", "after"), text())
    seconds = array({"type": "number", "minimum": 0})
    return object_of(texts | {"side": choice(Side), "turn": array(whole()), "seconds": seconds, "is_whole": switch()})
