"""What commands write: boards that fit the terminal, and JSON."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass

import click

from sowfish import Move, Position
from sowfish.render import Ink, View, draw_text
from sowfish.render.words import effect, standing


@dataclass(frozen=True, slots=True)
class Screen:
    """Writes to standard output, boards in the view asked for or in the one that fits."""

    view: View | None = None

    def say(self, sentence: str) -> None:
        """Write a sentence, on a narrow terminal over several lines."""
        wrapped = textwrap.wrap(sentence, columns(), subsequent_indent="   ") if on_terminal() else [sentence]
        click.echo("\n".join(wrapped))

    def board(self, position: Position, marks: Mapping[int, str] | None = None) -> None:
        """Draw a position between empty lines."""
        drawing = draw_text(position, view=self._view_for(position, marks), marks=marks, ink=_ink())
        click.echo(f"\n{drawing}\n")

    def step(self, number: int, move: Move) -> None:
        """Write one move of a numbered list with what it does."""
        self.say(f"{number}. {move.mover} plays pit {move.pit}: {effect(move)}")

    def heading(self, position: Position) -> None:
        """Say which rules hold and how the game stands, and draw the board."""
        self.say(f"{position.rules.label}, {standing(position)}")
        self.board(position)

    def _view_for(self, position: Position, marks: Mapping[int, str] | None) -> View:
        if self.view is not None:
            return self.view
        if not on_terminal():
            return View.TABLE
        widest = max(map(len, draw_text(position, marks=marks).splitlines()))
        return View.TABLE if widest <= columns() else View.PHONE


def on_terminal() -> bool:
    """Tell whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def columns() -> int:
    """Return how many characters fit a line of the terminal."""
    return shutil.get_terminal_size().columns


def say_json(content: Mapping[str, object]) -> None:
    """Write one JSON object on one line."""
    click.echo(json.dumps(content))


def move_content(move: Move) -> dict[str, object]:
    """Return what a program wants to know of a move."""
    return {
        "pit": move.pit,
        "mover": move.mover,
        "after": str(move.after),
        "laps": move.laps,
        "captured": move.captured,
        "banked": move.banked,
        "swept": move.swept,
        "outcome": move.outcome,
    }


def _ink() -> Ink:
    """Return lines that standard output can take."""
    if sys.stdout is None:
        return Ink.ASCII
    try:
        "─│┼".encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return Ink.ASCII
    return Ink.BOX
