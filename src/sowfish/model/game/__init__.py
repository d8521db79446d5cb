"""Games: moves made and taken back, turns, results, and files that are replayed when they are loaded."""

from sowfish.model.game.game import Game
from sowfish.model.game.turn import Turn

__all__ = ["Game", "Turn"]
