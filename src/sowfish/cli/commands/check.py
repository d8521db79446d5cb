"""`sowfish check`: questions about all games, answered with a witness, and proofs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from sowfish import Limits, Position, Rules, SowfishError
from sowfish.checker import Trace, ask, read_question
from sowfish.checker.conditions import word
from sowfish.checker.predicates import PREDICATES
from sowfish.checker.state import State
from sowfish.checker.words import (
    COUNTERS,
    KNOWN_LABELS,
    LABELS,
    LEVELS,
    ORDERED_LABELS,
    PITS,
    SIDED_LABELS,
    SUMS,
    WORDS,
    meaning,
    unknown,
)
from sowfish.cli.commands.check_proofs import prove_command, read_sizes
from sowfish.cli.commands.check_witness import WitnessOutput
from sowfish.cli.options import OutputFile, json_option, position_rules_option, read_memory, read_position, view_option
from sowfish.cli.terminal.progress_line import PATIENCE, ProgressLine
from sowfish.cli.terminal.screen import Screen
from sowfish.render import View
from sowfish.render.trace_text import WATCHED
from sowfish.runtime.files import read_limited

LARGEST_TRACE = 64 << 20

EPILOG = """\b
Examples:
  sowfish check shortest game without steal --rules events --pits 3 --stones 2
  sowfish check "exists game of kalah(3,3) where north_margin >= 10" --step
  sowfish check "fewest turns in game where south_wins of kalah(4,3)"
  sowfish check "can south force steal of kalah(3,3)" --step
  sowfish check prove all --rules avalanche --pits 1-6
  sowfish check --words
"""

HELP = """Answer a question about all games from a start, with a game that shows it, or prove a property of the rules.

\b
A question begins with one of
  exists | never | always | count  SUBJECT
  shortest | longest               SUBJECT [in WORD]
  fewest | most WORD in            SUBJECT
  can south | north force          CONDITION, or game where CONDITION
where SUBJECT is game, turn, first turn, position or state, and continues with
  where CONDITION   with LABEL   without LABEL   within NUMBER WORD
  of RULES(PITS,STONES)   from POSITION
A condition combines labels (steal), comparisons (south_pit_0 + hand >= 3) and
orders (steal then pass) with and, or, not and parentheses; see --words.

\b
To prove properties of the rules, ask
  prove  well_formed | conserved | falls | never_empties | all
which exits with code 1 if a proof fails.
"""


class Searching(ProgressLine):
    """Shows how many positions were searched."""

    def told(self, nodes: int, seconds: float) -> None:
        """Show the progress."""
        if seconds >= PATIENCE:
            self.show(f"{seconds:.0f} s: {nodes:,} positions")


@click.command(
    help=HELP, epilog=EPILOG, short_help="Ask about all games: exists, never, shortest, count, force; and prove."
)
@click.argument("words", metavar="QUESTION...", nargs=-1)
@click.option("--from", "start", metavar="POSITION", help="Position that games start from.")
@click.option("--pits", metavar="NUMBER", help="Pits per side of the start; for proofs also a range such as 1-6.")
@click.option(
    "--stones", type=click.IntRange(1, 127), metavar="NUMBER", help="Stones in each pit of the start.  [default: 4]"
)
@click.option("--events", "every_event", is_flag=True, help="List the witness event by event.")
@click.option("--step", is_flag=True, help="Step through the witness with the keyboard, or play against a strategy.")
@click.option("--html", type=OutputFile(), metavar="FILE", help="Write the witness as a page to step through.")
@click.option("--trace", "trace_file", type=OutputFile(), metavar="FILE", help="Write the witness as JSON.")
@click.option("--replay", metavar="FILE", help="Show a trace file instead of asking a question.")
@click.option(
    "--watch", metavar="WORD", multiple=True, help="Show the value of this word on every board; may be repeated."
)
@click.option("--words", "list_words", is_flag=True, help="List the words of questions, or explain the words given.")
@click.option("--time", "seconds", type=float, metavar="SECONDS", help="Time limit.  [default: none]")
@click.option(
    "--memory",
    metavar="SIZE",
    default="1G",
    show_default=True,
    callback=read_memory,
    help="Memory for positions, such as 512M; a search that needs more stops and says what it found.",
)
@position_rules_option
@view_option
@json_option
def command(
    *,
    words: tuple[str, ...],
    start: str | None,
    pits: str | None,
    stones: int | None,
    every_event: bool,
    step: bool,
    html: Path | None,
    trace_file: Path | None,
    replay: str | None,
    watch: tuple[str, ...],
    list_words: bool,
    seconds: float | None,
    memory: int,
    rules: Rules,
    view: View | None,
    as_json: bool,
) -> int:
    """Answer a question, or prove a property of the rules."""
    names = _watched(watch)
    if list_words:
        _say_words(words)
        return 0
    show = WitnessOutput(Screen(view), names, every_event=every_event, step=step, html=html, trace_file=trace_file)
    if replay is not None:
        trace = Trace.from_json(read_limited(replay, LARGEST_TRACE).decode("utf-8", errors="replace"))
        show.show_trace(trace, as_json=as_json)
        return 0
    if not words:
        raise SowfishError("a question is needed, such as: sowfish check shortest game --rules events --pits 3")
    if words[0].split()[0:1] == ["prove"]:
        return prove_command(" ".join(words), rules, pits, as_json=as_json, view=view)
    text = " ".join(words)
    named = read_sizes(pits) if pits is not None else rules.pits
    question = read_question(text, rules=rules, pits=_pits_of(start, rules, named), read_start=read_position)
    position = question.start or _start(start, rules, pits, stones)
    if question.start is not None and (start or pits or stones):
        raise SowfishError("the question names its start; omit --from, --pits and --stones")
    with Searching(quiet=as_json) as searching:
        answer = ask(
            question, position, limits=Limits(seconds=seconds, memory=memory), cancel=searching, progress=searching.told
        )
    show.show_answer(answer, as_json=as_json)
    return searching.exit_code


def _pits_of(start: str | None, rules: Rules, pits: int | range) -> int | None:
    """Return the number of pits of the start given by the options."""
    if start is not None:
        return read_position(start, rules).rules.pits
    return pits if isinstance(pits, int) else None


def _start(text: str | None, rules: Rules, pits: str | None, stones: int | None) -> Position:
    if text is not None:
        if pits or stones:
            raise SowfishError("--from gives the whole board; omit --pits and --stones")
        return read_position(text, rules)
    size = rules.pits if pits is None else read_sizes(pits)
    if not isinstance(size, int):
        raise SowfishError(f"a question is about one board: --pits {pits} is for proofs")
    return Position.start(rules, 4 if stones is None else stones, size)


def _watched(names: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        word(name)
    return names or WATCHED


def _say_words(names: tuple[str, ...]) -> None:
    """List all words, or say what some of them mean."""
    if names:
        known = [*KNOWN_LABELS, *WORDS, *SUMS, *PREDICATES]
        for name in " ".join(names).lower().split():
            if name not in known:
                raise unknown(name, known, "word")
            _say_table({name: _summary(PREDICATES[name]) if name in PREDICATES else meaning(name)})
        return
    click.echo("Numbers that grow along a game; with south_ or north_ before them, of one side only:")
    _say_table(COUNTERS)
    click.echo("\nNumbers of a board:")
    levels = {name: means for name, means in LEVELS.items() if name not in PITS}
    pits = {"south_pit_0, ...": "stones in one pit; also north_pit_0, ..."}
    _say_table(levels | pits | {name: means for name, (_, _, means) in SUMS.items()})
    click.echo(f"\nLabels; {', '.join(SIDED_LABELS)} also with south_ or north_ before them:")
    _say_table({name: means for name, (_, means) in LABELS.items()})
    click.echo(f"\nIn order, each in a later move: {', '.join(ORDERED_LABELS)}, as in steal then pass.")
    click.echo("\nPredicates on states, searched in Python, which is slower:")
    _say_table({name: _summary(predicate) for name, predicate in PREDICATES.items()})
    click.echo("\ninit(NUMBER)  the start: NUMBER stones in each pit, none elsewhere, south to move")


def _summary(predicate: Callable[[State], bool]) -> str:
    said = (predicate.__doc__ or "").rstrip(".")
    return said[:1].lower() + said[1:]


def _say_table(words: dict[str, str]) -> None:
    for name, means in words.items():
        click.echo(f"  {name:<20} {means}")
