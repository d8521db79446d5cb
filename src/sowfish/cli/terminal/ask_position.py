"""Ask the person at the terminal for a board, question by question."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

import click

from sowfish import Position, Rules, Side, SowfishError
from sowfish.cli.terminal.prompt import EndOfInput, Prompt
from sowfish.cli.terminal.questions import Questions
from sowfish.cli.terminal.typed_board import (
    PHONE_KALAH,
    read_count,
    read_other_row,
    read_row,
    read_rules,
    read_side,
)
from sowfish.model.notation import SAME
from sowfish.render import Numbering
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
Type back to answer the last question again.
"""


@dataclass
class _Board:
    """The answers so far."""

    rules: Rules | None
    to_move: Side | None
    own: tuple[int, ...] = ()
    other: tuple[int, ...] = ()
    own_store: int = 0
    other_store: int = 0

    @property
    def total(self) -> int:
        return sum(self.own) + sum(self.other) + self.own_store + self.other_store


def can_ask() -> bool:
    """Return whether a person can be asked."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))


def ask_position(
    rules: Rules | None, to_move: Side | None, numbering: Numbering = Numbering.OWN, *, prompt: Prompt | None = None
) -> Position:
    """Ask for a board, and for its rules and the side to move if they are not known; stores first on the ring."""
    click.echo(WELCOME, err=True)
    try:
        return _Questions(prompt or Prompt(), _Board(rules, to_move), numbering).position()
    except EndOfInput:
        raise SowfishError("the input ended before the board was complete") from None


class _Questions:
    """The questions in order; `back` returns to the previous one."""

    def __init__(self, prompt: Prompt, board: _Board, numbering: Numbering) -> None:
        self._questions = Questions(prompt)
        self._ask = self._questions.ask
        self._board = board
        rows, stores = [self._own, self._other], [self._own_store, self._other_store]
        counts = [*stores, *rows] if numbering is Numbering.RING else [*rows, *stores]
        first = [] if board.rules else [self._rules]
        last = [] if board.to_move else [self._side]
        self._steps: list[Callable[[], None]] = [*first, *counts, *last]

    def position(self) -> Position:
        """Ask until the board is complete."""
        self._questions.run(self._steps)
        board = self._board
        assert board.rules is not None
        assert board.to_move is not None
        position = Position(
            board.own,
            board.other,
            south_store=board.own_store,
            north_store=board.other_store,
            to_move=board.to_move,
            rules=board.rules,
        )
        click.echo(f"{counted(position.total, 'stone')} in all.\n", err=True)
        return position

    def _rules(self) -> None:
        ask = f"Capture or Avalanche? [{PHONE_KALAH}]: "
        self._board.rules = self._ask(ask, lambda text: read_rules(text or PHONE_KALAH))

    def _own(self) -> None:
        self._board.own = self._ask(f"Your pits [{COMMON} in each]: ", self._read_own)

    def _read_own(self, text: str) -> tuple[int, ...]:
        assert self._board.rules is not None  # asked for first
        return _told(read_row(text, self._board.rules) if text else (COMMON,) * self._board.rules.pits)

    def _other(self) -> None:
        own = self._board.own
        self._board.other = self._ask(f"Their pits [{SAME}]: ", lambda text: _told(read_other_row(text, own)))

    def _own_store(self) -> None:
        self._board.own_store = self._ask("Your store [0]: ", read_count)

    def _other_store(self) -> None:
        self._board.other_store = self._ask("Their store [0]: ", read_count)

    def _side(self) -> None:
        total = counted(self._board.total, "stone")
        self._board.to_move = self._ask(f"{total} in all. Who moves, you or they? [you]: ", read_side)


def _told(row: tuple[int, ...]) -> tuple[int, ...]:
    """Return the row, and echo it, so that a mistyped count is noticed."""
    click.echo(f"  {counted(len(row), 'pit')}, {counted(sum(row), 'stone')}", err=True)
    return row
