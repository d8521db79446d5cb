"""`sowfish kgp`: play on a Kalah Game Protocol server, or run a small one."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any

import click

from sowfish import Rules, SowfishError, __version__
from sowfish.cli.errors import EXIT_INTERRUPTED
from sowfish.cli.options import rules_option
from sowfish.errors import counted
from sowfish.players.printable import printable
from sowfish.players.registry import kind, make
from sowfish.players.spec import Spec

TOKEN_VARIABLE = "SOWFISH_KGP_TOKEN"  # the variable's name
EPILOG = f"""\b
Examples:
  sowfish kgp localhost:2671 --player engine:level=7
  sowfish kgp wss://kalah.example/socket --name mine
  sowfish kgp localhost --verify
  sowfish kgp --serve --games 4 --time 1

A token that identifies you to a server is read from the environment variable
{TOKEN_VARIABLE}.
"""


@click.command(epilog=EPILOG, short_help="Play on a server of the Kalah Game Protocol (KGP), or be one.")
@click.argument("address", required=False)
@click.option("--player", default="engine", show_default=True, metavar="PLAYER", help="Player to play with.")
@rules_option
@click.option("--name", default="", metavar="TEXT", help="Name to use on the server.")
@click.option("--authors", default="", metavar="TEXT", help="Authors of the player.")
@click.option("--time", "seconds", default=2.0, show_default=True, metavar="SECONDS", help="Time limit per move.")
@click.option("--verify", is_flag=True, help="Have the server check the rules instead of playing.")
@click.option("--once", is_flag=True, help="Do not reconnect when the connection breaks.")
@click.option("--serve", is_flag=True, help="Be the server: referee two clients at a time.")
@click.option(
    "--stones",
    type=click.IntRange(1, 21),
    default=4,
    show_default=True,
    metavar="NUMBER",
    help="Server: stones per pit.",
)
@click.option(
    "--games",
    type=click.IntRange(1),
    default=2,
    show_default=True,
    metavar="NUMBER",
    help="Server: games per match.",
)
@click.option("--matches", type=click.IntRange(1), metavar="NUMBER", help="Server: stop after this many matches.")
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Server: address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=2671,
    show_default=True,
    metavar="NUMBER",
    help="Server: port; 0 means any free port.",
)
@click.option("--websocket", is_flag=True, help="Server: use WebSocket instead of TCP.")
@click.option("--log", "logs", is_flag=True, help="Show every line sent and received, without tokens.")
def command(*, address: str | None, serve: bool, logs: bool, seconds: float, **chosen: Any) -> int:  # noqa: ANN401  # by name
    """Connect to ADDRESS (host:port, ws://... or wss://...) and play there until the server says goodbye.

    With --serve, listen on this machine and referee games between the clients that connect; an illegal move or a
    lost connection loses the game.
    """
    if not seconds > 0:
        raise click.UsageError("--time must be a positive number of seconds")
    if serve == (address is not None):
        raise click.UsageError("name the server's address, or use --serve with --host and --port")

    def log(line: str) -> None:
        if logs:
            click.echo(printable(line), err=True)

    try:
        return _serve(chosen, seconds, log) if address is None else _play(address, chosen, seconds, log)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED


def _serve(chosen: dict[str, Any], seconds: float, log: Callable[[str], object]) -> int:
    from sowfish.kgp.server import Server, Settings  # noqa: PLC0415  # loaded when used

    def report(line: str) -> None:
        click.echo(printable(line))

    names = ("stones", "games", "host", "port", "websocket")
    settings = Settings(
        rules=Rules.of(chosen["rules"]),
        seconds=seconds,
        report=report,
        log=log,
        **{name: chosen[name] for name in names},
    )
    try:
        asyncio.run(Server(settings).run(chosen["matches"]))
    except OSError as error:
        raise SowfishError(f"cannot listen on {settings.host}:{settings.port}: {error.strerror or error}") from None
    return 0


def _play(address: str, chosen: dict[str, Any], seconds: float, log: Callable[[str], object]) -> int:
    from sowfish.kgp.client import Options, play  # noqa: PLC0415  # loaded when used

    player, verify = chosen["player"], chosen["verify"]
    if kind(Spec.parse(player).name).asks:
        raise SowfishError(f"{player} cannot play on a server: there is no person to ask")
    make(player).close()
    options = Options(
        player=player,
        rules=Rules.of(chosen["rules"]),
        name=chosen["name"] or f"Sowfish {__version__}",
        authors=chosen["authors"],
        description=player,
        token=os.environ.get(TOKEN_VARIABLE, ""),
        mode="verify" if verify else "freeplay",
        seconds=seconds,
        log=log,
    )
    counts = asyncio.run(play(address, options, reconnects=not chosen["once"]))
    done = counted(counts.problems, "problem") if verify else counted(counts.states, "state")
    wrong = f", {counted(len(counts.errors), 'error')}: {printable(counts.errors[0])}" if counts.errors else ""
    click.echo(f"{done} answered{wrong}")
    return 1 if counts.errors and verify else 0
