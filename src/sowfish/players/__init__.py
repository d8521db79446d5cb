"""Players: what one is, those there are, and games between them; each player is one small file."""

from sowfish.players.clock import Clock
from sowfish.players.match import Played, Reason, play
from sowfish.players.player import Narration, Player
from sowfish.players.registry import PlayerKind, canonical, kind, kinds, make, names, runs_programs
from sowfish.players.spec import Spec

__all__ = [
    "Clock",
    "Narration",
    "Played",
    "Player",
    "PlayerKind",
    "Reason",
    "Spec",
    "canonical",
    "kind",
    "kinds",
    "make",
    "names",
    "play",
    "runs_programs",
]
