"""`sowfish analyse`: a number under every pit."""

from __future__ import annotations

import click

from sowfish import Analysis, GameError, Kind, Limits, Position, Rules, Side, analyse, solve
from sowfish.advice import threat
from sowfish.cli.options import (
    board_options,
    numbering_option,
    read_limits,
    read_position,
    search_options,
    to_move_option,
)
from sowfish.cli.panel import Panel
from sowfish.cli.position_file import read_positions
from sowfish.cli.screen import Screen, on_terminal, say_json, value_content
from sowfish.cli.thinking import Thinking
from sowfish.render import Numbering, View

GLANCE_SECONDS = 0.3  # for a first look at a position, before the long one
EPILOG = """\b
Examples:
  sowfish analyse "avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9"
  sowfish analyse "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0" --time 60 --view phone
  sowfish analyse --file positions.txt --time 2 > values.jsonl
"""


@click.command(epilog=EPILOG, short_help="Put a number under every pit; show lines, the balance and the threat.")
@click.argument("position", metavar="[POSITION]", nargs=-1)
@click.option(
    "--file",
    "path",
    type=click.Path(allow_dash=True),
    metavar="FILE",
    help="Analyse every line of a file (- is standard input) and write one line of JSON for each, in order.",
)
@to_move_option
@numbering_option
@board_options
@search_options(seconds=10.0)
def command(
    *,
    position: tuple[str, ...],
    path: str | None,
    rules: Rules,
    to_move: Side | None,
    view: View | None,
    numbering: Numbering,
    as_json: bool,
    seconds: float | None,
    threads: int | None,
    memory: int,
) -> int:
    """Show what every move is worth: the margin at the end of the game for the side to move.

    A plain number is proven, a number with a sign in front is a bound (≥ or ≤) or an estimate (~). Ctrl-C ends
    the search and shows what is known by then.
    """
    if (path is None) == (not position):
        raise click.UsageError("Give either a position or --file", click.get_current_context())
    limits = read_limits(seconds, memory)
    if path is not None:
        return _analyse_file(read_positions(path, rules, to_move), limits, threads)
    asked = read_position(" ".join(position), rules, to_move)
    if asked.is_over:
        raise GameError(f"there is nothing to analyse: the game is over in {asked}")
    if as_json:
        return _analyse_file([asked], limits, threads)
    return _show(Screen(view, numbering), asked, limits, threads)


def _analyse_file(positions: list[Position], limits: Limits, threads: int | None) -> int:
    with Thinking() as thinking:
        for asked in positions:
            found = analyse(asked, limits=limits, threads=threads, progress=thinking.tell, cancel=thinking)
            say_json(_content(found, limits, threads))
            if thinking.is_set():
                break
    return thinking.exit_code


def _show(screen: Screen, asked: Position, limits: Limits, threads: int | None) -> int:
    panel = Panel(screen, asked)
    if not asked.legal_pits:
        panel.say_pass(solve(asked, limits=limits, threads=threads))
        return 0
    with Thinking(quiet=on_terminal()) as thinking:
        if on_terminal():
            found = _watched(panel, asked, limits, threads, thinking)
        else:
            found = analyse(asked, limits=limits, threads=threads, cancel=thinking, progress=thinking.tell)
    click.echo(panel.report(found) + (", stopped by Ctrl-C" if thinking.is_set() else ""))
    return thinking.exit_code


def _watched(panel: Panel, asked: Position, limits: Limits, threads: int | None, thinking: Thinking) -> Analysis:
    """Show a first look at once, and how it changes while the search deepens."""
    from sowfish.cli.live import Live  # noqa: PLC0415  # rich takes its time to load

    glance = Limits(seconds=min(GLANCE_SECONDS, limits.seconds or GLANCE_SECONDS), memory=limits.memory)
    first = analyse(asked, limits=glance, threads=threads, cancel=thinking)
    if all(move.kind is Kind.PROVEN for move in first.moves):
        return first
    with Live(panel, first) as live:
        return analyse(asked, limits=limits, threads=threads, progress=live.tell, cancel=thinking)


def _content(found: Analysis, limits: Limits, threads: int | None) -> dict[str, object]:
    position = found.position
    whole = found.best if found.moves else solve(position, limits=limits, threads=threads)
    menace = None if position.is_over else threat(position.with_to_move(position.to_move.other))
    return {
        "rules": str(position.rules),
        "position": str(position),
        **value_content(whole),
        "line": whole.line,
        "moves": [{"pit": move.pit, **value_content(move), "line": move.line} for move in found.moves],
        "threat": None if menace is None else {"turn": menace.turn, "banked": menace.banked},
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
    }
