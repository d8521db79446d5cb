"""Lines of the protocol: `[id][@ref] name arguments`, parsed in linear time from untrusted text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sowfish.errors import SowfishError, quoted
from sowfish.model.position import Position
from sowfish.model.rules import Rules

LONGEST_LINE = 16384  # characters, by the specification
MOST_ARGUMENTS = 64
LARGEST_NUMBER = 2**31 - 1
MOST_CELLS = 2 * 12 + 3

# Possessive quantifiers: hostile lines are parsed in linear time.
_HEAD = re.compile(r"[ \t]*+(?:(?P<id>[0-9]{1,9}+)?+(?:@(?P<ref>[0-9]{1,9}+))?+[ \t]++)?+(?P<name>[A-Za-z0-9]{1,32}+)")
_ARGUMENT = re.compile(
    r"""[ \t]++(?:
        "(?P<string>(?:[^"\\]|\\.)*+)"
      | <(?P<board>[0-9]{1,9}+(?:,[0-9]{1,9}+)*+)>
      | (?P<real>[+-]?+[0-9]*+\.[0-9]++)(?![^ \t])
      | (?P<integer>[+-]?+[0-9]{1,10}+)(?![^ \t])
      | (?P<word>[A-Za-z0-9:_-]++)(?![^ \t])
    )""",
    re.VERBOSE,
)


class KgpError(SowfishError, code="kgp"):
    """A line that is not a command, or a command that cannot be executed."""


@dataclass(frozen=True, slots=True)
class Word:
    """An argument without quotes, such as a mode or the name of an option."""

    text: str


@dataclass(frozen=True, slots=True)
class KgpBoard:
    """A board literal: the side to move is south; pits are in sowing order."""

    south_store: int
    north_store: int
    south: tuple[int, ...]
    north: tuple[int, ...]

    @classmethod
    def of(cls, position: Position) -> KgpBoard:
        """Return a position as its mover sees it."""
        mine, theirs = position.to_move, position.to_move.other
        return cls(position.store(mine), position.store(theirs), position.pits(mine), position.pits(theirs))

    def position(self, rules: Rules) -> Position:
        """Return the position, with south to move."""
        return Position(
            self.south,
            self.north,
            south_store=self.south_store,
            north_store=self.north_store,
            rules=rules.with_pits(len(self.south)),
        )

    def __str__(self) -> str:
        """Return the literal."""
        cells = (len(self.south), self.south_store, self.north_store, *self.south, *self.north)
        return f"<{','.join(map(str, cells))}>"


Argument = int | float | str | Word | KgpBoard


@dataclass(frozen=True, slots=True)
class Command:
    """One line.

    >>> Command.parse('4@2 move 3')
    Command(name='move', arguments=(3,), id=4, ref=2)
    >>> str(Command("set", (Word("info:name"), "Sowfish")))
    'set info:name "Sowfish"'
    """

    name: str
    arguments: tuple[Argument, ...] = ()
    id: int | None = None
    ref: int | None = None

    @classmethod
    def parse(cls, line: str) -> Command:
        """Parse a line."""
        if len(line) > LONGEST_LINE:
            raise KgpError(f"a line has at most {LONGEST_LINE} characters, not {len(line)}")
        line = line.rstrip("\r\n \t")
        head = _HEAD.match(line)
        if head is None:
            raise KgpError(f"not a command: {quoted(line)}")
        at = head.end()
        arguments: list[Argument] = []
        while at < len(line):
            found = _ARGUMENT.match(line, at)
            if found is None or len(arguments) >= MOST_ARGUMENTS:
                raise KgpError(f"the arguments of {head['name']} cannot be read: {quoted(line[at:].strip())}")
            arguments.append(_argument(found))
            at = found.end()
        number, reference = head["id"], head["ref"]
        return cls(
            head["name"],
            tuple(arguments),
            None if number is None else int(number),
            None if reference is None else int(reference),
        )

    def __str__(self) -> str:
        """Return the line without its end."""
        number = "" if self.id is None else str(self.id)
        reference = "" if self.ref is None else f"@{self.ref}"
        prefix = f"{number}{reference} " if number or reference else ""
        return f"{prefix}{' '.join([self.name, *map(_written, self.arguments)])}"

    def integer(self, place: int) -> int:
        """Return an argument that must be a whole number."""
        value = self.arguments[place] if place < len(self.arguments) else None
        if not isinstance(value, int):
            raise KgpError(f"{self.name} needs a whole number as argument {place + 1}")
        return value

    def board(self) -> KgpBoard:
        """Return the first argument, which must be a board."""
        value = self.arguments[0] if self.arguments else None
        if not isinstance(value, KgpBoard):
            raise KgpError(f"{self.name} needs a board")
        return value

    def text(self, place: int) -> str:
        """Return an argument that must be a word or a string."""
        value = self.arguments[place] if place < len(self.arguments) else None
        if isinstance(value, Word):
            return value.text
        if not isinstance(value, str):
            raise KgpError(f"{self.name} needs text as argument {place + 1}")
        return value


def _argument(found: re.Match[str]) -> Argument:
    if (text := found["string"]) is not None:
        return re.sub(r"\\(.)", r"\1", text)
    if (text := found["board"]) is not None:
        return _board(text)
    if (text := found["real"]) is not None:
        return float(text)
    if (text := found["integer"]) is not None:
        if abs(int(text)) > LARGEST_NUMBER:
            raise KgpError(f"{text} is too large")
        return int(text)
    return Word(found["word"])


def _board(text: str) -> KgpBoard:
    if text.count(",") >= MOST_CELLS:
        raise KgpError("a board has at most 12 pits a side")
    size, *cells = map(int, text.split(","))
    if len(cells) != 2 * size + 2 or not 1 <= size <= 12:
        raise KgpError(f"a board of {size} pits needs {2 * size + 3} numbers, not {len(cells) + 1}")
    south_store, north_store, *pits = cells
    return KgpBoard(south_store, north_store, tuple(pits[:size]), tuple(pits[size:]))


def _written(argument: Argument) -> str:
    if isinstance(argument, str):
        escaped = re.sub(r'(["\\])', r"\\\1", re.sub(r"[\r\n]", " ", argument))
        return f'"{escaped}"'
    return argument.text if isinstance(argument, Word) else str(argument)
