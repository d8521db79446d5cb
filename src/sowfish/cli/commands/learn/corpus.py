"""`sowfish learn corpus`: positions from games of chosen players, with the value of every move."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sowfish import Rules
from sowfish.cli.commands.learn.extra import require
from sowfish.cli.commands.worker_pools import pool_of
from sowfish.cli.options import json_option, rules_option
from sowfish.cli.terminal.progress_line import ProgressLine, bar
from sowfish.cli.terminal.screen import say_json
from sowfish.content.base import labelled
from sowfish.content.files import CorpusFile
from sowfish.errors import quoted
from sowfish.learn.corpus_plan import CorpusPlan, Opening, checked
from sowfish.players import names

if TYPE_CHECKING:
    from sowfish.learn.corpus import Progress
    from sowfish.learn.corpus_file import Corpus

USUAL = CorpusPlan()
EPILOG = """\b
Examples:
  sowfish learn corpus kalah.npz --games 2000
  sowfish learn corpus a.npz --rules avalanche --player random --player turn
  sowfish learn corpus small.npz --rules kalah,pits=4 --stones 1-3 --table 12
  sowfish learn corpus kalah.npz --games 100000 --cluster tcp://scheduler:8786
"""


def _complete_player(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    return [name for name in names() if name.startswith(begun)]


def _read_openings(_context: click.Context, parameter: click.Parameter, text: str) -> tuple[Opening, ...]:
    try:
        return tuple(Opening(word.strip()) for word in text.split(","))
    except ValueError:
        raise click.BadParameter(f"{quoted(text)} is no list of {', '.join(Opening)}", param=parameter) from None


def _read_stones(_context: click.Context, parameter: click.Parameter, text: str) -> tuple[int, int]:
    match = re.fullmatch("([0-9]{1,3})(?:-([0-9]{1,3}))?", text.strip())
    if match is None:
        raise click.BadParameter(f"{quoted(text)} is no number such as 4 or range such as 2-6", param=parameter)
    return int(match[1]), int(match[2] or match[1])


@click.command(epilog=EPILOG, short_help="Make a corpus: positions from games, with the value of every move.")
@click.argument("output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@rules_option
@click.option("--games", type=int, metavar="NUMBER", default=USUAL.games, show_default=True, help="Games to play.")
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="PLAYER",
    shell_complete=_complete_player,
    help=f"A player; may be repeated, and each side of a game draws one.  [default: {', '.join(USUAL.players)}]",
)
@click.option(
    "--openings",
    metavar="KINDS",
    default=",".join(USUAL.openings),
    show_default=True,
    callback=_read_openings,
    help="Kinds of openings, drawn for each game: start, mirrored, balanced (see sowfish arena) or free deals.",
)
@click.option(
    "--stones",
    metavar="RANGE",
    default=f"{USUAL.fewest_stones}-{USUAL.most_stones}",
    show_default=True,
    callback=_read_stones,
    help="Stones per pit at the start, drawn for each game.",
)
@click.option(
    "--wander",
    type=float,
    metavar="SHARE",
    default=USUAL.wander,
    show_default=True,
    help="Share of moves that are random instead of the player's.",
)
@click.option(
    "--positions",
    type=int,
    metavar="NUMBER",
    default=USUAL.positions,
    show_default=True,
    help="Maximum positions per game.",
)
@click.option(
    "--nodes",
    type=int,
    metavar="NUMBER",
    default=USUAL.nodes,
    show_default=True,
    help="Node limit of a proof.",
)
@click.option(
    "--look",
    type=int,
    metavar="NUMBER",
    default=USUAL.look,
    show_default=True,
    help="Node limit of an estimate, where a position is not proven.",
)
@click.option(
    "--table",
    type=int,
    metavar="STONES",
    default=USUAL.table,
    show_default=True,
    help="Stones of the endgame table: read from disk if there is one that large, otherwise built by each worker.",
)
@click.option("--seed", type=click.IntRange(0), metavar="NUMBER", default=1, show_default=True, help="Random seed.")
@click.option("--part", type=int, metavar="GAMES", default=USUAL.part, show_default=True, help="Games per work unit.")
@click.option("--jobs", type=click.IntRange(1, 1024), metavar="NUMBER", help="Processes.  [default: one per core]")
@click.option("--cluster", metavar="ADDRESS", help="Run on the workers of this Dask scheduler.")
@json_option
def corpus(
    *,
    output: Path,
    rules: Rules,
    games: int,
    players: tuple[str, ...],
    openings: tuple[Opening, ...],
    stones: tuple[int, int],
    wander: float,
    positions: int,
    nodes: int,
    look: int,
    table: int,
    seed: int,
    part: int,
    jobs: int | None,
    cluster: str | None,
    as_json: bool,
) -> int:
    """Play games and write positions from them to FILE, with the value of every move.

    Values are proven where the node limit allows it and estimated elsewhere; the file marks which. No position appears
    twice. After Ctrl-C or a crash, repeat the command to continue. The same options give the same file, with any number
    of processes and on a cluster too.
    """
    if jobs is not None and cluster is not None:
        raise click.UsageError("Give either --jobs or --cluster", click.get_current_context())
    require("numpy")
    plan = checked(
        CorpusPlan(
            rules=str(rules),
            games=games,
            players=players or USUAL.players,
            openings=openings,
            fewest_stones=stones[0],
            most_stones=stones[1],
            wander=wander,
            positions=positions,
            nodes=nodes,
            look=look,
            table=table,
            seed=seed,
            part=part,
        )
    )
    from sowfish.learn.corpus import make, parts_folder  # noqa: PLC0415  # needs numpy

    if not output.parent.is_dir():
        raise click.UsageError(f"There is no folder {output.parent}", click.get_current_context())
    if output.exists():
        click.echo(f"sowfish: {output} is there already", err=True)
    elif parts_folder(output).exists():
        click.echo(f"sowfish: going on with the parts in {parts_folder(output)}", err=True)
    with ProgressLine() as thinking, pool_of(jobs, cluster) as pool:
        made = make(plan, output, pool, progress=lambda progress: thinking.show(_line(progress)), cancel=thinking)
    if made is None:
        click.echo("sowfish: stopped by Ctrl-C; repeat the command to resume", err=True)
        return thinking.exit_code
    tell(made, output, as_json=as_json)
    return thinking.exit_code


def _line(progress: Progress) -> str:
    share = progress.done / progress.of
    return f"{bar(share)} {progress.done} of {progress.of} parts, {progress.positions:,} positions"


def tell(corpus: Corpus, path: Path, *, as_json: bool) -> None:
    """Summarise a corpus."""
    size, exact = len(corpus), int(corpus.exact.sum())
    if as_json:
        games = len(set(corpus.game.tolist()))
        file = CorpusFile(file=str(path), positions=size, exact=exact, games=games, digest=corpus.digest)
        say_json({**labelled(file), **corpus.header})
        return
    share = f"{100 * exact / size:.1f} %" if size else "none"
    click.echo(f"{path}: {size:,} positions of {corpus.rules}, {share} with a proven value")
    click.echo(f"digest {corpus.digest[:16]}, made by {corpus.header['command']}")
