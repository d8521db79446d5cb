"""Options of players, derived from the keyword-only parameters of their constructors, with types and defaults.

    def __init__(self, *, depth: Annotated[int, "moves to look ahead"] = 8) -> None:

is the option `depth`, an integer, 8 by default. A type is int, float, bool, str or a StrEnum, or one of these `| None`,
which is written `none`; a `Range` in the metadata of `Annotated` limits a number. Parameters of any other type are not
options.
"""

from __future__ import annotations

import difflib
import inspect
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from sowfish.errors import PlayerError, quoted

NOTHING = "none"
LONGEST_NUMBER = 40
_KINDS = {int: "a whole number", float: "a number", bool: "yes or no", str: "text"}


@dataclass(frozen=True, slots=True)
class Range:
    """The smallest and the largest number allowed; None means unlimited."""

    least: float | None = None
    most: float | None = None

    def holds(self, number: float) -> bool:
        """Return whether a number is allowed."""
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)

    def __str__(self) -> str:
        """Return the limits in words, to follow `a number`."""
        if self.least is None:
            return "" if self.most is None else f" up to {_plain(self.most)}"
        return f" from {_plain(self.least)}" + ("" if self.most is None else f" to {_plain(self.most)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option of a player."""

    name: str
    type: type
    default: object  # inspect.Parameter.empty: must be given
    may_be_none: bool
    help: str
    range: Range = Range()

    @property
    def is_required(self) -> bool:
        """Whether there is no default."""
        return self.default is inspect.Parameter.empty

    @property
    def kind(self) -> str:
        """The allowed values, in words."""
        kind = " or ".join(self.type) if issubclass(self.type, StrEnum) else f"{_KINDS[self.type]}{self.range}"
        return f"{kind} or {NOTHING}" if self.may_be_none else kind

    def read(self, text: str) -> object:
        """Parse a value."""
        if self.may_be_none and text == NOTHING:
            return None
        try:
            value = _read(self.type, text)
        except ValueError:
            value = None
        if value is None or (isinstance(value, int | float) and not self.range.holds(value)):
            raise PlayerError(f"{self.name} must be {self.kind}, not {quoted(text)}")
        return value

    def write(self, value: object) -> str:
        """Return the text of a value, which `read` parses."""
        if value is None:
            return NOTHING
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, float):
            return repr(value).removesuffix(".0")
        return str(value)

    @property
    def default_text(self) -> str | None:
        """The default as text, None if the option must be given."""
        return None if self.is_required else self.write(self.default)


def options_of(maker: Callable[..., object]) -> tuple[Option, ...]:
    """Return the options of a player's constructor, in the order of its parameters."""
    function = maker.__init__ if isinstance(maker, type) else maker  # type: ignore[misc]  # of the class itself
    hints = get_type_hints(function, include_extras=True)
    found = (
        _option(parameter, hints.get(parameter.name))
        for parameter in inspect.signature(maker).parameters.values()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY
    )
    return tuple(option for option in found if option is not None)


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return a suggestion for a misspelt word, or the list of known ones.

    >>> suggestion("depht", ["depth", "time"])
    'did you mean depth?'
    >>> suggestion("x", ["depth", "time"])
    'known are depth, time'
    """
    names = list(known)
    close = difflib.get_close_matches(word, names, n=1)
    return f"did you mean {close[0]}?" if close else f"known are {', '.join(names)}"


def _option(parameter: inspect.Parameter, hint: Any) -> Option | None:  # noqa: ANN401  # any annotation
    notes: list[object] = []
    if get_origin(hint) is Annotated:
        hint, *notes = get_args(hint)
    choices = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    types = [choice for choice in choices if choice is not NoneType]
    if len(types) != 1 or not isinstance(types[0], type) or not issubclass(types[0], (*_KINDS, StrEnum)):
        return None
    return Option(
        name=parameter.name,
        type=types[0],
        default=parameter.default,
        may_be_none=len(types) < len(choices),
        help=next((note for note in notes if isinstance(note, str)), ""),
        range=next((note for note in notes if isinstance(note, Range)), Range()),
    )


def _read(kind: type, text: str) -> object:
    if kind is bool:
        return ("no", "yes").index(text) == 1
    if kind in (int, float):
        if len(text) > LONGEST_NUMBER or not text.isascii():
            raise ValueError
        number: float = kind(text.replace("_", " "))  # Python would take 1_000
        if not math.isfinite(number):
            raise ValueError
        return number
    return kind(text)


def _plain(number: float) -> str:
    return f"{number:,.10g}"
