"""Games: playing and undoing moves, turns, results, and game files, which are replayed when loaded."""

from sowfish.model.game.game import Game
from sowfish.model.game.turn import Turn

__all__ = ["Game", "Turn"]
