"""`sowfish best`: what to play."""

from __future__ import annotations

import click

from sowfish import Objective, Position
from sowfish.cli.options import BoardOptions, SearchOptions, board_options, search_options
from sowfish.cli.terminal.ask_position import ask_position, can_ask
from sowfish.cli.terminal.progress_line import ProgressLine
from sowfish.cli.terminal.screen import say_json
from sowfish.cli.terminal.turn_view import show_both, show_plan
from sowfish.engine import Analysis, analyse
from sowfish.engine.advice import advise, alternatives
from sowfish.engine.leftovers import advise_both
from sowfish.errors import GameOverError

ADVICE_SHARE = 0.7  # of the time; in JSON the rest is for the alternatives
EPILOG = """\b
Examples:
  sowfish best "avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9" --view phone
  sowfish best 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 --rules kalah
  sowfish best "2 0 1 / 0 3 4 north" --json
  sowfish best                                (asks for the board)
"""


@click.command(epilog=EPILOG, short_help="Show what to play, move by move, and why.")
@click.argument("position", metavar="[POSITION]", nargs=-1)
@click.option(
    "--objective",
    type=click.Choice(["value", *(objective.value for objective in Objective)]),
    default="value",
    show_default=True,
    help="The value of the whole game, or only of this turn: stones in the store, or their difference.",
)
@click.option(
    "--leftovers",
    type=click.Choice(["rules", "both"]),
    default="rules",
    show_default=True,
    help="Who gets the leftovers: as the rules say, or both ways if you do not know.",
)
@board_options
@search_options(seconds=10.0)
def command(
    *, position: tuple[str, ...], objective: str, leftovers: str, board: BoardOptions, search: SearchOptions
) -> int:
    """Show the best turn, move by move, and why it is the best.

    South is you. Without a position it asks for the board.
    """
    asked = _asked(position, board)
    if leftovers == "both":
        if objective != "value":
            raise click.UsageError("--leftovers both is about the value of the whole game, not about --objective")
        return _both(asked, board, search)
    aim = None if objective == "value" else Objective(objective)
    with ProgressLine() as thinking:
        advice = advise(
            asked,
            objective=aim,
            limits=search.limits.part(ADVICE_SHARE) if board.as_json else search.limits,
            threads=search.threads,
            progress=thinking.tell,
            cancel=thinking,
        )
        if board.as_json:
            left = search.limits.part(1 - ADVICE_SHARE)
            others = alternatives(advice, limits=left, threads=search.threads, progress=thinking.tell, cancel=thinking)
    if board.as_json:
        from sowfish.content.searches import of_best  # noqa: PLC0415  # only for programs

        say_json(of_best(advice, others))
    else:
        show_plan(board.screen, advice)
    return thinking.exit_code


def _both(position: Position, board: BoardOptions, search: SearchOptions) -> int:
    """Show what to play under both rules for leftovers."""
    if position.is_over:
        raise GameOverError(f"there is nothing to play: the game is over in {position}", position=str(position))
    with ProgressLine() as thinking:

        def analysed(asked: Position, share: float) -> Analysis:
            limits = search.limits.part(share)
            return analyse(asked, limits=limits, threads=search.threads, progress=thinking.tell, cancel=thinking)

        found = advise_both(position, analysed)
    if board.as_json:
        from sowfish.content.searches import of_both  # noqa: PLC0415  # only for programs

        say_json(of_both(found))
    else:
        show_both(board.screen, found)
    return thinking.exit_code


def _asked(words: tuple[str, ...], board: BoardOptions) -> Position:
    """Return the position of the command line, or ask for it."""
    if words:
        return board.position(" ".join(words))
    context = click.get_current_context()
    if not can_ask():
        raise click.UsageError("Missing argument 'POSITION'", context)
    default = context.get_parameter_source("rules") is click.core.ParameterSource.DEFAULT
    return ask_position(None if default else board.rules, board.to_move)
