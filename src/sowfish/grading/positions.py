"""Sets of positions whose every move is proven: one per rules profile, fixed and versioned.

A file has a header line and a line per position, both JSON, for readable diffs:

    {"format": "sowfish graded positions 1", "version": 1, "rules": "kalah", ...}
    {"position": "kalah: ...", "values": [8, null, -2, ...]}

`values` has the proven margin of every pit for the side to move, null for an empty pit.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from sowfish.errors import SowfishError, quoted
from sowfish.model.position import Position
from sowfish.model.rules import PROFILES, Rules
from sowfish.runtime.files import read_limited, write_whole

FORMAT = "sowfish graded positions 1"
FOLDER = Path(__file__).parent / "data"
LARGEST_FILE = 16 << 20


@dataclass(frozen=True, slots=True)
class GradedPosition:
    """A position with the proven margin of every move, None for an empty pit."""

    position: Position
    values: tuple[int | None, ...]

    @property
    def best(self) -> int:
        """The value of the position."""
        return max(value for value in self.values if value is not None)

    def loss(self, pit: int) -> int:
        """Return the stones that a move gives away."""
        value = self.values[pit]
        assert value is not None
        return self.best - value


@dataclass(frozen=True, slots=True)
class PositionSet:
    """A fixed set of positions with one set of rules."""

    rules: Rules
    version: int
    positions: tuple[GradedPosition, ...]

    @property
    def name(self) -> str:
        """The set's name in reports, as in `kalah v1`."""
        return f"{self.rules.label} v{self.version}"


def load(rules: str | Rules = "kalah") -> PositionSet:
    """Return the shipped set of a rules profile."""
    chosen = Rules.of(rules)
    for name, profile in PROFILES.items():
        if profile == chosen:
            return read(FOLDER / f"{name}.jsonl")
    raise SowfishError(f"there are graded positions for {', '.join(PROFILES)} with 6 pits, not for {chosen}")


def read(path: str | os.PathLike[str]) -> PositionSet:
    """Read a set and check it."""
    try:
        first, *lines = read_limited(path, LARGEST_FILE).decode().splitlines()
        header = json.loads(first)
        if header["format"] != FORMAT:
            raise ValueError  # noqa: TRY301  # reported below
        rules, version = Rules.parse(header["rules"]), int(header["version"])
        positions = tuple(_position(line, rules) for line in lines)
    except SowfishError as error:
        raise SowfishError(f"{os.fspath(path)!r} cannot be used: {error}") from None
    except (ValueError, TypeError, KeyError, RecursionError):
        raise SowfishError(f"{os.fspath(path)!r} is not a set of graded positions") from None
    return PositionSet(rules, version, positions)


def write(path: str | os.PathLike[str], found: PositionSet, **notes: object) -> None:
    """Write a set; `notes` say how it was made."""
    header = {"format": FORMAT, "version": found.version, "rules": str(found.rules), **notes}
    lines = [json.dumps(header)]
    lines += [json.dumps({"position": str(one.position), "values": one.values}) for one in found.positions]
    write_whole(path, ("\n".join(lines) + "\n").encode())


def by_position(positions: Iterable[GradedPosition]) -> dict[Position, GradedPosition]:
    """Return graded positions by position."""
    return {one.position: one for one in positions}


def _position(line: str, rules: Rules) -> GradedPosition:
    content = json.loads(line)
    position = Position.parse(content["position"], rules)
    values = tuple(content["values"])
    legal = tuple(pit for pit, value in enumerate(values) if value is not None)
    if position.rules != rules or len(values) != rules.pits or legal != position.legal_pits:
        raise SowfishError(f"the values of {quoted(content['position'])} do not fit its moves")
    if not all(value is None or (type(value) is int and abs(value) <= position.total) for value in values):
        raise SowfishError(f"the values of {quoted(content['position'])} are not margins")
    return GradedPosition(position, values)
