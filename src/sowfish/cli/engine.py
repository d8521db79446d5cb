"""`sowfish engine`: a player that programs talk to in lines."""

from __future__ import annotations

import sys

import click

from sowfish.players.serve import Engine

EPILOG = """\b
Examples:
  sowfish engine
  sowfish engine random:seed=7
  printf 'position 0 1 1 0 / 1 1 1 0\\ngo\\n' | sowfish engine greedy
"""


@click.command(epilog=EPILOG, short_help="A player that other programs talk to, line by line.")
@click.argument("player", metavar="[PLAYER]", default="perfect")
def command(player: str) -> None:
    """Play as a player of Sowfish for another program, which sends lines and reads lines.

    The lines are those of docs/engine-protocol.md: `position ...`, `go move=1`, and the answer is `bestmove 2`.
    `sowfish players` lists the players.
    """
    Engine(player, click.echo).serve(sys.stdin or ())
