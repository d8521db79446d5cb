"""`sowfish analyse`: a number under every pit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from sowfish import GameError, Position, Progress, analyse
from sowfish.cli.commands.position_file import read_positions
from sowfish.cli.options import BoardOptions, SearchOptions, board_options, search_options
from sowfish.cli.terminal.analysis_panel import Panel
from sowfish.cli.terminal.progress_line import ProgressLine
from sowfish.cli.terminal.screen import Screen, on_terminal, say_json
from sowfish.cli.terminal.table_advice import say_table_advice

EPILOG = """\b
Examples:
  sowfish analyse "avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9"
  sowfish analyse "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0" --time 60 --view phone
  sowfish analyse --file positions.txt --time 2 > values.jsonl
  sowfish analyse --file positions.txt --time 2 --jobs 2 --output values.jsonl
  sowfish analyse --file positions.txt --output values.csv
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
@click.option(
    "--jobs", type=click.IntRange(1, 1024), metavar="NUMBER", help="Use this many processes for --file, not threads."
)
@click.option("--cluster", metavar="ADDRESS", help="Analyse --file on the workers of this Dask scheduler.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the results of --file here: a table if FILE ends in .npz, .csv or .parquet, otherwise lines of JSON. "
    "Repeat the command to continue with lines of JSON after an interruption.",
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
    board: BoardOptions,
    search: SearchOptions,
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
    if path is not None:
        from sowfish.cli.commands import bulk_analysis  # noqa: PLC0415  # only for --file

        if output is None or output.suffix not in bulk_analysis.TABLE_SUFFIXES:
            lines = bulk_analysis.write_lines
            return lines(read_positions(path, board), search, jobs=jobs, cluster=cluster, output=output)
        if (jobs, cluster) != (None, None):
            message = (
                f"--jobs and --cluster write lines of JSON; {output.suffix} is written by all cores of this process"
            )
            raise click.UsageError(message, click.get_current_context())
        return bulk_analysis.write_table(read_positions(path, board), search, output)
    asked = board.position(" ".join(position))
    if asked.is_over:
        raise GameError(f"there is nothing to analyse: the game is over in {asked}")
    if board.as_json:
        return _tell_programs(asked, search)
    return _show(board.screen, asked, search)


def _tell_programs(asked: Position, search: SearchOptions) -> int:
    from sowfish.cli.commands.analysis_content import of_found  # noqa: PLC0415  # only for programs

    with ProgressLine() as thinking:
        found = analyse(asked, limits=search.limits, threads=search.threads, progress=thinking.tell, cancel=thinking)
    say_json(of_found(found))
    return thinking.exit_code


def _show(screen: Screen, asked: Position, search: SearchOptions) -> int:
    panel = Panel(screen, asked)
    with ProgressLine(quiet=on_terminal()) as thinking, _watcher(panel, thinking) as tell:
        found = analyse(asked, limits=search.limits, threads=search.threads, cancel=thinking, progress=tell)
    if not asked.legal_pits:
        panel.say_pass(found.result)
        return thinking.exit_code
    click.echo(panel.report(found) + (", stopped by Ctrl-C" if thinking.is_set() else ""))
    say_table_advice(found.result)
    return thinking.exit_code


@contextmanager
def _watcher(panel: Panel, thinking: ProgressLine) -> Iterator[Callable[[Progress], object]]:
    """Yield the progress display: on a terminal a panel that is redrawn."""
    if not on_terminal():
        yield thinking.tell
        return
    from sowfish.cli.terminal.live_panel import Live  # noqa: PLC0415  # rich takes its time to load

    with Live(panel) as live:
        yield live.tell
