"""Options and arguments that commands share."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from sowfish import PROFILES, Limits, Position, Rules, RulesError, Side, SowfishError
from sowfish.cli.terminal.screen import Screen
from sowfish.cli.terminal.typed_board import check_stores
from sowfish.errors import quoted
from sowfish.model.notation import check_pits
from sowfish.render import Numbering, View
from sowfish.runtime.files import check_folder, check_writable

Command = TypeVar("Command", bound=Callable[..., Any])
RULES_PITS = "sowfish.rules.pits"  # key in click's context for the number of pits in --rules
UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardOptions:
    """Board options: rules, side to move, and drawing."""

    rules: Rules
    to_move: Side | None
    screen: Screen
    as_json: bool

    def position(self, text: str) -> Position:
        """Parse a position argument; with --numbering ring also in the order of the ring."""
        if self.screen.numbering is Numbering.RING and "/" not in text:
            text = ring_order(text)
        position = read_position(text, self.rules)
        return position if self.to_move is None else position.with_to_move(self.to_move)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions:
    """Search options: time, threads and memory."""

    limits: Limits
    threads: int | None


def board_options(command: Command) -> Command:
    """Add the options of commands that show a board, passed as one `board`."""

    @functools.wraps(command)
    def gathered(
        *,
        rules: Rules,
        to_move: Side | None,
        view: View | None,
        near: Side,
        numbering: Numbering,
        as_json: bool,
        **others: object,
    ) -> object:
        board = BoardOptions(rules=rules, to_move=to_move, screen=Screen(view, numbering, near), as_json=as_json)
        return command(board=board, **others)

    return _with_options(
        cast("Command", gathered), position_rules_option, _TO_MOVE, view_option, _NEAR, _NUMBERING, json_option
    )


def search_options(*, seconds: float | None) -> Callable[[Command], Command]:
    """Add the options of commands that search, with a default time, passed as one `search`."""

    def decorated(command: Command) -> Command:
        @functools.wraps(command)
        def gathered(*, seconds: float | None, threads: int | None, memory: int, **others: object) -> object:
            return command(
                search=SearchOptions(limits=Limits(seconds=seconds, memory=memory), threads=threads), **others
            )

        return _with_options(cast("Command", gathered), _time(seconds), threads_option, memory_option)

    return decorated


def read_position(text: str, rules: Rules) -> Position:
    """Parse a position; rules it names must agree with the command line's."""
    position = Position.parse(text, rules)
    context = click.get_current_context()
    pits = position.rules.pits
    asked = rules.with_pits(pits)
    if context.get_parameter_source("rules") is click.core.ParameterSource.COMMANDLINE:
        check_pits(context.meta.get(RULES_PITS), pits)
        if position.rules != asked:
            raise SowfishError(f"the position names {position.rules.label}, but --rules names {asked.label}")
    if "pits=" not in text and " ".join(text.split()) != str(position):  # the canonical text is taken literally
        check_stores(position, rules)
    return position


def ring_order(text: str) -> str:
    """Convert a position text from ring order: own store, their store, own pits, their pits.

    >>> ring_order("avalanche: 10 18  1 2 4  4 0 0")
    'avalanche: 1 2 4 10 / 4 0 0 18'
    """
    prefix, colon, counts = text.rpartition(":")
    numbers = counts.replace(",", " ").split()
    side = numbers.pop() if numbers and numbers[-1].lower() in tuple(Side) else ""
    pits = (len(numbers) - 2) // 2
    if pits < 1 or len(numbers) % 2:
        raise SowfishError(
            f"with --numbering ring, give your store, their store, your pits and their pits, not {quoted(text)}"
        )
    own, other = (" ".join(row) for row in (numbers[2 : 2 + pits], numbers[2 + pits :]))
    return f"{prefix}{colon} {own} {numbers[0]} / {other} {numbers[1]} {side}".strip()


def _with_options(command: Command, *options: Callable[[Command], Command]) -> Command:
    for option in reversed(options):
        command = option(command)
    return command


def read_rules(context: click.Context, parameter: click.Parameter, text: str) -> Rules:
    """Parse a rules option."""
    try:
        context.meta[RULES_PITS] = Rules.pits_in(text)
        return Rules.parse(text)
    except RulesError as error:
        raise click.BadParameter(str(error), param=parameter) from None


class OutputFile(click.Path):
    """A file to be written; an unwritable path is rejected before any work is done."""

    def __init__(self) -> None:
        """Give the command a Path."""
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401  # as click has it
        """Return the path, if a file can be written there."""
        path = Path(super().convert(value, param, ctx))  # type: ignore[arg-type]  # not bytes
        if ctx is None or not ctx.resilient_parsing:
            check_writable(path)
        return path


class OutputFolder(click.Path):
    """A folder to be written to; an unwritable path is rejected before any work is done."""

    def __init__(self) -> None:
        """Give the command a Path."""
        super().__init__(file_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401  # as click has it
        """Return the path, if files can be written there."""
        path = Path(super().convert(value, param, ctx))  # type: ignore[arg-type]  # not bytes
        if ctx is None or not ctx.resilient_parsing:
            check_folder(path)
        return path


def _complete_rules(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    return [name for name in PROFILES if name.startswith(begun)]


def _read_view(_context: click.Context, _parameter: click.Parameter, text: str | None) -> View | None:
    return None if text is None else View(text)


def _read_numbering(_context: click.Context, _parameter: click.Parameter, text: str) -> Numbering:
    return Numbering(text)


def _read_side(_context: click.Context, _parameter: click.Parameter, text: str | None) -> Side | None:
    return None if text is None else Side(text)


def read_memory(_context: click.Context, parameter: click.Parameter, text: str) -> int:
    """Parse an option that is a size in bytes."""
    match = re.fullmatch("([0-9]{1,15})([KMG]?)", text.strip().upper().removesuffix("B").removesuffix("I"))
    if match is None:
        raise click.BadParameter(f"{quoted(text)} is not a size such as 512M or 2G", param=parameter)
    return int(match[1]) * UNITS[match[2]]


def _time(seconds: float | None) -> Callable[[Command], Command]:
    default = "no limit" if seconds is None else f"{seconds:g}"
    return click.option(
        "--time",
        "seconds",
        type=float,
        metavar="SECONDS",
        default=seconds,
        help=f"Time limit; what is not proven by then is estimated.  [default: {default}]",
    )


def _rules(words: str) -> Callable[[Command], Command]:
    return click.option(
        "--rules",
        metavar="NAME",
        default="kalah",
        envvar="SOWFISH_RULES",
        show_envvar=True,
        show_default=True,
        callback=read_rules,
        shell_complete=_complete_rules,
        help=f"{words}: kalah (capture), avalanche, avalanche-sweep, ...",
    )


rules_option = _rules("Rules")
position_rules_option = _rules("Rules for positions that name none")
view_option = click.option(
    "--view",
    type=click.Choice([view.value for view in View]),
    envvar="SOWFISH_VIEW",
    show_envvar=True,
    callback=_read_view,
    help="Draw the board in two rows, as on a table, or in two columns, as on a phone.  [default: whichever fits]",
)
_NEAR = click.option(
    "--near",
    type=click.Choice([side.value for side in Side]),
    default=Side.SOUTH.value,
    show_default=True,
    callback=_read_side,
    help="Side to draw nearest to you: at the bottom, or on the left in the phone view.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON for programs.")
threads_option = click.option(
    "--threads",
    type=click.IntRange(1, 256),
    metavar="NUMBER",
    envvar="SOWFISH_THREADS",
    show_envvar=True,
    help="Threads to use.  [default: all cores]",
)
memory_option = click.option(
    "--memory",
    metavar="SIZE",
    default="1G",
    show_default=True,
    callback=read_memory,
    help="Memory for tables and hash, such as 512M; less is slower but never wrong.",
)
_TO_MOVE = click.option(
    "--to-move",
    type=click.Choice([side.value for side in Side]),
    callback=_read_side,
    help="The side to move: south is you.  [default: what the position says, else south]",
)
_NUMBERING = click.option(
    "--numbering",
    type=click.Choice([numbering.value for numbering in Numbering]),
    default=Numbering.OWN.value,
    show_default=True,
    callback=_read_numbering,
    help="Number each side's pits from 0, or all pits around the board, with your store as 0 "
    "(with 6 pits, theirs are 1 to 6 and yours 7 to 12).",
)
