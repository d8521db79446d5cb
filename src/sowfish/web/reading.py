"""Decoding and validating request bodies; an error names the field in one sentence."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Mapping
from typing import TypeVar, get_args, get_type_hints

import msgspec
from starlette.requests import Request

from sowfish.errors import quoted
from sowfish.web.errors import (
    InvalidFieldError,
    MalformedError,
    MissingFieldError,
    NotJsonError,
    RequestError,
    TooLargeError,
    TooSlowError,
    UnknownFieldError,
)
from sowfish.web.requests import DEFAULT_SECONDS, LEAST_SECONDS, Body, SearchBody

LARGEST_BODY = 16_384  # bytes; several times the longest game
BODY_SECONDS = 10.0
AnyBody = TypeVar("AnyBody", bound=Body)
Value = TypeVar("Value")
TYPES = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
BOUNDS = {">=": ("at least", "minimum"), "<=": ("at most", "maximum")}


async def read_body(request: Request, kind: type[AnyBody]) -> AnyBody:
    """Return the body of a request."""
    return parsed(await read_object(request), kind)


def read_query(request: Request, kind: type[AnyBody]) -> AnyBody:
    """Return the body that the parameters of an address stand for."""
    numbers = (name for name, hint in get_type_hints(kind).items() if float in get_args(hint))
    asked: dict[str, object] = dict(request.query_params)
    for name in numbers:
        with contextlib.suppress(KeyError, ValueError):
            asked[name] = float(request.query_params[name])
    return parsed(asked, kind)


async def read_object(request: Request, most: int = LARGEST_BODY) -> dict[str, object]:
    """Return the JSON object of a request, limited in size."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise NotJsonError(f"a body of type application/json is needed, not {quoted(kind)}")
    try:
        async with asyncio.timeout(BODY_SECONDS):
            text = await _read(request, most)
    except TimeoutError:
        raise TooSlowError(f"the body did not arrive within {BODY_SECONDS:g} seconds") from None
    try:
        body = _DECODER.decode(text)
    except RecursionError:
        raise MalformedError("the body is nested too deeply") from None
    except msgspec.ValidationError:
        raise MalformedError("the body contains a number that is too large") from None
    except (ValueError, OverflowError):  # from msgspec, invalid UTF-8, or a number out of range
        raise MalformedError("the body is not JSON") from None
    if not isinstance(body, dict):
        raise MalformedError("the body must be a JSON object")
    return body


async def _read(request: Request, most: int) -> bytes:
    text = bytearray()
    async for chunk in request.stream():
        text += chunk
        if len(text) > most:
            raise TooLargeError(f"the body is too long; the limit is {most} bytes", maximum=most)
    return bytes(text)


def _number(text: str) -> float:
    """Parse a number with a point or an exponent; JSON has one kind of number, so 4.0 is 4."""
    number = float(text)
    return int(number) if number.is_integer() else number


_DECODER = msgspec.json.Decoder(float_hook=_number)


def parsed(body: Mapping[str, object], kind: type[AnyBody]) -> AnyBody:
    """Return a body of this kind."""
    try:
        return msgspec.convert(body, kind)
    except msgspec.ValidationError as error:
        problem, _, path = str(error).partition(" - at `$")
        raise _refused(problem, re.findall(r"\w+|\.\.\.", path), body, kind) from None


def _refused(problem: str, path: list[str], body: object, kind: type[Body]) -> RequestError:
    """Return the error for what msgspec rejected at a path."""
    within = f" in {'.'.join(path)}" if path else ""
    if missing := re.fullmatch("Object missing required field `(.*)`", problem):
        return MissingFieldError(f"the key {missing[1]}{within} is missing", field=".".join([*path, missing[1]]))
    if unknown := re.fullmatch("Object contains unknown field `(.*)`", problem, re.DOTALL):
        known = list(_struct_at(kind, path).__struct_fields__)
        sentence = f"there is no key {quoted(unknown[1])}{within}; known are {', '.join(known)}"
        return UnknownFieldError(sentence, field=".".join([*path, unknown[1]]), known=known)
    field = path[0] + "".join(f"[{part}]" if part.isdigit() or part == "..." else f".{part}" for part in path[1:])
    words, parameters = _expected(problem)
    return InvalidFieldError(f"{field} must be {words}{_actual(body, path)}", field=field, **parameters)


def _expected(problem: str) -> tuple[str, dict[str, object]]:
    """Return what a field must be, in words and as parameters."""
    found = re.match("Expected `([^`]*)`(?: (of length )?([<>]=) ([-+.e0-9]+))?", problem)
    if found is None:
        return "smaller", {}  # a number beyond any range
    kinds, of_length, sign, number = found.groups()
    words = " or ".join(TYPES[kind] for kind in kinds.split(" | "))
    if sign is None:
        return words, {}
    bound, name = BOUNDS[sign]
    number = number.removesuffix(".0")
    if of_length is None:
        return f"{words} of {bound} {number}", {name: float(number) if "." in number else int(number)}
    part = "character" if kinds == "str" else "item"
    return f"{words} of {bound} {number} {part if number == '1' else part + 's'}", {f"{name}_length": int(number)}


def _actual(body: object, path: list[str]) -> str:
    """Return the actual value in words; msgspec does not say which entry of a list it is."""
    for part in path:
        if part == "...":
            return ""
        body = body[int(part)] if isinstance(body, list) else body[part]  # type: ignore[index]  # the path comes from msgspec
    return f", not {quoted(body)}"


def _struct_at(kind: type[Body], path: list[str]) -> type[Body]:
    """Return the struct that a path leads to."""
    for name in path:
        hint = get_type_hints(kind)[name]
        kind = next(one for one in (hint, *get_args(hint)) if isinstance(one, type) and issubclass(one, Body))
    return kind


def seconds_of(body: SearchBody, most: float) -> float:
    """Return the time for an answer, at most the server's limit."""
    if body.seconds is msgspec.UNSET:
        return min(DEFAULT_SECONDS, most)
    if body.seconds > most:
        sentence = f"seconds must be from {LEAST_SECONDS:g} to {most:g}, not {body.seconds:g}"
        raise InvalidFieldError(sentence, field="seconds", minimum=LEAST_SECONDS, maximum=most)
    return body.seconds


def chosen(field: str, name: str, choices: Mapping[str, Value]) -> Value:
    """Return one of several choices by its name."""
    if name not in choices:
        sentence = f"{field} must be one of {', '.join(choices)}, not {quoted(name)}"
        raise InvalidFieldError(sentence, field=field, choices=list(choices))
    return choices[name]
