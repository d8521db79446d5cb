"""`sowfish learn`: a corpus of positions, and nets trained on it."""

from sowfish.cli.learn.command import command

__all__ = ["command"]
