"""Questions about a board to the person at the terminal."""

from __future__ import annotations

import sys

import click

from sowfish import Position, Rules, Side, SowfishError
from sowfish.cli.terminal.prompt import EndOfInput, Prompt
from sowfish.cli.terminal.typed_board import (
    PHONE_KALAH,
    SAME,
    read_count,
    read_other_row,
    read_row,
    read_rules,
    read_side,
)
from sowfish.render.words import counted

COMMON = 4  # stones in each pit of the usual start
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
    prompt = Prompt()
    try:
        return _asked(prompt, rules, to_move)
    except EndOfInput:
        raise SowfishError("the input ended before the board was complete") from None


def _asked(prompt: Prompt, rules: Rules | None, to_move: Side | None) -> Position:
    chosen = rules or prompt.ask(
        f"Capture or Avalanche? [{PHONE_KALAH}]: ", lambda text: read_rules(text or PHONE_KALAH)
    )
    own = prompt.ask(f"Your pits [{COMMON} in each]: ", _read_own)
    other = prompt.ask(f"Their pits [{SAME}]: ", lambda text: _counted(read_other_row(text, own)))
    south_store = prompt.ask("Your store [0]: ", read_count)
    north_store = prompt.ask("Their store [0]: ", read_count)
    side = to_move or prompt.ask("Who moves, you or they? [you]: ", read_side)
    position = Position(own, other, south_store=south_store, north_store=north_store, to_move=side, rules=chosen)
    click.echo(f"{position.total} stones in all.\n", err=True)
    return position


def _read_own(text: str) -> tuple[int, ...]:
    return _counted(read_row(text) if text else (COMMON,) * 6)


def _counted(row: tuple[int, ...]) -> tuple[int, ...]:
    """Return the row, and say what is in it, so that a mistyped count shows."""
    click.echo(f"  {counted(len(row), 'pit')}, {counted(sum(row), 'stone')}", err=True)
    return row
