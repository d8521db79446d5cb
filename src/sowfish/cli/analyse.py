"""`sowfish analyse`: a number under every pit."""

from __future__ import annotations

from pathlib import Path

import click

from sowfish import Analysis, GameError, Kind, Limits, Position, analyse, solve
from sowfish.cli.options import Board, Search, board_options, search_options
from sowfish.cli.panel import Panel
from sowfish.cli.position_file import read_positions
from sowfish.cli.screen import Screen, on_terminal, say_json
from sowfish.cli.thinking import Thinking

GLANCE_SECONDS = 0.3  # for a first look at a position, before the long one
EPILOG = """\b
Examples:
  sowfish analyse "avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9"
  sowfish analyse "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0" --time 60 --view phone
  sowfish analyse --file positions.txt --time 2 > values.jsonl
  sowfish analyse --file positions.txt --time 2 --jobs 2 --output values.jsonl
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
@click.option("--jobs", type=click.IntRange(1, 1024), metavar="NUMBER", help="Analyse FILE in so many processes.")
@click.option("--cluster", metavar="ADDRESS", help="Have the workers of this dask scheduler analyse FILE.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the lines of --file here; what is there already is kept, and the same command goes on behind it.",
)
@board_options
@search_options(seconds=10.0)
def command(
    *,
    position: tuple[str, ...],
    path: str | None,
    jobs: int | None,
    cluster: str | None,
    output: Path | None,
    board: Board,
    search: Search,
) -> int:
    """Show what every move is worth: the margin at the end of the game for the side to move.

    A plain number is proven, a number with a sign in front is a bound (≥ or ≤) or an estimate (~). Ctrl-C ends
    the search and shows what is known by then.
    """
    if (path is None) == (not position):
        raise click.UsageError("Give either a position or --file", click.get_current_context())
    bulk = {"--jobs": jobs, "--cluster": cluster, "--output": output}
    useless = next((name for name, value in bulk.items() if value is not None and path is None), None)
    if useless is not None:
        raise click.UsageError(f"{useless} needs --file", click.get_current_context())
    if jobs is not None and cluster is not None:
        raise click.UsageError("Give either --jobs or --cluster", click.get_current_context())
    if path is not None and (jobs, cluster, output) != (None, None, None):
        from sowfish.cli.bulk import analyse_many  # noqa: PLC0415  # processes and clusters are not for everyone

        return analyse_many(read_positions(path, board), search, jobs=jobs, cluster=cluster, output=output)
    if path is not None:
        return _analyse_file(read_positions(path, board), search)
    asked = board.position(" ".join(position))
    if asked.is_over:
        raise GameError(f"there is nothing to analyse: the game is over in {asked}")
    if board.as_json:
        return _analyse_file([asked], search)
    return _show(board.screen, asked, search)


def _analyse_file(positions: list[Position], search: Search) -> int:
    from sowfish.cli.analysis import of_found  # noqa: PLC0415  # only for programs

    with Thinking() as thinking:
        for asked in positions:
            found = analyse(
                asked, limits=search.limits, threads=search.threads, progress=thinking.tell, cancel=thinking
            )
            told = of_found(found, search)
            thinking.clear()
            say_json(told)
            if thinking.is_set():
                break
    return thinking.exit_code


def _show(screen: Screen, asked: Position, search: Search) -> int:
    panel = Panel(screen, asked)
    if not asked.legal_pits:
        panel.say_pass(solve(asked, limits=search.limits, threads=search.threads))
        return 0
    with Thinking(quiet=on_terminal()) as thinking:
        if on_terminal():
            found = _watched(panel, asked, search, thinking)
        else:
            found = analyse(
                asked, limits=search.limits, threads=search.threads, cancel=thinking, progress=thinking.tell
            )
    click.echo(panel.report(found) + (", stopped by Ctrl-C" if thinking.is_set() else ""))
    return thinking.exit_code


def _watched(panel: Panel, asked: Position, search: Search, thinking: Thinking) -> Analysis:
    """Show a first look at once, and how it changes while the search deepens."""
    from sowfish.cli.live import Live  # noqa: PLC0415  # rich takes its time to load

    seconds = min(GLANCE_SECONDS, search.limits.seconds or GLANCE_SECONDS)
    glance = Limits(seconds=seconds, memory=search.limits.memory)
    first = analyse(asked, limits=glance, threads=search.threads, cancel=thinking)
    if all(move.kind is Kind.PROVEN for move in first.moves):
        return first
    with Live(panel, first) as live:
        return analyse(asked, limits=search.limits, threads=search.threads, progress=live.tell, cancel=thinking)
