"""`random`, the weakest player, and the seeded random numbers of all players."""

from __future__ import annotations

from typing import Annotated

from sowfish.model.chance import Chance
from sowfish.model.events import Side
from sowfish.model.position import Position
from sowfish.players.clock import Clock
from sowfish.players.player import Player

SEED = Annotated[int, "random seed"]


def chance(*parts: object) -> Chance:
    """Return a random generator that depends on all the parts, and on nothing else.

    >>> chance(7, "south").random() == chance(7, "south").random()
    True
    """
    return Chance(" ".join(map(str, parts)))  # the text is hashed, so close seeds give different games


class Random(Player):
    """Plays any legal pit, each equally likely."""

    def __init__(self, *, seed: SEED = 0) -> None:
        """Play with this seed."""
        self.seed = seed
        self._chance = chance(seed)

    def new_game(self, start: Position, side: Side, seed: int) -> None:  # noqa: ARG002  # any start
        """Seed from the player's own seed and the game's; the two sides of a game draw different numbers."""
        self._chance = chance(self.seed, seed, side)

    def choose(self, position: Position, clock: Clock) -> int:  # noqa: ARG002  # needs no time
        """Return any legal pit."""
        return self._chance.choice(position.legal_pits)
