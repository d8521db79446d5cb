"""`sowfish grade`: what a player's moves give away, against proven values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import click

from sowfish import LimitError, SowfishError
from sowfish.cli.options import OutputFile, json_option, rules_option
from sowfish.cli.terminal.progress_line import ProgressLine, bar
from sowfish.cli.terminal.screen import say_json
from sowfish.grading import Grade, PositionSet, Score, grade, load
from sowfish.grading.scoring import read_moves
from sowfish.players.clock import Clock
from sowfish.runtime.files import read_limited, write_whole

LARGEST_FILE = 16 << 20
EPILOG = """\b
Examples:
  sowfish grade greedy turn minimax:depth=6
  sowfish grade engine:level=5 --rules avalanche
  sowfish grade program:command=./my-engine --clock move=1
  sowfish grade --export positions.txt
  sowfish grade --moves chosen.txt
"""


@click.command(epilog=EPILOG, short_help="Grade players: stones lost per move against proven values.")
@click.argument("players", nargs=-1, metavar="[PLAYER]...")
@rules_option
@click.option("--clock", metavar="LIMITS", default="", help="Time per move, such as move=0.1.")
@click.option(
    "--limit", type=click.IntRange(1), metavar="NUMBER", help="Grade only this many positions, evenly spaced."
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, metavar="NUMBER", help="Random seed.")
@click.option(
    "--moves",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Grade moves chosen elsewhere: a line per position, then ';' and the pit.",
)
@click.option("--export", type=OutputFile(), metavar="FILE", help="Write the positions of the set, one per line.")
@json_option
def command(
    *,
    players: tuple[str, ...],
    rules: str,
    clock: str,
    limit: int | None,
    seed: int,
    moves: Path | None,
    export: Path | None,
    as_json: bool,
) -> int:
    """Ask players for a move in a fixed set of positions and report what their moves give away.

    Every move of every position is proven, so a grade needs no opponent: 100 % optimal is perfect play. The sets
    ship with Sowfish, one for each named rules profile, and carry a version.
    """
    found = load(rules)
    if export is not None:
        write_whole(export, "".join(f"{one.position}\n" for one in found.positions).encode())
        if not players and moves is None:
            click.echo(f"{len(found.positions)} positions of {found.name} written to {export}")
            return 0
    if not players and moves is None:
        raise click.UsageError("name a player to grade, or moves chosen elsewhere with --moves FILE")
    with ProgressLine() as thinking:

        def graded(player: str) -> Grade:
            def progress(done: int, planned: int) -> None:
                thinking.show(f"{bar(done / planned)} {player}: {done} of {planned} positions")

            limits = Clock.parse(clock)
            return grade(player, found, clock=limits, seed=seed, limit=limit, progress=progress, cancel=thinking)

        grades = list(_until_interrupted(graded, players, thinking))
        if moves is not None:
            grades.append(_grade_moves(moves, found))
    if not grades:
        click.echo("sowfish: interrupted before a position was graded", err=True)
    elif as_json:
        from sowfish.content.grading import GradeReports, of_grade  # noqa: PLC0415  # only for programs

        say_json(GradeReports(grades=[of_grade(one) for one in grades]))
    else:
        _show(grades)
    return thinking.exit_code


def _until_interrupted(
    graded: Callable[[str], Grade], players: Iterable[str], thinking: ProgressLine
) -> Iterator[Grade]:
    """Yield the grades of players, up to the one for which Ctrl-C came before a position was graded."""
    for player in players:
        try:
            yield graded(player)
        except LimitError:
            if not thinking.is_set():
                raise
            return


def _grade_moves(path: Path, found: PositionSet) -> Grade:
    """Grade moves from a file, over the positions it contains."""
    chosen = read_moves(read_limited(path, LARGEST_FILE).decode("utf-8", "replace"), found.positions)
    part = PositionSet(found.rules, found.version, tuple(one for one in found.positions if one.position in chosen))
    if not part.positions:
        raise SowfishError(f"{path} has no moves")
    return grade(chosen, part)


def _show(grades: list[Grade]) -> None:
    width = max(12, *(len(one.agent) for one in grades))
    click.echo(f"{grades[0].positions.name}, {grades[0].score.positions} positions, every move proven")
    click.echo()
    click.echo(f"{'':{width}}  optimal            lost per move  thrown  ms/move")
    for one in grades:
        click.echo(_line(one.agent, one.score, width))
        if len(grades) == 1:
            for phase, score in one.phases.items():
                click.echo(_line(f"  {phase}", score, width))
    if len(grades) > 1:
        click.echo()
        click.echo(f"{'optimal by phase':{width}}  " + "  ".join(f"{phase:>10}" for phase in grades[0].phases))
        for one in grades:
            shares = "  ".join(f"{100 * score.optimal:>8.1f} %" for score in one.phases.values())
            click.echo(f"{one.agent:{width}}  {shares}")
    click.echo()
    click.echo("Lost: stones given away, with a 95 % interval. Thrown: won or tied positions turned into less.")


def _line(name: str, score: Score, width: int) -> str:
    share = f"{100 * score.optimal:5.1f} % ({100 * score.optimal_low:.0f} to {100 * score.optimal_high:.0f})"
    lost = f"{score.lost:6.2f} ± {score.lost_error:.2f}"
    return f"{name:{width}}  {share:17}  {lost:13}  {100 * score.thrown:4.1f} %  {1000 * score.seconds:7.2f}"
