"""`sowfish solved`: the starts that are solved, and how to solve them again."""

from __future__ import annotations

from pathlib import Path

import click

from sowfish import Progress, SowfishError, __version__
from sowfish.cli.commands.solved_words import in_words, line_of, open_ones
from sowfish.cli.options import json_option, memory_option, threads_option
from sowfish.cli.terminal.progress_line import ProgressLine, how_far
from sowfish.cli.terminal.screen import Screen, charset, columns, has_colours, on_terminal, say_json
from sowfish.content.starts import of_starts
from sowfish.errors import quoted
from sowfish.render.heat_svg import draw_heat_svg
from sowfish.render.heat_text import Starts, draw_heat_maps, no_paint
from sowfish.runtime.files import write_whole
from sowfish.starts import SHIPPED, SIZES, SOLVED_RULES, SolvedStart, load
from sowfish.starts.recompute import Effort, recompute, to_solve

PIPE_COLUMNS = 80
EXPLANATION = "What the first player wins by with best play by both, proven. Darker: a larger share of all stones."
EPILOG = """\b
Examples:
  sowfish solved
  sowfish solved kalah 6 4
  sowfish solved avalanche --svg avalanche.svg
  sowfish solved --recompute --file solved.json --memory 4G
"""


@click.command(epilog=EPILOG, short_help="Show the starts that are solved and their best openings.")
@click.argument("words", metavar="[RULES] [PITS STONES]", nargs=-1)
@click.option("--rules", metavar="NAME", multiple=True, help="Only these rules; may be repeated.")
@click.option(
    "--file",
    "path",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Read this file instead of the one that ships with Sowfish.",
)
@click.option("--svg", metavar="FILE", type=click.Path(path_type=Path), help="Write the heat map of RULES as SVG.")
@click.option("--recompute", "recomputes", is_flag=True, help="Solve what is missing from FILE, and save it there.")
@click.option(
    "--max-seconds-per-start",
    "seconds",
    metavar="SECONDS",
    type=float,
    default=60.0,
    show_default=True,
    help="Time limit for the value of a start, and again for its openings.",
)
@click.option(
    "--max-stones",
    metavar="NUMBER",
    type=click.IntRange(2, 72),
    default=72,
    show_default=True,
    help="Skip starts with more stones than this on the board.",
)
@json_option
@threads_option
@memory_option
def command(
    *,
    words: tuple[str, ...],
    rules: tuple[str, ...],
    path: Path | None,
    svg: Path | None,
    recomputes: bool,
    seconds: float,
    max_stones: int,
    as_json: bool,
    threads: int | None,
    memory: int,
) -> int:
    """Show what Kalah(m,n) and Avalanche(m,n) are worth: m pits a side, n stones in each, both from 1 to 6.

    With PITS and STONES, show one start with the value of every opening.

    With --recompute, solve the starts again, smallest first, and keep each in FILE as soon as it is known. Repeat
    the command to continue after Ctrl-C; starts that are still open are tried again if their time limit is longer than
    before.
    """
    chosen, size = _asked(words, rules)
    if recomputes:
        if path is None or svg or size or as_json:
            raise click.UsageError("--recompute needs --file FILE, and no size, --svg or --json")
        return _recompute(path, chosen, max_stones, Effort(seconds=seconds, memory=memory, threads=threads))
    starts = load(path or SHIPPED)
    if svg is not None:
        if size or len(chosen) > 1:
            raise click.UsageError("a picture shows one set of rules: sowfish solved kalah --svg FILE")
        write_whole(svg, draw_heat_svg(starts, chosen[0]).encode())
    elif as_json:
        wanted = [start for start in starts.values() if start.rules in chosen and size in (None, start.key[1:])]
        say_json(of_starts(wanted))
    elif size is None:
        _show_table(Screen(), starts, chosen)
    else:
        _show_starts(Screen(), [starts.get((name, *size)) or SolvedStart.unknown(name, *size) for name in chosen])
    return 0


def _asked(words: tuple[str, ...], rules: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[int, int] | None]:
    """Return the requested rules and size; all rules if none is named."""
    if words and not words[0].isdigit():
        rules, words = (*rules, words[0]), words[1:]
    for name in rules:
        if name not in SOLVED_RULES:
            raise SowfishError(f"there is no table for {quoted(name)}; there are {', '.join(SOLVED_RULES)}")
    chosen = tuple(name for name in SOLVED_RULES if name in rules or not rules)
    if not words:
        return chosen, None
    if len(words) != 2 or not all(word.isdigit() and len(word) == 1 and int(word) in SIZES for word in words):
        said = quoted(" ".join(words))
        raise SowfishError(f"a size is pits and stones, each from {SIZES[0]} to {SIZES[-1]}, not {said}")
    return chosen, (int(words[0]), int(words[1]))


def _show_table(screen: Screen, starts: Starts, rules: tuple[str, ...]) -> None:
    screen.say(EXPLANATION)
    width = columns() if on_terminal() else PIPE_COLUMNS
    table = draw_heat_maps(starts, rules, columns=width, charset=charset(), paint=_paint if has_colours() else no_paint)
    click.echo(f"\n{table}\n")
    for sentence in open_ones(starts, rules):
        screen.say(sentence)
    screen.say("sowfish solved kalah 6 4 shows the openings of a start.")


def _paint(cell: str, margin: int) -> str:
    """Colour a cell; its sign says the same."""
    return click.style(cell, fg="cyan" if margin > 0 else "yellow" if margin else None)


def _show_starts(screen: Screen, starts: list[SolvedStart]) -> None:
    for number, start in enumerate(starts):
        if number:
            click.echo()
        for line in in_words(start):
            screen.say(line)


def _recompute(path: Path, rules: tuple[str, ...], most_stones: int, effort: Effort) -> int:
    """Solve the open starts, and print a line for each."""
    known = load(path) if path.exists() else {}
    left = len(to_solve(known, rules, most_stones, effort))
    click.echo(f"{left} starts to solve.")
    with ProgressLine() as thinking:

        def watch(start: SolvedStart, progress: Progress) -> None:
            thinking.show(f"{start.name} {how_far(progress)}")

        solved = recompute(
            path,
            version=__version__,
            rules=rules,
            most_stones=most_stones,
            effort=effort,
            watch=watch,
            cancel=thinking,
        )
        for start in solved:
            left -= 1
            thinking.clear()
            click.echo(line_of(start) + f", {left} left")
    if thinking.exit_code:
        click.echo(f"Interrupted; what is solved is in {path}, and the same command goes on from there.")
    return thinking.exit_code
