"""`sowfish move`: play pits and see what happens."""

from __future__ import annotations

import re

import click

from sowfish import Game, IllegalMoveError, Move, Position, Rules
from sowfish.cli.options import board_options, read_position
from sowfish.cli.screen import Screen, move_content, say_json
from sowfish.errors import shown
from sowfish.render import View
from sowfish.render.words import standing

EPILOG = """\b
Examples:
  sowfish move "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0" 2 5
  sowfish move "avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9" 2 5 4 --view phone
  sowfish move "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0" 2 --json
"""


@click.command(epilog=EPILOG, short_help="Play pits and show the board after each.")
@click.argument("position", metavar="POSITION")
@click.argument("pits", metavar="PIT...", nargs=-1, required=True)
@board_options
def command(position: str, pits: tuple[str, ...], rules: Rules, view: View | None, as_json: bool) -> None:
    """Play pits one after the other, for whoever is to move, and show the board after each.

    A side that has nothing to sow passes by itself.
    """
    game = Game(read_position(position, rules))
    moves = _played(game, pits)
    if as_json:
        say_json(
            {
                "rules": str(game.start.rules),
                "position": str(game.start),
                "moves": [move_content(move) for move in moves],
                "after": str(game.position),
            }
        )
        return
    screen = Screen(view)
    screen.heading(game.start)
    for number, move in enumerate(moves, start=1):
        screen.step(number, move)
        screen.board(move.after)
    screen.say(standing(game.position))


def _played(game: Game, pits: tuple[str, ...]) -> list[Move]:
    moves = []
    for number, pit in enumerate(pits, start=1):
        try:
            moves.append(game.play(_read_pit(pit, game.position)))
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {number}: {error}") from None
    return moves


def _read_pit(text: str, position: Position) -> int:
    if not re.fullmatch("[0-9]{1,3}", text):
        raise IllegalMoveError(f"{shown(text)} is no pit; pits are 0 to {position.rules.pits - 1}")
    return int(text)
