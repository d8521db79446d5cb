"""`sowfish move`: play pits and see what happens."""

from __future__ import annotations

import click

from sowfish import Game
from sowfish.cli.options import BoardOptions, board_options
from sowfish.cli.terminal.screen import say_json
from sowfish.cli.terminal.typed_pits import play_pits
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
def command(*, position: str, pits: tuple[str, ...], board: BoardOptions) -> None:
    """Play pits one after the other, for whichever side is to move, and show the board after each.

    A side that has nothing to sow passes automatically.
    """
    screen = board.screen
    game = Game(board.position(position))
    moves = play_pits(game, pits, screen.numbering)
    if board.as_json:
        from sowfish.content.boards import of_moves  # noqa: PLC0415  # only for programs

        say_json(of_moves(game, moves))
        return
    screen.heading(game.start)
    for number, move in enumerate(moves, start=1):
        screen.step(number, move)
        screen.board(move.after)
    screen.say(standing(game.position))
