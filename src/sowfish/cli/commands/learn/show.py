"""`sowfish learn show`: what is in a corpus."""

from __future__ import annotations

from pathlib import Path

import click

from sowfish.cli.commands.learn.corpus import tell
from sowfish.cli.commands.learn.extra import require
from sowfish.cli.options import json_option


@click.command(short_help="Check a corpus and summarise it.")
@click.argument("corpus", type=click.Path(dir_okay=False, path_type=Path), metavar="CORPUS")
@json_option
def show(*, corpus: Path, as_json: bool) -> int:
    """Check a corpus and show what is in it and how it was made."""
    require("numpy")
    from sowfish.learn.corpus_file import read  # noqa: PLC0415  # needs numpy

    tell(read(corpus), corpus, as_json=as_json)
    return 0
