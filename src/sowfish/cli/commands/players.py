"""`sowfish players`: who can play, and with which options."""

from __future__ import annotations

import textwrap
from enum import StrEnum

import click

from sowfish import PlayerError
from sowfish.cli.terminal.screen import columns, on_terminal, say_json
from sowfish.content.players import BrokenPlayer, InstalledPlayers, ListedPlayer, of_player
from sowfish.players import PlayerKind, kind, names
from sowfish.players.options import Option

EPILOG = """\b
Examples:
  sowfish players
  sowfish players --json
"""
WIDEST = 100


@click.command(epilog=EPILOG, short_help="List the players and their options.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON for programs.")
def command(as_json: bool) -> None:
    """List the players, with their options and defaults.

    A player is written name:option=value,option=value; options may be left out. A class in a file is a player as
    well: my_player.py:Bold.
    """
    if as_json:
        say_json(InstalledPlayers(players=[_content(name) for name in names()]))
        return
    for name in names():
        try:
            _show(kind(name))
        except PlayerError as error:  # a third-party player; list the others anyway
            _say(f"{name}: {error}", indent="  ")


def _content(name: str) -> ListedPlayer | BrokenPlayer:
    try:
        return of_player(kind(name))
    except PlayerError as error:
        return BrokenPlayer(name=name, error=str(error))


def _show(player: PlayerKind) -> None:
    origin = "" if player.package == "sowfish" else f" ({player.package})"
    _say(f"{player.name}{origin}: {player.summary}", indent="  ")
    for option in player.options:
        _say(f"    {_usage(option)}  {_meaning(option)}", indent="      ")


def _usage(option: Option) -> str:
    if option.is_required:
        return f"{option.name}=..."
    return f"{option.name}={option.default_text}"


def _meaning(option: Option) -> str:
    """Return the help of an option, and its choices if there are few."""
    return f"{option.kind}: {option.help}" if issubclass(option.type, StrEnum | bool) else option.help


def _say(text: str, indent: str) -> None:
    width = min(columns(), WIDEST) if on_terminal() else WIDEST
    click.echo("\n".join(textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False)))
