"""`sowfish deals`: what random deals are worth, and what the greedy turn costs."""

from __future__ import annotations

from pathlib import Path

import click

from sowfish import Deal, Rules, __version__
from sowfish.cli.options import json_option, memory_option, read_rules, threads_option
from sowfish.cli.terminal.progress_line import ProgressLine
from sowfish.cli.terminal.screen import Screen, charset, columns, on_terminal, say_json
from sowfish.content.starts import of_deals
from sowfish.model.notation import MAX_STONES
from sowfish.render.histogram import draw_histogram, draw_histogram_svg
from sowfish.runtime.files import write_whole
from sowfish.starts.deals import Deals, load_deals, shipped, solve_deals
from sowfish.starts.summary import LEAST_DEALS, Mean, Summary, summary

PIPE_COLUMNS = 80
EPILOG = """\b
Examples:
  sowfish deals
  sowfish deals --deal phone-mirrored --rules avalanche-sweep
  sowfish deals --svg deals.svg
  sowfish deals --recompute --file deals.json --count 100 --seed 7
"""


@click.command(epilog=EPILOG, short_help="Show what random deals are worth, and what the greedy turn costs.")
@click.option(
    "--file",
    "path",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Read this file instead of the one that ships with Sowfish.",
)
@click.option("--svg", metavar="FILE", type=click.Path(path_type=Path), help="Write the histogram as SVG.")
@click.option(
    "--recompute", "recomputes", is_flag=True, help="Solve the deals that are missing from FILE, and save them there."
)
@click.option(
    "--count",
    type=click.IntRange(2, 1_000_000),
    metavar="NUMBER",
    default=1000,
    show_default=True,
    help="Deals to solve.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63),
    metavar="NUMBER",
    default=1,
    show_default=True,
    help="Random seed for the deals.",
)
@click.option(
    "--deal",
    type=click.Choice([deal.value for deal in Deal]),
    default=Deal.PHONE.value,
    show_default=True,
    help="phone: 1 to 5 stones in every pit, sides independent; phone-mirrored: 1 to 6, both sides the same; others "
    "allow any number in a pit.",
)
@click.option(
    "--stones",
    type=click.IntRange(2, MAX_STONES),
    metavar="NUMBER",
    default=48,
    show_default=True,
    help="Total stones in a deal.",
)
@click.option(
    "--rules",
    metavar="NAME",
    default="avalanche",
    show_default=True,
    callback=read_rules,
    help="Rules of the deals.",
)
@json_option
@threads_option
@memory_option
def command(
    *,
    path: Path | None,
    svg: Path | None,
    recomputes: bool,
    count: int,
    seed: int,
    deal: str,
    stones: int,
    rules: Rules,
    as_json: bool,
    threads: int | None,
    memory: int,
) -> int:
    """Show how often the first player wins random deals, by how much, and what the greedy turn costs.

    The greedy turn banks the most stones now; of several, the one with the fewest moves counts.

    With --recompute, solve deals and keep them in FILE. Repeat the command to continue after Ctrl-C.
    """
    code = 0
    if recomputes:
        if path is None:
            raise click.UsageError("--recompute needs --file FILE")
        asked = Deals(deal=deal, rules=rules.label, pits=rules.pits, total=stones, seed=seed, version=__version__)
        code = _recompute(path, asked, count, threads, memory)
    deals = load_deals(path or shipped(deal, rules.label))
    if code and len(deals.solved) < LEAST_DEALS:
        click.echo(f"Interrupted; what is solved is in {path}, and the same command goes on from there.", err=True)
        return code
    found = summary(deals)
    if svg is not None:
        write_whole(svg, draw_histogram_svg(found, title(deals)).encode())
    elif as_json:
        say_json(of_deals(deals, found))
    else:
        _show(Screen(), deals, found)
    return code


def title(deals: Deals) -> str:
    """Return a title for the deals."""
    return f"{len(deals.solved)} {deals.deal} deals of {deals.total} stones, {deals.rules}"


def _recompute(path: Path, asked: Deals, count: int, threads: int | None, memory: int) -> int:
    with ProgressLine() as thinking:
        for deals in solve_deals(path, asked, count, threads=threads, memory=memory, cancel=thinking):
            thinking.show(f"{len(deals.solved)} of {count} deals")
    return thinking.exit_code


def _show(screen: Screen, deals: Deals, found: Summary) -> None:
    screen.say(f"{title(deals)}, {deals.pits} pits a side, all proven (seed {deals.seed}, Sowfish {deals.version})")
    width = columns() if on_terminal() else PIPE_COLUMNS
    click.echo(f"\n{draw_histogram(found, columns=width - 1, charset=charset())}\n")
    for sentence in _sentences(found):
        screen.say(sentence)


def _sentences(found: Summary) -> list[str]:
    share = f"{_percent(found.wins, found)} of the deals, ties {_percent(found.ties, found)}"
    failing = f"The turn that banks the most is not a best turn in {_percent(found.greedy_fails, found)} of the deals"
    cost = f"; where it is not, it costs {_mean(found.cost)} stones of margin" if found.greedy_fails else ""
    return [
        f"The first player wins {share} and loses {_percent(found.losses, found)}.",
        f"Mean margin: {found.margin.mean:+.1f} ± {found.margin.error:.1f} stones (standard error).",
        f"{failing}{cost}.",
        f"It throws the win away in {_percent(found.greedy_loses, found)} of the deals.",
    ]


def _percent(part: int, found: Summary) -> str:
    return f"{100 * part / found.deals:.1f} %"


def _mean(number: Mean) -> str:
    return f"{number.mean:.1f} ± {number.error:.1f}"
