"""Options and arguments that commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from sowfish import Position, Rules, RulesError, SowfishError
from sowfish.render import View

Command = TypeVar("Command", bound=Callable[..., Any])


def board_options(command: Command) -> Command:
    """Add the options of every command that shows a board: `rules`, `view` and `as_json`."""
    for option in (_JSON, _VIEW, _RULES):
        command = option(command)
    return command


def read_position(text: str, rules: Rules) -> Position:
    """Read a position; rules it names must agree with those asked for on the command line."""
    position = Position.parse(text, rules)
    source = click.get_current_context().get_parameter_source("rules")
    asked = rules.with_pits(position.rules.pits)
    if source is click.core.ParameterSource.COMMANDLINE and position.rules != asked:
        raise SowfishError(f"the position is for {position.rules.label}, but --rules says {asked.label}")
    return position


def _read_rules(_context: click.Context, parameter: click.Parameter, text: str) -> Rules:
    try:
        return Rules.parse(text)
    except RulesError as error:
        raise click.BadParameter(str(error), param=parameter) from None


def _read_view(_context: click.Context, _parameter: click.Parameter, text: str | None) -> View | None:
    return None if text is None else View(text)


_RULES = click.option(
    "--rules",
    metavar="NAME",
    default="kalah",
    envvar="SOWFISH_RULES",
    show_envvar=True,
    show_default=True,
    callback=_read_rules,
    help="Rules of a position that names none: kalah, avalanche, avalanche-sweep, ...",
)
_VIEW = click.option(
    "--view",
    type=click.Choice([view.value for view in View]),
    callback=_read_view,
    help="The board in two rows as on a table or in two columns as on a phone; by default what fits.",
)
_JSON = click.option("--json", "as_json", is_flag=True, help="Write JSON for programs.")
