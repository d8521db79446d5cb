"""`sowfish solve`: the exact value of a position."""

from __future__ import annotations

import click

from sowfish import Kind, Position, Result, solve
from sowfish.cli.options import BoardOptions, SearchOptions, board_options, search_options
from sowfish.cli.terminal.line_view import end_of, turns
from sowfish.cli.terminal.progress_line import ProgressLine
from sowfish.cli.terminal.screen import Screen, say_json
from sowfish.cli.terminal.table_advice import say_table_advice
from sowfish.render.values import verdict
from sowfish.render.words import player, searched

EPILOG = """\b
Examples:
  sowfish solve "avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9"
  sowfish solve "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0" --time 60 --memory 2G
  sowfish solve "2 0 1 / 0 3 4 north" --json
  sowfish solve "5 5 5 5 5 5 0 / 5 5 5 5 5 5 0" --memory 8G --campaign kalah65
  sowfish solve "3 3 3 3 0 / 3 3 3 3 0" --certificate kalah43.certificate
"""


@click.command(epilog=EPILOG, short_help="Prove who wins and by how much, with a line of best play.")
@click.argument("position", metavar="POSITION", nargs=-1, required=True)
@board_options
@search_options(seconds=None)
@click.option(
    "--campaign",
    metavar="FOLDER",
    type=click.Path(file_okay=False),
    help="Save what is proven to a folder every two minutes; repeat the command to continue.",
)
@click.option(
    "--certificate",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write a file that proves the value to anyone: see sowfish certificate.",
)
def command(
    *,
    position: tuple[str, ...],
    board: BoardOptions,
    search: SearchOptions,
    campaign: str | None,
    certificate: str | None,
) -> int:
    """Prove the value of a position: who wins with best play by both, by how many stones, and how.

    Ctrl-C ends the proof and shows what is known by then.
    """
    asked = board.position(" ".join(position))
    with ProgressLine() as thinking:
        result = solve(
            asked,
            limits=search.limits,
            threads=search.threads,
            progress=thinking.tell,
            cancel=thinking,
            campaign=campaign,
            certificate=certificate,
        )
    if board.as_json:
        from sowfish.content.searches import of_result  # noqa: PLC0415  # only for programs

        say_json(of_result(result, certificate=certificate is not None))
        return thinking.exit_code
    _show(board.screen, result)
    say_table_advice(result)
    if certificate:
        board.screen.say(_about_certificate(result))
    return thinking.exit_code


def _about_certificate(result: Result) -> str:
    written = result.certificate
    if written is not None:
        return f"{written.path} proves it: {written.size:,} bytes, {written.positions:,} positions."
    if result.kind is Kind.PROVEN:
        return "No certificate was written: it takes more time or memory than is allowed."
    return "No certificate was written: the value is not proven."


def _show(screen: Screen, result: Result) -> None:
    position = result.position
    screen.to_move(position)
    screen.board(position)
    for number, (side, pits) in enumerate(turns(screen, position, result.line), start=1):
        screen.say(f"{number:>2}. {player(side):<4} {pits}")
    if result.line:
        screen.say(f"    {_ending(end_of(position, result.line))}")
        screen.say("")
    sentence = verdict(result, position.to_move)
    screen.say(f"{sentence[0].upper()}{sentence[1:]}.", strong=True)
    if found := searched(result.nodes, result.seconds):
        screen.say(found)


def _ending(position: Position) -> str:
    if not position.is_over:
        return "... and so on"
    final = position.swept()
    return f"the end: you {final.south_store}, they {final.north_store}"
