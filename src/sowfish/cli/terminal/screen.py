"""Output of commands: boards that fit the terminal, and JSON."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from sowfish import Move, Position, Side
from sowfish.render import Charset, Numbering, View, draw_text
from sowfish.render.words import effect, player, standing

if TYPE_CHECKING:
    from msgspec import Struct

PAIR_INDENT = 6  # of the right text when placed below the left one


@dataclass(frozen=True, slots=True)
class Screen:
    """Writes to standard output, boards in the requested view or in the one that fits."""

    view: View | None = None
    numbering: Numbering = Numbering.OWN
    near: Side = Side.SOUTH

    def say(self, sentence: str, *, strong: bool = False) -> None:
        """Write a sentence, wrapped to the terminal; a strong one is bold where possible."""
        text = wrapped(sentence)
        click.echo(click.style(text, bold=True) if strong and has_colours() else text)

    def pair(self, left: str, right: str, width: int) -> None:
        """Write two texts side by side, the left one padded, or below each other if the line is too short."""
        line = f"{left:<{width}}  {right}".rstrip()
        if on_terminal() and len(line) > columns():
            below = " " * PAIR_INDENT
            line = f"{left}\n{textwrap.fill(right, columns(), initial_indent=below, subsequent_indent=below)}"
        click.echo(line)

    def board(self, position: Position, marks: Mapping[int, str] | None = None) -> None:
        """Draw a position between empty lines."""
        click.echo(f"\n{self.drawing(position, marks)}\n")

    def drawing(self, position: Position, marks: Mapping[int, str] | None = None) -> str:
        """Return the drawing of a position."""
        view = self.view_for(position, marks)
        return draw_text(position, view=view, near=self.near, marks=marks, numbering=self.numbering, charset=charset())

    def number(self, position: Position, pit: int) -> int:
        """Return the displayed number of a pit of the side to move."""
        return self.numbering.number(position.to_move, pit, position.rules.pits)

    def step(self, number: int, move: Move) -> None:
        """Write one move of a numbered list with what it does."""
        pits = move.after.rules.pits
        self.say(
            f"{number}. {move.mover} plays pit {self.numbering.number(move.mover, move.pit, pits)}: {effect(move)}"
        )

    def heading(self, position: Position) -> None:
        """Write the rules and the state of the game, and draw the board."""
        self.say(f"{position.rules.label}, {standing(position)}")
        self.board(position)

    def to_move(self, position: Position) -> None:
        """Write the rules and the side to move, addressing the reader."""
        self.say(f"{position.rules.label}: {player(position.to_move)} ({position.to_move}) to move")

    def view_for(self, position: Position, marks: Mapping[int, str] | None = None) -> View:
        """Return the requested view, or the one that fits."""
        if self.view is not None:
            return self.view
        if not on_terminal():
            return View.TABLE
        widest = max(map(len, draw_text(position, marks=marks).splitlines()))
        return View.TABLE if widest <= columns() else View.PHONE


def on_terminal() -> bool:
    """Return whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def wrapped(sentence: str) -> str:
    """Return a sentence wrapped to the terminal, if there is one."""
    if not on_terminal():
        return sentence
    return "\n".join(textwrap.wrap(sentence, columns(), subsequent_indent="   ", break_long_words=False))


def has_colours() -> bool:
    """Return whether standard output supports colours and the user wants them."""
    return on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def columns() -> int:
    """Return the width of the terminal."""
    return shutil.get_terminal_size().columns


def say_json(content: Struct | Mapping[str, object]) -> None:
    """Write one JSON object on one line."""
    from sowfish.content import json_line  # noqa: PLC0415  # only for programs

    click.echo(json_line(content))


def charset() -> Charset:
    """Return the line-drawing characters that standard output can encode."""
    if sys.stdout is None:
        return Charset.ASCII
    try:
        "─│┼█≥".encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return Charset.ASCII
    return Charset.BOX
