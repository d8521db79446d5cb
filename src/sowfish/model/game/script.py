"""The contents of a game file, parsed but not yet replayed, so untrusted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from sowfish.errors import GameError, quoted
from sowfish.model.events import Side

VERSION = 1
LARGEST = 1 << 18  # bytes of a file, characters of a text
MOST_MOVES = 5000  # several times the longest game
MOST_COMMENTS = 5000
MOST_HEADERS = 100  # headers other than the game's own
LONGEST_VALUE = 200
LONGEST_COMMENT = 1000
RESERVED = ("sowfish", "rules", "start", "result", "score")

_NAME = re.compile("[a-z][a-z0-9_]{0,30}")


@dataclass(frozen=True, slots=True)
class ScriptTurn:
    """One turn as written: its side, if given, and its pits."""

    pits: tuple[int, ...]
    side: Side | None = None
    line: int | None = None

    def where(self, number: int) -> str:
        """Return the location of the turn in its file."""
        return f"turn {number}" if self.line is None else f"line {self.line}, turn {number}"


@dataclass(frozen=True, slots=True)
class Script:
    """Everything a game file contains; None for what it omits."""

    start: str
    turns: tuple[ScriptTurn, ...] = ()
    rules: str | None = None
    result: str | None = None
    score: str | None = None
    metadata: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)  # by the number of moves made before it


def check_length(text: object) -> None:
    """Reject anything but text of an acceptable length."""
    if not isinstance(text, str):
        raise GameError(f"the text of a game is needed, not {quoted(text)}")
    if len(text) > LARGEST:
        sentence = f"a game of {len(text)} characters is too long; the limit is {LARGEST}"
        raise GameError(sentence, reason="too_long", maximum_length=LARGEST)


def check_count(what: str, count: int, most: int) -> None:
    """Reject more moves, comments or headers than a game file may have."""
    if count > most:
        raise GameError(f"a game has at most {most} {what}", reason="too_long")


def check_version(version: object) -> None:
    """Reject a file of an unsupported version."""
    if version != VERSION or isinstance(version, bool):
        raise GameError(f"game files of version {quoted(version)} cannot be read, only {VERSION}", reason="version")


def check_metadata(name: object, value: object) -> None:
    """Reject metadata that a game file cannot hold: names and values must be short, plain and on one line."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise GameError(f"{quoted(name)} cannot name a header: lower-case letters, digits and _ are allowed")
    if name in RESERVED:
        raise GameError(f"the header {quoted(name)} is written by the game itself")
    if not isinstance(value, str) or len(value) > LONGEST_VALUE or not value.isprintable():
        raise GameError(f"{name} must be one line of at most {LONGEST_VALUE} characters, not {quoted(value)}")


def tidy_comment(text: object) -> str:
    """Return a comment on one line, or reject it."""
    if not isinstance(text, str):
        raise GameError(f"a comment is text, not {quoted(text)}")
    tidy = " ".join(text.split())
    if len(tidy) > LONGEST_COMMENT or not tidy.isprintable() or "{" in tidy or "}" in tidy:
        limits = f"at most {LONGEST_COMMENT} characters, all printable and no braces"
        raise GameError(f"a comment has {limits}, not {quoted(text)}")
    return tidy
