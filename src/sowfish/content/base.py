"""The base of all answers: a struct whose fields are the keys of a JSON object, and the one encoder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

import msgspec

Count = Annotated[int, msgspec.Meta(ge=0)]
Pits = tuple[Count, ...]
Turns = tuple[Pits, ...]  # an empty turn is a pass
Kept = TypeVar("Kept", bound="Content")


class Content(msgspec.Struct, frozen=True, kw_only=True):
    """An answer or a part of one; unset fields are omitted."""


def encode(content: msgspec.Struct | Mapping[str, object]) -> bytes:
    """Return an answer as compact JSON in UTF-8."""
    try:
        return msgspec.json.encode(content, enc_hook=_plain)
    except UnicodeEncodeError:  # lone surrogates or undecodable file names: JSON can escape them
        return json.dumps(msgspec.to_builtins(content, enc_hook=_plain)).encode()


def json_line(content: msgspec.Struct | Mapping[str, object]) -> bytes:
    """Return an answer as one line of JSON, spaced for reading."""
    return msgspec.json.format(encode(content), indent=0)


def _plain(value: object) -> object:
    """Convert a subclass of a built-in type to its base type; players and records may hold any."""
    for kind in (str, int, float):
        if isinstance(value, kind):
            return kind(value)
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def filled(kind: type[Kept], source: object, /, **given: Any) -> Kept:  # noqa: ANN401  # fields of any kind
    """Build a struct from keyword fields; the others come from the source's attributes of the same name."""
    names = [name for name in kind.__struct_fields__ if name not in given and hasattr(source, name)]
    return kind(**given, **{name: getattr(source, name) for name in names})


def labelled(content: msgspec.Struct | Mapping[str, object], /, **label: str) -> dict[str, object]:
    """Return an answer with a label before its own keys, such as the name of its event."""
    return {**label, **msgspec.to_builtins(content, enc_hook=_plain)}


def seconds(spent: float) -> float:
    """Return a time in seconds, to the millisecond."""
    return round(spent, 3)
