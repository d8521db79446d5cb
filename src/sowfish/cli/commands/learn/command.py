"""The command group; numpy and torch are loaded when a command runs."""

from __future__ import annotations

import click

from sowfish.cli.commands.learn.corpus import corpus
from sowfish.cli.commands.learn.show import show
from sowfish.cli.commands.learn.train import train
from sowfish.cli.commands.learn.verify import verify

EPILOG = """\b
Examples:
  sowfish learn corpus games.npz --rules avalanche --games 2000
  sowfish learn show games.npz
  sowfish learn verify games.npz --sample 500
  sowfish learn train games.npz --output avalanche.net --plot curves.svg
"""


@click.group(epilog=EPILOG, short_help="Make labelled positions, and train nets on them.")
def command() -> None:
    """Make a corpus of labelled positions and train nets on it, which players and searches can then use.

    Needs numpy, and for training torch: pip install 'sowfish[learn]'.
    """


for part in (corpus, show, verify, train):
    command.add_command(part)
