"""Questions to the person at the terminal; a wrong answer is explained and asked again."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

import click

from sowfish import Position, Rules, Side, SowfishError
from sowfish.errors import shown

Answer = TypeVar("Answer")
SAME = "same"
COMMON = 4  # stones in each pit of the usual start
PHONE_KALAH = "capture"  # what the phone calls it
WELCOME = """\
Type the stones with spaces between.
  Your pits: on a phone the left side,
    from the top down;
    on a table from left to right.
  Their pits: on a phone the right side,
    from the BOTTOM UP;
    on a table from RIGHT TO LEFT.
"""


def can_ask() -> bool:
    """Tell whether there is somebody to ask."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))


def ask_position(rules: Rules | None, to_move: Side | None) -> Position:
    """Ask for a board, and for its rules and the side to move if these are not known."""
    click.echo(WELCOME, err=True)
    chosen = rules or _ask("Capture or Avalanche? [capture]: ", _read_rules)
    own = _ask(f"Your pits [{COMMON} in each]: ", _read_row)
    other = _ask(f"Their pits [{SAME}]: ", lambda text: _read_other(text, own))
    south_store = _ask("Your store [0]: ", _read_count)
    north_store = _ask("Their store [0]: ", _read_count)
    side = to_move or _ask("Who moves, you or they? [you]: ", _read_side)
    position = Position(own, other, south_store=south_store, north_store=north_store, to_move=side, rules=chosen)
    click.echo(f"{position.total} stones in all.\n", err=True)
    return position


def _ask(question: str, read: Callable[[str], Answer]) -> Answer:
    while True:
        click.echo(question, nl=False, err=True)
        line = sys.stdin.readline()
        if not line:
            click.echo(err=True)
            raise SowfishError("the input ended before the board was complete")
        try:
            return read(line.strip())
        except SowfishError as error:
            click.echo(f"  {error}", err=True)


def _read_rules(text: str) -> Rules:
    name = text.lower() or PHONE_KALAH
    return Rules.parse("kalah" if name == PHONE_KALAH else name)


def _read_row(text: str) -> list[int]:
    row = [_read_count(word) for word in text.replace(",", " ").split()] or [COMMON] * 6
    Position(row, row)  # refuses what is no row of pits
    click.echo(f"  {len(row)} pits, {sum(row)} stones", err=True)
    return row


def _read_other(text: str, own: list[int]) -> list[int]:
    if text in ("", SAME):
        return own
    row = _read_row(text)
    Position(own, row)  # refuses rows of different length
    return row


def _read_count(text: str) -> int:
    if text and not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise SowfishError(f"{shown(text)} is not a number of stones")
    return int(text or 0)


def _read_side(text: str) -> Side:
    sides = {"": Side.SOUTH, "you": Side.SOUTH, "they": Side.NORTH, "south": Side.SOUTH, "north": Side.NORTH}
    if text.lower() not in sides:
        raise SowfishError(f"{shown(text)} is neither you nor they")
    return sides[text.lower()]
