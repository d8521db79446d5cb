"""`sowfish table`: endgame tables on disk."""

from __future__ import annotations

from collections.abc import Callable

import click

from sowfish import Position, Rules, SowfishError, tables
from sowfish.cli.options import json_option, position_rules_option, read_position, threads_option
from sowfish.cli.terminal.progress_line import ProgressLine, bar
from sowfish.cli.terminal.screen import Screen, say_json
from sowfish.content.files import TableList, VerifiedTable, of_probe, of_table
from sowfish.errors import TableError
from sowfish.render.values import signed
from sowfish.tables import BuildProgress, Table

EPILOG = """\b
Examples:
  sowfish table build kalah 20             # 226 MB, some seconds
  sowfish table build avalanche,pits=4 16
  sowfish table                            # list the tables
  sowfish table probe "kalah: 0 1 0 2 0 1 20 / 1 0 0 3 0 1 19"
  sowfish table verify kalah --samples 1000000 --against published
"""
EXIT_FOUND_FAULT = 1


@click.group(epilog=EPILOG, invoke_without_command=True, short_help="Endgame tables on disk.")
@click.pass_context
def command(context: click.Context) -> None:
    """Build, check and query endgame tables: every position with few stones in play, solved.

    Searches use them automatically. They are in the user's data folder; SOWFISH_DATA names another.
    """
    if context.invoked_subcommand is None:
        context.invoke(list_tables, as_json=False)


def _rules(_context: click.Context, parameter: click.Parameter, text: str) -> Rules:
    try:
        return Rules.parse(text)
    except SowfishError as error:
        raise click.BadParameter(str(error), param=parameter) from None


rules_argument = click.argument("rules", metavar="RULES", callback=_rules)
stones_argument = click.argument("stones", metavar="STONES", type=click.IntRange(0, 100))


@command.command("list", short_help="List the tables on disk.")
@json_option
def list_tables(*, as_json: bool) -> int:
    """Show the tables on disk, including damaged files."""
    found, faults = tables.available()
    if as_json:
        listed = [of_table(table) for table in found]
        say_json(TableList(folder=str(tables.folder()), tables=listed, faults=list(faults)))
        return 0
    screen = Screen()
    for table in found:
        screen.say(f"{table.rules}: {_size(table)}")
    for fault in faults:
        screen.say(fault)
    if not found and not faults:
        screen.say("There are no tables. sowfish table build kalah 20 makes one of 226 MB in some seconds.")
    return 0


@command.command(short_help="Build a table, or continue building it.")
@rules_argument
@stones_argument
@threads_option
@json_option
def build(*, rules: Rules, stones: int, threads: int | None, as_json: bool) -> int:
    """Build the table of all positions with up to STONES stones in play, or add what is missing.

    Each position takes a byte: with 6 pits, 20 stones take 226 MB, 24 take 1.25 GB and 28 take 5.6 GB, on disk and,
    during the build, in memory. After Ctrl-C or a crash, repeat the command to continue with the next layer.
    """
    return _built(tables.build, rules, stones, threads, as_json=as_json)


@command.command(short_help="Add layers to an existing table.")
@rules_argument
@stones_argument
@threads_option
@json_option
def extend(*, rules: Rules, stones: int, threads: int | None, as_json: bool) -> int:
    """Add layers to an existing table, up to STONES stones."""
    return _built(tables.extend, rules, stones, threads, as_json=as_json)


@command.command(short_help="Show what a table holds.")
@rules_argument
@json_option
def info(*, rules: Rules, as_json: bool) -> int:
    """Show what the table for RULES holds and where it is."""
    table = tables.open(rules)
    if as_json:
        say_json(of_table(table))
    else:
        click.echo(f"{table.rules}: {_size(table)}\n{table.path}")
    return 0


@command.command(short_help="Look a position up in a table.")
@click.argument("position", metavar="POSITION", nargs=-1, required=True)
@position_rules_option
@json_option
def probe(*, position: tuple[str, ...], rules: Rules, as_json: bool) -> int:
    """Show the exact value of a position and of its moves, from the table alone."""
    asked = read_position(" ".join(position), rules)
    table = tables.open(asked.rules)
    value = table.probe(asked)
    if value is None:
        raise TableError(f"the position has {asked.rest} stones in play, but the table only covers {table.stones}")
    moves = {pit: _worth(table, asked, pit) for pit in asked.legal_pits}
    if as_json:
        say_json(of_probe(asked, value, moves))
        return 0
    screen = Screen()
    screen.to_move(asked)
    screen.board(asked, marks={pit: signed(worth) for pit, worth in moves.items()})
    screen.say(f"{signed(value)} for {asked.to_move} with best play, proven.", strong=True)
    return 0


@command.command(short_help="Check a table's checksums and values.")
@rules_argument
@click.option(
    "--samples",
    type=click.IntRange(1),
    metavar="NUMBER",
    default=10_000_000,
    show_default=True,
    help="Random positions to check.",
)
@click.option("--all", "check_all", is_flag=True, help="Check every position instead of samples.")
@click.option("--seed", type=int, metavar="NUMBER", default=1, show_default=True, help="Random seed for the samples.")
@click.option(
    "--against",
    metavar="FILE",
    help="Also compare with a list of checksums, such as another machine's; 'published' is the list that ships with "
    "Sowfish.",
)
@threads_option
@json_option
def verify(
    *,
    rules: Rules,
    samples: int,
    check_all: bool,
    seed: int,
    against: str | None,
    threads: int | None,
    as_json: bool,
) -> int:
    """Check a table's checksums, and its values against those of the positions one move later."""
    with ProgressLine() as thinking:
        report = tables.verify(
            rules,
            samples=None if check_all else samples,
            seed=seed,
            threads=threads,
            progress=lambda done, of: thinking.show(bar(done / of) + f" {done / 1e6:.0f} M positions"),
            cancel=thinking,
            against=against,
        )
    if as_json:
        say_json(VerifiedTable(rules=str(rules), stones=report.stones, checked=report.checked, fault=report.fault))
    elif report.fault is None:
        click.echo(f"{report.checked:,} of {report.positions:,} positions follow from their moves; all checksums hold.")
    else:
        click.echo(f"The table is damaged: {report.fault}.")
    return thinking.exit_code or (0 if report.is_good else EXIT_FOUND_FAULT)


@command.command(short_help="Print the checksums of a table.")
@rules_argument
def checksums(*, rules: Rules) -> int:
    """Print the SHA-256 of every layer of a table, as a list for verify --against."""
    for line in tables.checksum_lines(tables.open(rules)):
        click.echo(line)
    return 0


@command.command(short_help="Remove a table.")
@rules_argument
def remove(*, rules: Rules) -> int:
    """Remove the table for RULES from the disk."""
    tables.remove(rules)
    click.echo(f"The table for {rules} is removed.")
    return 0


def _worth(table: Table, position: Position, pit: int) -> int:
    after = position.after(pit)
    value = table.probe(after)
    assert value is not None  # no move adds stones
    return value if after.to_move == position.to_move else -value


def _tell(thinking: ProgressLine, progress: BuildProgress) -> None:
    left = progress.seconds_left
    rest = "" if left is None else f", {left:.0f} s left"
    thinking.show(f"{bar(progress.positions / progress.wanted)} {max(progress.stones, 0)} stones{rest}")


def _built(build: Callable[..., Table], rules: Rules, stones: int, threads: int | None, *, as_json: bool) -> int:
    """Build or extend a table with a progress bar, and describe the result."""
    with ProgressLine() as thinking:
        table = build(
            rules, stones, threads=threads, progress=lambda progress: _tell(thinking, progress), cancel=thinking
        )
    if as_json:
        say_json(of_table(table))
    else:
        click.echo(f"{table.rules}: {_size(table)}")
    return thinking.exit_code


def _size(table: Table) -> str:
    return f"up to {table.stones} stones in play, {table.positions:,} positions"
