"""OpenSpiel: all rules as one registered game, its bots as players here, and our players as its bots.

    import sowfish.openspiel
    game = pyspiel.load_game("python_sowing(rules=avalanche,stones=4)")

Needs OpenSpiel: pip install open_spiel.
"""

from importlib.util import find_spec

from sowfish.errors import SowfishError

if find_spec("pyspiel") is None:
    raise SowfishError("this needs OpenSpiel: pip install 'sowfish[openspiel]'")

from sowfish.openspiel.bots import PlayerBot
from sowfish.openspiel.game import GAME_NAME, SowingGame, SowingState, load

__all__ = ["GAME_NAME", "PlayerBot", "SowingGame", "SowingState", "load"]
