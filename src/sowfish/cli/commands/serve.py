"""`sowfish serve`: the web board."""

from __future__ import annotations

import threading
import webbrowser
from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

from sowfish import SowfishError
from sowfish.cli.options import SearchOptions, json_option, search_options
from sowfish.cli.terminal.screen import on_terminal, say_json
from sowfish.content.serving import ServerAddress

if TYPE_CHECKING:
    from sowfish.web.server import Address

DEFAULT_PORT = 4848
LONGEST_ANSWER = 60.0  # seconds
EPILOG = """\b
Examples:
  sowfish serve
  sowfish serve --lan                  (for a phone on the same network)
  sowfish serve --port 8080 --no-open
"""


@click.command(epilog=EPILOG, short_help="Open the web board in your browser.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    metavar="NUMBER",
    help="Port to listen on; 0 means any free port.",
)
@click.option("--lan", is_flag=True, help="Admit phones on the same network: shows a QR code with a secret address.")
@click.option("--open/--no-open", "opens", default=None, help="Open the page.  [default: on a terminal, without --lan]")
@click.option(
    "--hostname",
    "names",
    multiple=True,
    metavar="NAME",
    help="Also answer to this host name, which a reverse proxy forwards; may be repeated.",
)
@click.option(
    "--trusted-proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="Trust the X-Forwarded-For header of a proxy at this address or network; may be repeated.",
)
@json_option
@search_options(seconds=LONGEST_ANSWER)
def command(
    *,
    port: int,
    lan: bool,
    opens: bool | None,
    names: tuple[str, ...],
    proxies: tuple[str, ...],
    as_json: bool,
    search: SearchOptions,
) -> None:
    """Serve the web board until Ctrl-C: enter a position, get the proven turn.

    Without --lan only this machine can reach it. --time limits each answer; all searches share --memory. For a
    public address see docs/reverse-proxy.md.
    """
    _check_installed()
    from sowfish.web import server  # noqa: PLC0415  # after the check for the extra
    from sowfish.web.clients import parse_network  # noqa: PLC0415
    from sowfish.web.settings import LOOPBACK, Settings  # noqa: PLC0415

    limits = search.limits
    settings = Settings(
        hosts=LOOPBACK | {name.lower() for name in names},
        seconds=limits.seconds or LONGEST_ANSWER,
        memory=limits.memory,
        threads=search.threads,
        proxies=tuple(map(parse_network, proxies)),
    )
    address = server.listen_on_lan(port, settings) if lan else server.listen(port, settings)
    opening = on_terminal() and not lan if opens is None else opens

    def started() -> None:
        if as_json:
            say_json(ServerAddress(url=address.url))
        else:
            _show(address, server.qr_code(address.url) if lan else None)
        if opening:
            threading.Thread(target=webbrowser.open, args=(address.url,), daemon=True).start()

    server.serve(address, started=started)
    if not as_json:
        click.echo("Stopped.")


def _check_installed() -> None:
    missing = [name for name in ("segno", "starlette", "uvicorn") if find_spec(name) is None]
    if missing:
        raise SowfishError(f"the web board needs {' and '.join(missing)}: pip install 'sowfish[web]'")


def _show(address: Address, code: str | None) -> None:
    if code is None:
        click.echo(f"The web board is at {address.url}")
    else:
        click.echo(code)
        click.echo(f"Point the phone's camera at the code, or open {address.url}")
        click.echo("Anyone who knows this address can use the board; it changes every time.")
    click.echo("Ctrl-C stops it.")
