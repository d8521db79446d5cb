"""`sowfish engine`: a player for other programs, over the line protocol."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable

import click

from sowfish.players import runs_programs
from sowfish.players.serve import Engine

HINT = """{} listens. Type, for example:
  position 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0
  go move=1
  quit
"""
EPILOG = """\b
Examples:
  sowfish engine
  sowfish engine random:seed=7
  printf 'position 0 1 1 0 / 1 1 1 0\\ngo\\n' | sowfish engine greedy
"""


@click.command(epilog=EPILOG, short_help="Run a player for another program, line by line.")
@click.argument("player", metavar="[PLAYER]", default="engine", required=False)
def command(player: str) -> None:
    """Run a player for another program, over standard input and output.

    The program sends lines such as `position ...` and `go move=1`, and reads answers such as `bestmove 2`; see
    docs/engine-protocol.md. `sowfish players` lists the players.
    """
    engine = Engine(player, _apart_from_prints() if runs_programs(player) else click.echo)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # undecodable input is answered with an error too
    if sys.stdin is not None and sys.stdin.isatty():
        click.echo(HINT.format(player), err=True)
    engine.serve(sys.stdin or ())


def _apart_from_prints() -> Callable[[str], object]:
    """Return a function that writes lines to standard output; what is printed goes to standard error from now on."""
    output = os.dup(1)
    os.dup2(2, 1)
    return lambda line: os.write(output, f"{line}\n".encode())
