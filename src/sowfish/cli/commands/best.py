"""`sowfish best`: what to play."""

from __future__ import annotations

from contextlib import closing

import click

from sowfish import Objective, Position
from sowfish.cli.options import BoardOptions, SearchOptions, board_options, search_options
from sowfish.cli.terminal.ask_position import ask_position, can_ask
from sowfish.cli.terminal.progress_line import ProgressLine
from sowfish.cli.terminal.screen import say_json
from sowfish.cli.terminal.turn_view import show_both, show_plan
from sowfish.engine import Analysis
from sowfish.engine.advice import TurnCounts, advise, count_turn
from sowfish.engine.leftovers import advise_both
from sowfish.engine.shared import EnginePool
from sowfish.errors import GameOverError
from sowfish.render.words import counted

EPILOG = """\b
Examples:
  sowfish best "avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9" --view phone
  sowfish best 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 --rules kalah
  sowfish best "2 0 1 / 0 3 4 north" --json
  sowfish best "avalanche: 4 4 4 4 4 4 0 / same" --objective stones --counts
  sowfish best                                (asks for the board)
"""


@click.command(epilog=EPILOG, short_help="Show what to play, move by move, and why.")
@click.argument("position", metavar="[POSITION]", nargs=-1)
@click.option(
    "--objective",
    type=click.Choice(["value", *(objective.value for objective in Objective)]),
    default="value",
    show_default=True,
    help="Maximise the value of the whole game, or only what is in the stores after this turn: "
    "your stones, or the difference.",
)
@click.option(
    "--leftovers",
    type=click.Choice(["rules", "both"]),
    default="rules",
    show_default=True,
    help="Who gets the leftovers: as the rules say, or solve both ways if you do not know.",
)
@click.option(
    "--max-laps",
    type=click.IntRange(1, 10**9),
    metavar="NUMBER",
    help="With --objective stones or difference: end the turn after the free move that brings it to this many laps.",
)
@click.option(
    "--technical-win", is_flag=True, help="With --objective stones or difference: end the turn at a technical win."
)
@click.option(
    "--counts", is_flag=True, help="With --objective stones or difference: count all move sequences of the turn."
)
@board_options
@search_options(seconds=10.0)
def command(
    *,
    position: tuple[str, ...],
    objective: str,
    leftovers: str,
    max_laps: int | None,
    technical_win: bool,
    counts: bool,
    board: BoardOptions,
    search: SearchOptions,
) -> int:
    """Show the best turn, move by move, and why it is the best.

    South is you. Without a position, it asks for the board.
    """
    aim = None if objective == "value" else Objective(objective)
    if aim is None and (max_laps is not None or technical_win or counts):
        raise click.UsageError("--max-laps, --technical-win and --counts need --objective stones or difference")
    if leftovers == "both" and aim is not None:
        raise click.UsageError("--leftovers both is about the value of the whole game, not about --objective")
    asked = _asked(position, board)
    if leftovers == "both":
        return _both(asked, board, search)
    with ProgressLine(numbering=board.screen.numbering) as thinking:
        advice = advise(
            asked,
            objective=aim,
            technical_win=technical_win,
            max_laps=max_laps,
            every_move=board.as_json,
            limits=search.limits,
            threads=search.threads,
            progress=thinking.tell,
            cancel=thinking,
        )
    if board.as_json:
        from msgspec.structs import replace  # noqa: PLC0415  # only for programs

        from sowfish.content.searches import of_best, of_counts  # noqa: PLC0415

        told = of_best(advice)
        say_json(replace(told, counts=of_counts(count_turn(advice))) if counts else told)
    else:
        show_plan(board.screen, advice)
        if counts:
            board.screen.say(_counted(count_turn(advice)))
    return thinking.exit_code


def _counted(found: TurnCounts) -> str:
    """Return the size of the turn's tree, in one sentence."""
    return (
        f"The turn has {counted(found.sequences, 'best sequence')}, {counted(found.leaves, 'sequence')} in all and "
        f"{counted(found.nodes, 'node')} in their tree; {counted(found.states, 'position')} with a choice, "
        f"{counted(found.ends, 'end')}; the longest sequence has {counted(found.longest, 'move')}."
    )


def _both(position: Position, board: BoardOptions, search: SearchOptions) -> int:
    """Show what to play under both rules for leftovers."""
    if position.is_over:
        raise GameOverError(f"there is nothing to play: the game is over in {position}", position=str(position))
    pool = EnginePool(memory=search.limits.memory, size=2)  # one engine for each of the two rules
    with ProgressLine() as thinking, closing(pool):

        def analysed(asked: Position, share: float) -> Analysis:
            limits = search.limits.part(share)
            with pool.engine(asked.rules, threads=search.threads) as engine:
                return engine.analyse(
                    asked, seconds=limits.seconds, nodes=limits.nodes, progress=thinking.tell, cancel=thinking
                )

        found = advise_both(position, analysed, seconds=search.limits.seconds)
    if board.as_json:
        from sowfish.content.searches import of_both  # noqa: PLC0415  # only for programs

        say_json(of_both(found))
    else:
        show_both(board.screen, found)
    return thinking.exit_code


def _asked(words: tuple[str, ...], board: BoardOptions) -> Position:
    """Return the position given on the command line, or ask for it."""
    if words:
        return board.position(" ".join(words))
    context = click.get_current_context()
    if not can_ask():
        raise click.UsageError("Missing argument 'POSITION'", context)
    default = context.get_parameter_source("rules") is click.core.ParameterSource.DEFAULT
    return ask_position(None if default else board.rules, board.to_move, board.screen.numbering)
