"""`sowfish best`: what to play."""

from __future__ import annotations

import click

from sowfish import MoveValue, Objective, Position, Rules, Side
from sowfish.advice import Advice, advise, alternatives
from sowfish.cli.ask import ask_position, can_ask
from sowfish.cli.options import (
    board_options,
    numbering_option,
    read_limits,
    read_position,
    search_options,
    to_move_option,
)
from sowfish.cli.plan import show_plan
from sowfish.cli.screen import Screen, say_json, value_content
from sowfish.cli.thinking import Thinking
from sowfish.render import Numbering, View

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
@to_move_option
@numbering_option
@board_options
@search_options(seconds=10.0)
def command(
    *,
    position: tuple[str, ...],
    objective: str,
    rules: Rules,
    to_move: Side | None,
    view: View | None,
    numbering: Numbering,
    as_json: bool,
    seconds: float | None,
    threads: int | None,
    memory: int,
) -> int:
    """Show the best turn, move by move, and why it is the best.

    South is you. Without a position it asks for the board.
    """
    limits = read_limits(seconds, memory)
    asked = _asked(position, rules, to_move)
    share = limits.part(ADVICE_SHARE) if as_json else limits
    with Thinking() as thinking:
        aim = None if objective == "value" else Objective(objective)
        advice = advise(asked, objective=aim, limits=share, threads=threads, progress=thinking.tell, cancel=thinking)
        others: tuple[MoveValue, ...] = ()
        if as_json:
            left = limits if seconds is None else limits.part(max(1 - ADVICE_SHARE, 1 - advice.seconds / seconds))
            others = alternatives(advice, limits=left, threads=threads, progress=thinking.tell, cancel=thinking)
    if as_json:
        say_json(_content(advice, others))
    else:
        show_plan(Screen(view, numbering), advice)
    return thinking.exit_code


def _asked(words: tuple[str, ...], rules: Rules, to_move: Side | None) -> Position:
    """Return the position of the command line, or ask for it."""
    if words:
        return read_position(" ".join(words), rules, to_move)
    context = click.get_current_context()
    if not can_ask():
        raise click.UsageError("Missing argument 'POSITION'", context)
    default = context.get_parameter_source("rules") is click.core.ParameterSource.DEFAULT
    return ask_position(None if default else rules, to_move)


def _content(advice: Advice, others: tuple[MoveValue, ...]) -> dict[str, object]:
    return {
        "rules": str(advice.position.rules),
        "position": str(advice.position),
        "turn": advice.turn,
        **value_content(advice),
        "after": str(advice.after),
        "banked": advice.banked,
        "nodes": advice.nodes,
        "seconds": round(advice.seconds, 3),
        "alternatives": [{"pit": move.pit, **value_content(move)} for move in others],
    }
