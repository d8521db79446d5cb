"""Players as text: `name:option=value,...`; `sowfish.players.options` interprets the options."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from sowfish.errors import PlayerError, quoted

LONGEST_TEXT = 2000
NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
# A class in a Python file: `my_player.py:Bold`, or with options `my_player.py:Bold:depth=3`.
FILE_NAME = re.compile(r"(?P<path>[^:\"\n]*?\.py):(?P<name>[A-Za-z_][A-Za-z0-9_]*)")
# Possessive quantifiers: clients of a server send this, and backtracking would take half a minute on 2,000 spaces.
_OPTION = re.compile(
    r"""\s*+ (?P<name>[a-z][a-z0-9_]*+) \s*+=\s*+
        (?: "(?P<inside>(?:[^"\\]|\\.)*+)" \s*+ | (?P<plain>[^",]*+) ) (?:,|\Z)""",
    re.VERBOSE,
)
_BARE = re.compile(r"([a-z][a-z0-9_]{0,39}+)\s*+(?:,|\Z)")


@dataclass(frozen=True, slots=True)
class Spec:
    """A player's name and the text of its options, in order.

    >>> Spec.parse("minimax: depth=8, time=2")
    Spec(name='minimax', options=(('depth', '8'), ('time', '2')))
    >>> str(Spec("program", (("command", "./engine --hash=8,2"),)))
    'program:command="./engine --hash=8,2"'
    """

    name: str
    options: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Spec:
        """Parse `name:option=value,...` or `file.py:Class:option=value,...`; options may be omitted.

        A value that contains a comma or a quote is written in double quotes. A first word without `=`, as in
        `openspiel:mcts,simulations=100`, is the value of the player's first option if that is text.
        """
        if not isinstance(text, str):
            raise PlayerError(f"a player is a text such as random:seed=7, not {quoted(text)}")
        if len(text) > LONGEST_TEXT:
            raise PlayerError(f"a player's text has at most {LONGEST_TEXT} characters, not {len(text)}: {quoted(text)}")
        if found := FILE_NAME.match(text.lstrip()):
            after = text.lstrip()[found.end() :].strip()
            if after and not after.startswith(":"):
                raise PlayerError(f"a player in a file is file.py:Class:option=value, not {quoted(text)}")
            return cls(found[0], tuple(_options(after[1:], text)))
        name, _, rest = text.partition(":")
        name = name.strip()
        if not NAME.fullmatch(name):
            raise PlayerError(f"{quoted(name)} is not the name of a player, in {quoted(text)}")
        return cls(name, tuple(_options(rest, text)))

    @property
    def is_file(self) -> bool:
        """Whether the player is a class in a Python file."""
        return ":" in self.name

    def __str__(self) -> str:
        """Return the text; `parse` reads it back."""
        options = ",".join(f"{name}={quoted_option(value)}" if name else value for name, value in self.options)
        return f"{self.name}:{options}" if options else self.name


def _options(rest: str, text: str) -> Iterable[tuple[str, str]]:
    seen = set()
    rest, at = rest.strip(), 0
    if first := _BARE.match(rest):
        at = first.end()
        yield "", first[1]
    while at < len(rest):
        match = _OPTION.match(rest, at)
        if match is None:
            part = rest[at:].partition(",")[0].strip()
            raise PlayerError(f"{quoted(part)} is not an option such as seed=7, in {quoted(text)}")
        at = match.end()
        name, inside, plain = match["name"], match["inside"], match["plain"]
        if name in seen:
            raise PlayerError(f"the option {name} is given twice in {quoted(text)}")
        seen.add(name)
        yield name, re.sub(r"\\(.)", r"\1", inside, flags=re.DOTALL) if inside is not None else plain.strip()


def quoted_option(value: str) -> str:
    """Return a value as written in a text, quoted if necessary."""
    if value and value == value.strip() and not re.search(r'[",]', value):
        return value
    escaped = re.sub(r'(["\\])', r"\\\1", value)
    return f'"{escaped}"'
