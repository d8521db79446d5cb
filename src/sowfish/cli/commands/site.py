"""`sowfish site`: the web board as a folder that any static host can serve."""

from __future__ import annotations

from pathlib import Path

import click

from sowfish.cli.options import OutputFolder, json_option
from sowfish.cli.terminal.screen import say_json
from sowfish.content.files import WrittenSite
from sowfish.errors import counted

EPILOG = """\b
Examples:
  sowfish site public
  python -m http.server --directory public
"""


@click.command(epilog=EPILOG, short_help="Write the web board as a folder that needs no server.")
@click.argument("folder", type=OutputFolder())
@json_option
def command(folder: Path, *, as_json: bool) -> None:
    """Write the web board to FOLDER: the engine runs in the browser, and it works offline after one visit.

    Any static host can serve it, even under a sub-path. FOLDER must be new, empty, or written by this command before.
    """
    from sowfish.web.site import write_site  # noqa: PLC0415  # loaded when used

    site = write_site(folder)
    if as_json:
        told = {name: getattr(site, name) for name in ("version", "files", "bytes", "gzipped")}
        say_json(WrittenSite(folder=str(site.folder), **told))
        return
    size = f"{site.bytes / 1000:,.0f} kB, {site.gzipped / 1000:,.0f} kB gzipped"
    click.echo(f"{counted(site.files, 'file')} written to {folder}: {size}.")
    click.echo(f"To try it: python -m http.server --directory {folder}")
