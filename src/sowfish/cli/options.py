"""Options and arguments that commands share."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import click

from sowfish import PROFILES, Limits, Position, Rules, RulesError, Side, SowfishError
from sowfish.cli.terminal.screen import Screen
from sowfish.errors import quoted
from sowfish.render import Numbering, View

Command = TypeVar("Command", bound=Callable[..., Any])
UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardOptions:
    """What was asked about boards: their rules, who moves, and how they are shown."""

    rules: Rules
    to_move: Side | None
    screen: Screen
    as_json: bool

    def position(self, text: str) -> Position:
        """Read a position of the command line."""
        position = read_position(text, self.rules)
        return position if self.to_move is None else position.with_to_move(self.to_move)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions:
    """What a search may use."""

    limits: Limits
    threads: int | None


def board_options(command: Command) -> Command:
    """Add the options of every command that shows a board; they arrive as one `board`."""

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

    return _with_options(cast("Command", gathered), rules_option, _TO_MOVE, view_option, _NEAR, _NUMBERING, json_option)


def search_options(*, seconds: float | None) -> Callable[[Command], Command]:
    """Add the options of every command that searches, with a default for the time; they arrive as one `search`."""

    def decorated(command: Command) -> Command:
        @functools.wraps(command)
        def gathered(*, seconds: float | None, threads: int | None, memory: int, **others: object) -> object:
            return command(
                search=SearchOptions(limits=Limits(seconds=seconds, memory=memory), threads=threads), **others
            )

        return _with_options(cast("Command", gathered), _time(seconds), threads_option, memory_option)

    return decorated


def read_position(text: str, rules: Rules) -> Position:
    """Read a position; rules it names must agree with those asked for on the command line."""
    position = Position.parse(text, rules)
    source = click.get_current_context().get_parameter_source("rules")
    asked = rules.with_pits(position.rules.pits)
    if source is click.core.ParameterSource.COMMANDLINE and position.rules != asked:
        raise SowfishError(f"the position is for {position.rules.label}, but --rules says {asked.label}")
    return position


def _with_options(command: Command, *options: Callable[[Command], Command]) -> Command:
    for option in reversed(options):
        command = option(command)
    return command


def read_rules(_context: click.Context, parameter: click.Parameter, text: str) -> Rules:
    """Read the text of an option that names rules."""
    try:
        return Rules.parse(text)
    except RulesError as error:
        raise click.BadParameter(str(error), param=parameter) from None


def _complete_rules(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    return [name for name in PROFILES if name.startswith(begun)]


def _read_view(_context: click.Context, _parameter: click.Parameter, text: str | None) -> View | None:
    return None if text is None else View(text)


def _read_numbering(_context: click.Context, _parameter: click.Parameter, text: str) -> Numbering:
    return Numbering(text)


def _read_side(_context: click.Context, _parameter: click.Parameter, text: str | None) -> Side | None:
    return None if text is None else Side(text)


def read_memory(_context: click.Context, parameter: click.Parameter, text: str) -> int:
    """Read the text of an option that is a size in bytes."""
    match = re.fullmatch("([0-9]{1,15})([KMG]?)", text.strip().upper().removesuffix("B").removesuffix("I"))
    if match is None:
        raise click.BadParameter(f"{quoted(text)} is no size such as 512M or 2G", param=parameter)
    return int(match[1]) * UNITS[match[2]]


def _time(seconds: float | None) -> Callable[[Command], Command]:
    default = "no limit" if seconds is None else f"{seconds:g}"
    return click.option(
        "--time",
        "seconds",
        type=float,
        metavar="SECONDS",
        default=seconds,
        help=f"How long it may think; then it says what is proven and what is estimated.  [default: {default}]",
    )


rules_option = click.option(
    "--rules",
    metavar="NAME",
    default="kalah",
    envvar="SOWFISH_RULES",
    show_envvar=True,
    show_default=True,
    callback=read_rules,
    shell_complete=_complete_rules,
    help="Rules of a position that names none: kalah, avalanche, avalanche-sweep, ...",
)
view_option = click.option(
    "--view",
    type=click.Choice([view.value for view in View]),
    envvar="SOWFISH_VIEW",
    show_envvar=True,
    callback=_read_view,
    help="The board in two rows as on a table or in two columns as on a phone; by default what fits.",
)
_NEAR = click.option(
    "--near",
    type=click.Choice([side.value for side in Side]),
    default=Side.SOUTH.value,
    show_default=True,
    callback=_read_side,
    help="The side drawn next to you, at the bottom or on the left.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON for programs.")
threads_option = click.option(
    "--threads",
    type=click.IntRange(1, 256),
    metavar="NUMBER",
    envvar="SOWFISH_THREADS",
    show_envvar=True,
    help="Threads to search with.  [default: all cores]",
)
memory_option = click.option(
    "--memory",
    metavar="SIZE",
    default="1G",
    show_default=True,
    callback=read_memory,
    help="Memory for tables and hash, such as 512M; less makes it slower, never wrong.",
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
    help="Numbers of pits in the text: each side's own from 0, or once round the board (your first is 7 of 6 pits).",
)
