"""`sowfish shell`: a menu for one board at a time."""

from sowfish.cli.shell.loop import command

__all__ = ["command"]
