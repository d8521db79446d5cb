"""`sowfish arena`: which player is stronger."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import click

from sowfish import ArenaError, Rules, SowfishError
from sowfish.arena.game_database import GameDatabase
from sowfish.arena.report import game_name, report
from sowfish.arena.tournament import run
from sowfish.arena.tournament_plan import Format, Openings, Plan, checked, refuse_programs
from sowfish.arena.worker_pool import WorkerPool
from sowfish.cli.commands.arena_duration import long_games
from sowfish.cli.commands.worker_pools import pool_of
from sowfish.cli.options import OutputFile, OutputFolder, json_option, read_memory, read_position, rules_option
from sowfish.cli.terminal.progress_line import ProgressLine
from sowfish.cli.terminal.screen import columns, on_terminal, say_json
from sowfish.content.arena import of_report
from sowfish.players import names
from sowfish.render.standings import draw_report
from sowfish.render.words import counted
from sowfish.runtime.files import read_limited, write_whole
from sowfish.runtime.folders import data_folder

EPILOG = """\b
Examples:
  sowfish arena random greedy turn --games 200
  sowfish arena engine:nodes=20000 minimax:depth=6 --sprt 0,50 --games 2000
  sowfish arena uct:playouts=2000 greedy turn --format gauntlet --html a.html
  sowfish arena random greedy --cluster tcp://scheduler:8786
"""
LARGEST_OPENINGS = 16 << 20
PIPE_COLUMNS = 100
KINDS = [kind.value for kind in Openings if kind is not Openings.LISTED]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outputs:
    """Where the result goes."""

    html: Path | None
    games: Path | None
    as_json: bool


def _complete_player(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    return [name for name in names() if name.startswith(begun)]


@click.command(epilog=EPILOG, short_help="Tournaments: ratings with intervals, on one machine or many.")
@click.argument("players", metavar="[PLAYER]...", nargs=-1, shell_complete=_complete_player)
@click.option(
    "--games",
    type=click.IntRange(2),
    metavar="NUMBER",
    help="Games of each pairing; every opening is played twice with seats swapped.  [default: 100]",
)
@click.option(
    "--format",
    "form",
    type=click.Choice([form.value for form in Format]),
    default=Format.ROUND_ROBIN.value,
    show_default=True,
    help="Everyone plays everyone, the first player plays all others, or each plays the next two in the list.",
)
@rules_option
@click.option(
    "--stones", type=click.IntRange(1), metavar="NUMBER", default=4, show_default=True, help="Stones in each pit."
)
@click.option(
    "--openings",
    metavar="KIND",
    default=Openings.MIRRORED.value,
    show_default=True,
    help="mirrored (random deals, the same for both sides), balanced (random moves from the start to a level "
    "position), start (always the start), or a file of positions.",
)
@click.option("--seed", type=click.IntRange(0), metavar="NUMBER", default=1, show_default=True, help="Random seed.")
@click.option(
    "--clock", metavar="LIMITS", default="", help="Time for each side, such as move=0.1 or game=10,increment=0.1."
)
@click.option(
    "--patience",
    type=float,
    metavar="SECONDS",
    default=300.0,
    show_default=True,
    help="Without a clock: how long a third-party player may take for a move before it loses.",
)
@click.option(
    "--sprt", metavar="ELO0,ELO1", default="", help="Stop a pairing early by SPRT, testing these Elo differences."
)
@click.option(
    "--jobs", type=click.IntRange(1, 1024), metavar="NUMBER", help="Worker processes.  [default: one per core]"
)
@click.option(
    "--worker-memory",
    metavar="SIZE",
    callback=lambda context, parameter, text: None if text is None else read_memory(context, parameter, text),
    help="Memory limit of each worker process, such as 2G; a player that exceeds it loses its game.",
)
@click.option("--cluster", metavar="ADDRESS", help="Play on the workers of this Dask scheduler.")
@click.option(
    "--store",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep the games in this file; without players, resume the tournament in it.  [default: in the data folder]",
)
@click.option(
    "--allow-programs",
    is_flag=True,
    help="Let players named in the --store file run programs, files and third-party packages.",
)
@click.option("--fresh", is_flag=True, help="Discard earlier games and start again.")
@click.option("--report", "reports", is_flag=True, help="Report on the --store file without playing.")
@click.option("--html", type=OutputFile(), metavar="FILE", help="Write the report as a page with plots.")
@click.option("--export", type=OutputFolder(), metavar="FOLDER", help="Write every game as a file to this folder.")
@json_option
def command(
    *,
    players: tuple[str, ...],
    games: int | None,
    form: str,
    rules: Rules,
    stones: int,
    openings: str,
    seed: int,
    clock: str,
    patience: float,
    sprt: str,
    jobs: int | None,
    worker_memory: int | None,
    cluster: str | None,
    store: Path | None,
    allow_programs: bool,
    fresh: bool,
    reports: bool,
    html: Path | None,
    export: Path | None,
    as_json: bool,
) -> int:
    """Play a tournament and report ratings with confidence intervals.

    Every game is saved as soon as it ends. To resume a run that was stopped, or to play more games, repeat the
    command. A player is a name from `sowfish players`, or a class in a file: my_player.py:Bold.
    """
    if jobs is not None and cluster is not None:
        raise click.UsageError("Give either --jobs or --cluster", click.get_current_context())
    if (reports or not players) and store is None:
        raise click.UsageError("Name two players or more, or a tournament with --store", click.get_current_context())
    outputs = Outputs(html=html, games=export, as_json=as_json)
    if reports:
        with GameDatabase(store) as kept:  # type: ignore[arg-type]  # checked above
            _tell(kept, outputs)
        return 0
    if players:
        kind, positions = _openings(openings, rules)
        plan = Plan(
            players=players,
            games=100 if games is None else games,
            rules=str(rules),
            stones=stones,
            format=Format(form),
            openings=kind,
            positions=positions,
            seed=seed,
            clock=clock,
            patience=patience,
            sprt=sprt,
        )
    else:
        plan = _stored_plan(store, games)  # type: ignore[arg-type]  # checked above
        if not allow_programs:
            refuse_programs(plan, store)
    plan = checked(plan)
    return _play(plan, store or _usual_place(plan), outputs, lambda: pool_of(jobs, cluster, worker_memory), fresh=fresh)


def _stored_plan(path: Path, games: int | None) -> Plan:
    with GameDatabase(path) as kept:
        return kept.plan if games is None else replace(kept.plan, games=games)


def _usual_place(plan: Plan) -> Path:
    return data_folder() / "arena" / f"{plan.digest}.db"


def _openings(text: str, rules: Rules) -> tuple[Openings, tuple[str, ...]]:
    """Return the kind of openings, and the positions if the text is the name of a file."""
    if text in KINDS:
        return Openings(text), ()
    if not Path(text).exists():
        raise ArenaError(f"{text} is neither {', '.join(KINDS)} nor a file of positions")
    positions = []
    lines = read_limited(text, LARGEST_OPENINGS).decode("utf-8-sig", errors="replace").splitlines()
    for number, line in enumerate(lines, start=1):
        words = line.partition("#")[0].strip()
        if not words:
            continue
        try:
            positions.append(str(read_position(words, rules)))
        except SowfishError as error:
            raise ArenaError(f"{text}, line {number}: {error}") from None
    if not positions:
        raise ArenaError(f"{text} contains no positions")
    return Openings.LISTED, tuple(positions)


def _play(plan: Plan, path: Path, outputs: Outputs, pool: Callable[[], WorkerPool], *, fresh: bool) -> int:
    if fresh:
        _forget(path)
    with GameDatabase(path, plan) as store:
        before = sum(1 for _ in store.records())
        if before:
            click.echo(f"sowfish: resuming with {counted(before, 'game')} in {path}; --fresh starts again", err=True)
        if warning := long_games(plan):
            click.echo(f"sowfish: {warning}", err=True)
        with ProgressLine(quiet=True) as thinking, pool() as workers:
            if sys.stderr is not None and sys.stderr.isatty():
                from sowfish.cli.terminal.live_standings import Standings  # noqa: PLC0415  # rich takes its time to load

                with Standings(plan) as standings:
                    run(store, workers, progress=standings.tell, cancel=thinking)
            else:
                run(store, workers, cancel=thinking)
        _tell(store, outputs)
    if thinking.is_set():
        click.echo("sowfish: stopped by Ctrl-C; repeat the command to resume", err=True)
    return thinking.exit_code


def _forget(path: Path) -> None:
    """Remove a tournament's file, unless it is another file or in use."""
    if path.exists():
        with GameDatabase(path) as old:
            old.take()
            for ending in ("", "-wal", "-shm"):
                path.with_name(path.name + ending).unlink(missing_ok=True)


def _tell(store: GameDatabase, outputs: Outputs) -> None:
    found = report(store.plan, store.records())
    if outputs.html is not None:
        from sowfish.render.arena_page import arena_page  # noqa: PLC0415  # only when asked for

        write_whole(outputs.html, arena_page(found).encode())
    if outputs.games is not None:
        _export(store, outputs.games)
    if outputs.as_json:
        say_json(of_report(found))
    else:
        click.echo(draw_report(found, columns=columns() - 1 if on_terminal() else PIPE_COLUMNS))


def _export(store: GameDatabase, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    plan = store.plan
    for record in store.records():
        first, second = plan.pairings[record.pairing]
        game = record.game((plan.names[first], plan.names[second]), f"arena, seed {plan.seed}")
        game.save(folder / f"{game_name(plan, record)}.txt")
