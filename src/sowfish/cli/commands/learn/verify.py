"""`sowfish learn verify`: prove positions of a corpus anew."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sowfish.cli.commands.learn.extra import require
from sowfish.cli.errors import EXIT_FAULT
from sowfish.cli.options import json_option
from sowfish.cli.terminal.progress_line import ProgressLine
from sowfish.cli.terminal.screen import say_json

if TYPE_CHECKING:
    from sowfish.learn.verify import Contradiction, Verified

SHOWN = 10  # contradictions


@click.command(short_help="Prove positions of a corpus anew.")
@click.argument("corpus", type=click.Path(dir_okay=False, path_type=Path), metavar="CORPUS")
@click.option(
    "--sample", type=click.IntRange(min=1), default=200, show_default=True, metavar="NUMBER", help="Positions to prove."
)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, metavar="NUMBER", help="Random seed.")
@json_option
def verify(*, corpus: Path, sample: int, seed: int, as_json: bool) -> int:
    """Prove a random sample of positions anew, and compare every value that CORPUS calls exact or proven.

    Exits with code 1 if one is wrong.
    """
    require("numpy")
    from sowfish.learn import verify as proofs  # noqa: PLC0415  # needs numpy
    from sowfish.learn.corpus_file import read  # noqa: PLC0415  # needs numpy

    with ProgressLine() as thinking:
        found = proofs.verify(
            read(corpus),
            sample=sample,
            seed=seed,
            progress=lambda progress: thinking.show(f"{progress.done} of {progress.total} positions"),
            cancel=thinking,
        )
    if as_json:
        from sowfish.content.files import of_verified  # noqa: PLC0415  # only for programs

        say_json(of_verified(corpus, found))
    else:
        _show(corpus, found)
    return thinking.exit_code or (EXIT_FAULT if found.wrong else 0)


def _show(path: Path, found: Verified) -> None:
    left = f", {found.open} left open" if found.open else ""
    verdict = f"{len(found.wrong)} wrong" if found.wrong else "all of them right"
    click.echo(f"{path}: {found.positions:,} positions proven anew{left}; {found.values:,} values compared, {verdict}")
    for wrong in found.wrong[:SHOWN]:
        click.echo(f"  {_line(wrong)}")


def _line(wrong: Contradiction) -> str:
    what = wrong.position if wrong.pit is None else f"pit {wrong.pit} of {wrong.position}"
    truth = f"{wrong.low:+d}" if wrong.low == wrong.high else f"{wrong.low:+d} to {wrong.high:+d}"
    return f"{what}: {wrong.said:+g} in the corpus, {truth} proven"
