"""The current game, and those it replaced."""

from __future__ import annotations

from sowfish import Game, GameError, Position


class GameHistory:
    """One game at a time; undo goes back move by move, and then to the previous game."""

    def __init__(self, start: Position) -> None:
        """Start with a game without moves."""
        self.game = Game(start)
        self.found: tuple[Position, tuple[int, ...]] | None = None  # the position searched, and the turn found
        self._earlier: list[Game] = []

    @property
    def position(self) -> Position:
        """The current position."""
        return self.game.position

    def put(self, game: Game) -> None:
        """Replace the game; undo brings the old one back."""
        self._earlier.append(self.game)
        self.game = game

    def undo(self) -> str:
        """Undo the latest move, or the latest change of the board, and say which."""
        if self.game.moves:
            return f"pit {self.game.undo()} is taken back"
        if not self._earlier:
            raise GameError("there is nothing to undo")
        self.game = self._earlier.pop()
        return "the board before is back"

    def found_turn(self) -> tuple[int, ...]:
        """Return the turn found for the current board."""
        if self.found is None or self.found[0] != self.position:
            raise GameError("no turn has been found for this board yet; use `find`")
        return self.found[1]
