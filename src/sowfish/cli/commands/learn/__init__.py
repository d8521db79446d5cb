"""`sowfish learn`: a corpus of positions, and nets trained on it."""

from sowfish.cli.commands.learn.command import command

__all__ = ["command"]
