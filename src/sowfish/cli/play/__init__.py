"""`sowfish play`: two players of any kind at one board."""

from sowfish.cli.play.command import command

__all__ = ["command"]
