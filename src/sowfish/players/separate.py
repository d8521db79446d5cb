"""Players in processes of their own, for a clock that binds whatever their code does."""

from __future__ import annotations

import shlex

from sowfish.errors import PlayerError
from sowfish.players.printable import printable
from sowfish.players.program import Program
from sowfish.runtime.safe_path import python_command


class SeparatePlayer(Program):
    """A player that `sowfish engine` runs; what it prints goes to standard error."""

    label = "its process"
    shows_errors = True

    def __init__(self, text: str) -> None:
        """Start the player that a text such as `my_player.py:Bold` describes."""
        code = "import sys; from sowfish.cli.main import main; sys.exit(main())"
        super().__init__(command=shlex.join([*python_command(code), "engine", text]))

    def _complaint(self, words: str) -> PlayerError:
        """Stop the process and return the player's own error."""
        self._failed(words)
        return PlayerError(printable(words))
