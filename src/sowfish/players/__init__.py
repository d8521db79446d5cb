"""Players: their interface, the built-in ones, and games between them; each player is one small file."""

from sowfish.players.clock import Clock
from sowfish.players.match import Match, Played, Reason, play
from sowfish.players.player import Narration, Player
from sowfish.players.registry import (
    PlayerKind,
    canonical,
    kind,
    kinds,
    make,
    names,
    player_of,
    runs_programs,
    short_name,
)
from sowfish.players.spec import Spec

__all__ = [
    "Clock",
    "Match",
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
    "player_of",
    "runs_programs",
    "short_name",
]
