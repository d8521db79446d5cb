"""Requests read into values: every wrong one is refused with one sentence."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Mapping
from typing import NoReturn, TypeVar

from starlette.requests import Request

from sowfish.errors import PositionError, shown
from sowfish.events import Side
from sowfish.position import Position
from sowfish.rules import Rules
from sowfish.turns import Objective
from sowfish.web.failures import NotJsonError, RequestError, TooLargeError, TooSlowError

LARGEST_BODY = 16_384  # bytes; the longest game fits many times
BODY_SECONDS = 10.0
DEFAULT_SECONDS = 10.0
LEAST_SECONDS = 0.01
MOST_PITS = 1000  # moves played in one request
Body = Mapping[str, object]
Value = TypeVar("Value")


async def read_body(request: Request, *keys: str, most: int = LARGEST_BODY) -> Body:
    """Return the JSON object of a request of at most so many bytes, which has no keys but these."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise NotJsonError(f"a body of type application/json is needed, not {shown(kind)}")
    try:
        async with asyncio.timeout(BODY_SECONDS):
            text = await _read(request, most)
    except TimeoutError:
        raise TooSlowError(f"the body did not come within {BODY_SECONDS:g} seconds") from None
    try:
        body = json.loads(text, parse_constant=_refuse_constant)
    except RecursionError:
        raise RequestError("the body is nested too deeply") from None
    except ValueError:
        raise RequestError("the body is no JSON") from None
    if not isinstance(body, dict):
        raise RequestError("the body must be a JSON object")
    for key in body:
        if key not in keys:
            raise RequestError(f"there is no key {shown(key)}; known are {', '.join(keys)}")
    return body


async def _read(request: Request, most: int) -> bytes:
    text = bytearray()
    async for chunk in request.stream():
        text += chunk
        if len(text) > most:
            raise TooLargeError(f"the body is too long; at most {most} bytes are read")
    return bytes(text)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def position_of(body: Body) -> Position:
    """Return the position asked about, a text or an object with counts; rules it names win over the key `rules`."""
    rules = Rules.parse(text_of(body, "rules", "kalah"))
    if "position" not in body:
        raise RequestError("the key position is missing")
    asked = body["position"]
    if isinstance(asked, str):
        return Position.from_url(asked) if "~" in asked else Position.parse(asked, rules)
    if not isinstance(asked, dict):
        raise RequestError(f"position must be a text or an object with counts, not {shown(asked)}")
    return _of_counts(asked, rules)


_COUNTS = ("south", "north", "south_store", "north_store", "to_move", "rules")


def _of_counts(counts: Body, rules: Rules) -> Position:
    for key in counts:
        if key not in _COUNTS:
            raise RequestError(f"a position has no key {shown(key)}; known are {', '.join(_COUNTS)}")
    if "rules" in counts:
        rules = Rules.parse(text_of(counts, "rules", ""))
    to_move = text_of(counts, "to_move", Side.SOUTH)
    if to_move not in tuple(Side):
        raise PositionError(f"to_move must be south or north, not {shown(to_move)}")
    return Position(
        wholes_of(counts, "south"),
        wholes_of(counts, "north"),
        south_store=whole("south_store", counts.get("south_store", 0)),
        north_store=whole("north_store", counts.get("north_store", 0)),
        to_move=to_move,
        rules=rules,
    )


def pits_of(body: Body) -> list[int]:
    """Return the pits to play, at least one."""
    pits = wholes_of(body, "pits")
    if not pits:
        raise RequestError("pits must name at least one pit")
    return pits


def seconds_of(body: Body, most: float) -> float:
    """Return how long an answer may take."""
    asked = body.get("seconds", min(DEFAULT_SECONDS, most))
    seconds = number_of("seconds", asked)
    if not LEAST_SECONDS <= seconds <= most:
        raise RequestError(f"seconds must be from {LEAST_SECONDS:g} to {most:g}, not {shown(asked)}")
    return seconds


def number_of(key: str, number: object) -> float:
    """Return a finite number that a key holds."""
    if isinstance(number, bool) or not isinstance(number, int | float) or not _is_finite(number):
        raise RequestError(f"{key} must be a number, not {shown(number)}")
    return float(number)


def _is_finite(number: float) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:  # a whole number beyond all floats
        return False


def objective_of(body: Body) -> Objective | None:
    """Return what a turn is to make large, None for the value of the game."""
    choices: dict[str, Objective | None] = {"value": None} | {str(choice): choice for choice in Objective}
    return choice_of(body, "objective", choices, "value")


def switch_of(body: Body, key: str) -> bool:
    """Return a switch that is off unless it is said otherwise."""
    switch = body.get(key, False)
    if not isinstance(switch, bool):
        raise RequestError(f"{key} must be true or false, not {shown(switch)}")
    return switch


def choice_of(body: Body, key: str, choices: Mapping[str, Value], default: str) -> Value:
    """Return one of several choices by its name."""
    chosen = text_of(body, key, default)
    if chosen not in choices:
        raise RequestError(f"{key} must be one of {', '.join(choices)}, not {shown(chosen)}")
    return choices[chosen]


def text_of(body: Body, key: str, default: str) -> str:
    """Return a text."""
    text = body.get(key, default)
    if not isinstance(text, str):
        raise RequestError(f"{key} must be a text, not {shown(text)}")
    return text


def wholes_of(body: Body, key: str) -> list[int]:
    """Return a list of whole numbers."""
    numbers = body.get(key)
    if not isinstance(numbers, list):
        raise RequestError(f"{key} must be a list of whole numbers, not {shown(numbers)}")
    if len(numbers) > MOST_PITS:
        raise RequestError(f"{key} has {len(numbers)} numbers; at most {MOST_PITS} are read")
    return [whole(key, number) for number in numbers]


def whole(key: str, number: object) -> int:
    """Return a whole number that a key holds."""
    if isinstance(number, float) and number.is_integer():  # JSON has one kind of number: 4.0 is 4
        return int(number)
    if isinstance(number, bool) or not isinstance(number, int):
        raise RequestError(f"{key} must be whole numbers, not {shown(number)}")
    return number
