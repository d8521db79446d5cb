"""Rules as data: one frozen value holds everything that differs between sowing games."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from sowfish.errors import RulesError, quoted

MAX_PITS = 12
DEFAULT_PITS = 6
LONGEST_TEXT = 200
# Aliases; GamePigeon calls its Kalah "Capture".
ALIASES = {"capture": "kalah", "gamepigeon": "kalah"}


class Capture(StrEnum):
    """What the last stone takes when it falls into an empty pit of the mover's own side."""

    NONE = "none"
    OPPOSITE = "opposite"  # itself and the facing pit, if that holds stones
    ALWAYS = "always"  # itself and the facing pit, even if that is empty


class Ending(StrEnum):
    """When the game is over."""

    EITHER_EMPTY = "either-empty"  # a side has no stones after a move
    MOVER_EMPTY = "mover-empty"  # the side to move has nothing to sow
    ALL_EMPTY = "all-empty"  # no stones at all in pits; a side with nothing passes


class Rest(StrEnum):
    """Who gets the stones left in pits when the game is over."""

    OWNER = "owner"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of one sowing game; the default is Kalah with six pits a side.

    >>> str(Rules.named("avalanche", rest=Rest.OWNER))
    'avalanche-sweep'
    >>> str(Rules.parse("kalah,ends=all-empty,pits=4"))
    'kalah,pits=4,ends=all-empty'
    """

    pits: int = DEFAULT_PITS
    relay: bool = False  # last stone in a non-empty pit: lift all and go on
    capture: Capture = Capture.OPPOSITE
    both_stores: bool = False  # sow into the opponent's store as well
    ends: Ending = Ending.EITHER_EMPTY
    rest: Rest = Rest.OWNER

    def __post_init__(self) -> None:
        """Convert texts to enum members, and reject invalid values."""
        if type(self.pits) is not int or not 1 <= self.pits <= MAX_PITS:
            raise RulesError(f"pits must be a whole number from 1 to {MAX_PITS}, not {quoted(self.pits)}")
        for field, choices in _ENUMS.items():
            value = getattr(self, field)
            if value not in tuple(choices):
                allowed = ", ".join(choices)
                raise RulesError(f"{field} must be one of {allowed}, not {quoted(value)}")
            object.__setattr__(self, field, choices(value))
        for field in _SWITCHES:
            if type(getattr(self, field)) is not bool:
                raise RulesError(f"{field} must be True or False, not {quoted(getattr(self, field))}")

    @classmethod
    def named(cls, name: str, **overrides: object) -> Rules:
        """Return the named profile, with any field overridden."""
        plain = str.lower(name) if isinstance(name, str) else ""  # type: ignore[redundant-expr]  # callers err
        known = ALIASES.get(plain, plain)
        if known not in PROFILES:
            raise RulesError(
                f"unknown rules {quoted(name)}; known are {', '.join(PROFILES)}", rules=quoted(name).strip("'")
            )
        unknown = sorted(set(overrides) - {field.name for field in fields(cls)})
        if unknown:
            raise RulesError(f"rules have no field {quoted(unknown[0])}")
        return replace(PROFILES[known], **overrides)  # type: ignore[arg-type]  # __post_init__ checks the values

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Parse `name` or `name,field=value,...`, as `str()` returns it; aliases and any case are accepted.

        >>> str(Rules.parse("Capture")), str(Rules.parse("Avalanche,pits=4"))
        ('kalah', 'avalanche,pits=4')
        """
        if not isinstance(text, str):
            raise RulesError(f"rules must be a name or a Rules, not {quoted(text)}")
        if len(text) > LONGEST_TEXT:
            raise RulesError(f"a rules text has at most {LONGEST_TEXT} characters, not {len(text)}: {quoted(text)}")
        name, *switches = (part.strip() for part in text.split(","))
        overrides: dict[str, object] = {}
        for switch in switches:
            field, equals, value = (part.strip() for part in switch.partition("="))
            if not equals or field not in _READ:
                raise RulesError(f"unknown switch {quoted(switch)} in rules; known are {', '.join(_READ)}")
            overrides[field] = _READ[field](field, value)
        return cls.named(name, **overrides)

    @staticmethod
    def pits_in(text: str) -> int | None:
        """Return the number of pits that a rules text specifies, or None."""
        named = any(switch.partition("=")[0].strip() == "pits" for switch in text.split(","))
        return Rules.parse(text).pits if named else None

    @classmethod
    def of(cls, rules: str | Rules) -> Rules:
        """Return rules given as a value or as text."""
        return rules if isinstance(rules, Rules) else cls.parse(rules)

    def with_pits(self, pits: int) -> Rules:
        """Return the same rules on a board with this many pits a side."""
        return self if type(pits) is int and pits == self.pits else replace(self, pits=pits)

    @property
    def name(self) -> str | None:
        """The name of the matching profile, ignoring the number of pits, or None."""
        return next((name for name in PROFILES if not self._differences(PROFILES[name])), None)

    @property
    def label(self) -> str:
        """The text form without the number of pits, as used in position texts."""
        differences = {name: self._differences(profile) for name, profile in PROFILES.items()}
        nearest = min(differences, key=lambda name: len(differences[name]))
        return ",".join([nearest, *differences[nearest]])

    def __str__(self) -> str:
        """Return the text form; `Rules.parse` reads it back."""
        name, *switches = self.label.split(",")
        pits = [f"pits={self.pits}"] if self.pits != DEFAULT_PITS else []
        return ",".join([name, *pits, *switches])

    def _differences(self, other: Rules) -> list[str]:
        names = (field.name for field in fields(self) if field.name != "pits")
        return [
            f"{name}={_written(getattr(self, name))}" for name in names if getattr(self, name) != getattr(other, name)
        ]


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _read_pits(field: str, value: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", value):
        raise RulesError(f"{field} must be a whole number from 1 to {MAX_PITS}, not {quoted(value)}")
    return int(value)


def _read_switch(field: str, value: str) -> bool:
    if value not in ("yes", "no"):
        raise RulesError(f"{field} must be yes or no, not {quoted(value)}")
    return value == "yes"


def _read_choice(_field: str, value: str) -> str:
    return value  # __post_init__ validates it


_ENUMS: dict[str, type[Capture | Ending | Rest]] = {
    "capture": Capture,
    "ends": Ending,
    "rest": Rest,
}
_SWITCHES = ("relay", "both_stores")
_READ = {
    "pits": _read_pits,
    **dict.fromkeys(_SWITCHES, _read_switch),
    **dict.fromkeys(_ENUMS, _read_choice),
}

PROFILES: dict[str, Rules] = {
    "kalah": Rules(),
    "kalah-empty-capture": Rules(capture=Capture.ALWAYS),
    "kalah-lazy": Rules(ends=Ending.MOVER_EMPTY),
    "avalanche": Rules(relay=True, capture=Capture.NONE, rest=Rest.NOBODY),
    "avalanche-sweep": Rules(relay=True, capture=Capture.NONE),
    "events": Rules(capture=Capture.ALWAYS, both_stores=True, ends=Ending.ALL_EMPTY),
}
