"""The current game, and those it replaced."""

from __future__ import annotations

from sowfish import Game, GameError, Position


class GameHistory:
    """One game at a time; undo goes back move by move, and then to the game that was there before."""

    def __init__(self, start: Position) -> None:
        """Start with a game without moves."""
        self.game = Game(start)
        self.found: tuple[Position, tuple[int, ...]] | None = None  # where a turn was looked for, and the turn
        self._earlier: list[Game] = []

    @property
    def position(self) -> Position:
        """The board now."""
        return self.game.position

    def put(self, game: Game) -> None:
        """Replace the game; undo brings the old one back."""
        self._earlier.append(self.game)
        self.game = game

    def undo(self) -> str:
        """Take the latest move back, or the latest change of the board, and say which."""
        if self.game.moves:
            return f"pit {self.game.undo()} is taken back"
        if not self._earlier:
            raise GameError("there is nothing to undo")
        self.game = self._earlier.pop()
        return "the board before is back"

    def found_turn(self) -> tuple[int, ...]:
        """Return the turn that was found for the board as it is."""
        if self.found is None or self.found[0] != self.position:
            raise GameError("no turn has been looked for on this board; `find` does that")
        return self.found[1]
