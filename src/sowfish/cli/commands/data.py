"""`sowfish data`: what ships with Sowfish, for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from sowfish.cli.options import OutputFolder
from sowfish.errors import counted

EPILOG = """\b
Examples:
  sowfish data export datasets
  sowfish data export datasets --corpus kalah-6.npz
"""


@click.group(epilog=EPILOG, short_help="Export positions, starts, deals and nets for other programs.")
def command() -> None:
    """Export what ships with Sowfish."""


@command.command("export", epilog=EPILOG, short_help="Write datasets and nets to a folder.")
@click.argument("folder", type=OutputFolder())
@click.option(
    "--corpus",
    "corpora",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also export a corpus made by sowfish learn corpus; may be repeated.",
)
def export_command(folder: Path, corpora: tuple[Path, ...]) -> None:
    """Write graded positions, solved starts, solved deals and nets to FOLDER.

    Datasets are Parquet files with a data card each, nets have a model card, in the layout of the Hugging Face hub.
    """
    from sowfish.datasets.export import export  # noqa: PLC0415  # loaded when used

    written = export(folder, corpora)
    click.echo(f"{counted(len(written), 'file')} written to {folder}")
