"""Positions as text: a readable form and a URL form; both include the rules."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sowfish.errors import SHOWN, NotationError, PositionError, counted, quoted
from sowfish.model.events import Side
from sowfish.model.rules import MAX_PITS, Rules

MAX_STONES = 255  # on the whole board, so that every count fits a byte
LONGEST_TEXT = 600
SAME = "same"  # in place of north's counts: a copy of south's

_NUMBER = re.compile(r"-?[0-9]+")
_SEPARATORS = re.compile(r"[\s,]+")


@dataclass(frozen=True, slots=True)
class Counts:
    """The contents of a position text, each side with its store last."""

    rules: Rules
    south: tuple[int, ...]
    north: tuple[int, ...]
    to_move: Side


def read_text(text: str, rules: Rules, pits: int | None = None) -> Counts:
    """Parse `5 3 2 0 1 7 12 / 7 2 4 9 0 2 9 south`; a prefix such as `avalanche:` overrides `rules`.

    `5 3 2 0 1 7 12 / same` gives north the same counts as south. The number of pits must agree with the prefix and with
    `pits`.
    """
    _check_length(text)
    prefix, colon, board = text.rpartition(":")
    if colon:
        rules, pits = Rules.parse(prefix), Rules.pits_in(prefix)
    sides = board.split("/")
    if len(sides) != 2:
        sentence = f"a position has two sides with one / between them, not {len(sides)}: {quoted(text)}"
        raise NotationError(sentence, reason="sides")
    south, north = ([word for word in _SEPARATORS.split(side) if word] for side in sides)
    to_move = Side.SOUTH
    if north and north[-1].lower() in tuple(Side):
        to_move = Side(north.pop().lower())
    if [word.lower() for word in north] == [SAME]:
        north = south
    return _counts(rules, pits, south, north, to_move)


def write_text(counts: Counts) -> str:
    """Return the canonical form, with prefix and suffix."""
    south, north = (" ".join(map(str, side)) for side in (counts.south, counts.north))
    return f"{counts.rules.label}: {south} / {north} {counts.to_move}"


def read_url(text: str) -> Counts:
    """Parse `avalanche~5.3.2.0.1.7.12~7.2.4.9.0.2.9~south`."""
    _check_length(text)
    parts = text.split("~")
    if len(parts) < 4:
        raise NotationError(f"the URL form has rules, two sides and the side to move: {quoted(text)}", reason="url")
    name, *switches, south, north, to_move = parts
    if to_move not in tuple(Side):
        raise NotationError(f"side to move must be south or north, not {quoted(to_move)}", reason="url")
    prefix = ",".join([name, *(switch.replace(".", "=", 1) for switch in switches)])
    return _counts(Rules.parse(prefix), Rules.pits_in(prefix), south.split("."), north.split("."), Side(to_move))


def write_url(counts: Counts) -> str:
    """Return the form that needs no escaping in a URL."""
    name, *switches = counts.rules.label.split(",")
    south, north = (".".join(map(str, side)) for side in (counts.south, counts.north))
    return "~".join([name, *(switch.replace("=", ".") for switch in switches), south, north, counts.to_move])


def check_counts(south: tuple[int, ...], north: tuple[int, ...]) -> None:
    """Reject counts that do not form a board; each side has its store last."""
    for side, counts in (("south", south), ("north", north)):
        if not 2 <= len(counts) <= MAX_PITS + 1:
            raise PositionError(
                f"{side} has {counted(len(counts), 'number')}; 1 to {MAX_PITS} pits and a store are needed",
                reason="numbers",
                side=side,
                numbers=len(counts),
                maximum=MAX_PITS,
            )
        for place, count in enumerate(counts):
            if not 0 <= count <= MAX_STONES:
                where = "store" if place == len(counts) - 1 else f"pit {place}"
                raise PositionError(
                    f"{side}'s {where} must hold 0 to {MAX_STONES} stones, not {quoted(count)}",
                    side=str(side),
                    pit=None if where == "store" else place,
                    minimum=0,
                    maximum=MAX_STONES,
                )
    if len(south) != len(north):
        pits = len(south) - 1
        sentence = f"south has {counted(pits, 'pit')} and north has {len(north) - 1}; they must be equal"
        raise PositionError(sentence, reason="unequal", south=pits, north=len(north) - 1)
    if (total := sum(south) + sum(north)) > MAX_STONES:
        sentence = f"{total} stones are too many; at most {MAX_STONES} fit a board, stores included"
        raise PositionError(sentence, reason="stones", stones=total, maximum=MAX_STONES)


def _check_length(text: str) -> None:
    if not isinstance(text, str):
        raise NotationError(f"a position text is needed, not {quoted(text)}")
    if len(text) > LONGEST_TEXT:
        sentence = f"a position text has at most {LONGEST_TEXT} characters, not {len(text)}: {quoted(text)}"
        raise NotationError(sentence, reason="too_long", maximum_length=LONGEST_TEXT)


def check_pits(said: int | None, pits: int) -> None:
    """Reject a board whose number of pits contradicts its rules."""
    if said is not None and said != pits:
        raise NotationError(
            f"the rules say pits={said}, but each side has {pits + 1} numbers: {counted(pits, 'pit')} and a store",
            reason="pits",
            said=said,
            pits=pits,
        )


def _counts(rules: Rules, pits: int | None, south: list[str], north: list[str], to_move: Side) -> Counts:
    for word in [*south, *north]:
        if not _NUMBER.fullmatch(word):
            raise NotationError(f"{quoted(word)} is not a number of stones", reason="word", word=word[:SHOWN])
    own, other = tuple(map(int, south)), tuple(map(int, north))
    check_counts(own, other)
    check_pits(pits, len(own) - 1)
    return Counts(rules.with_pits(len(own) - 1), own, other, to_move)
