"""`sowfish best`: what to play."""

from __future__ import annotations

import click

from sowfish import Game, GameError, Move, Position, Rules
from sowfish.cli.options import board_options, read_position
from sowfish.cli.screen import Screen, move_content, say_json
from sowfish.render import View
from sowfish.render.words import effect

EPILOG = """\b
Examples:
  sowfish best "avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9"
  sowfish best 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 --rules kalah --view phone
  sowfish best "2 0 1 / 0 3 4 north" --json
"""


@click.command(epilog=EPILOG)
@click.argument("position", metavar="POSITION", nargs=-1, required=True)
@board_options
def command(position: tuple[str, ...], rules: Rules, view: View | None, as_json: bool) -> None:
    """Show a position and what each legal move in it leads to."""
    asked = read_position(" ".join(position), rules)
    if asked.is_over:
        raise GameError(f"there is nothing to play: the game is over in {asked}")
    choice = Game(asked).position
    moves = [choice.move(pit) for pit in choice.legal_pits]
    if as_json:
        say_json(_content(asked, moves))
    else:
        _show(Screen(view), asked, choice, moves)


def _content(asked: Position, moves: list[Move]) -> dict[str, object]:
    return {
        "rules": str(asked.rules),
        "position": str(asked),
        "alternatives": [move_content(move) for move in moves],
    }


def _show(screen: Screen, asked: Position, choice: Position, moves: list[Move]) -> None:
    screen.heading(asked)
    if choice != asked:
        screen.heading(choice)
    for move in moves:
        screen.say(f"pit {move.pit}: {effect(move)}")
        screen.board(move.after)
