"""What every answer is: a struct whose fields are the keys of a JSON object, and the one encoder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

import msgspec

Count = Annotated[int, msgspec.Meta(ge=0)]
Pits = tuple[Count, ...]
Turns = tuple[Pits, ...]  # an empty one is a pass
Kept = TypeVar("Kept", bound="Content")


class Content(msgspec.Struct, frozen=True, kw_only=True):
    """An answer or a part of one; a field that is unset is left out."""


def encode(content: msgspec.Struct | Mapping[str, object]) -> bytes:
    """Return an answer as JSON without blanks, in UTF-8."""
    try:
        return msgspec.json.encode(content, enc_hook=_plain)
    except UnicodeEncodeError:  # half a character, or bytes of a file name that are not UTF-8: JSON can escape them
        return json.dumps(msgspec.to_builtins(content, enc_hook=_plain)).encode()


def json_line(content: msgspec.Struct | Mapping[str, object]) -> bytes:
    """Return an answer as one line for a terminal or a file, with blanks that make it easier to read."""
    return msgspec.json.format(encode(content), indent=0)


def _plain(value: object) -> object:
    """Return a value of a derived type as what it is derived from; players and records may hold any."""
    for kind in (str, int, float):
        if isinstance(value, kind):
            return kind(value)
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def filled(kind: type[Kept], source: object, /, **given: Any) -> Kept:  # noqa: ANN401  # fields of any kind
    """Return a struct with these fields; the others are the source's attributes of the same name."""
    names = [name for name in kind.__struct_fields__ if name not in given and hasattr(source, name)]
    return kind(**given, **{name: getattr(source, name) for name in names})


def labelled(content: msgspec.Struct | Mapping[str, object], /, **label: str) -> dict[str, object]:
    """Return an answer with a label before its own keys, such as the event that it belongs to."""
    return {**label, **msgspec.to_builtins(content, enc_hook=_plain)}


def seconds(spent: float) -> float:
    """Return a time as answers give it, to the millisecond."""
    return round(spent, 3)
