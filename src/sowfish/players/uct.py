"""`uct`: random games that remember: a tree grows where they go well, and proves what it can.

Each game goes down the tree by the upper confidence bound (Auer, Cesa-Bianchi and Fischer, "Finite-time analysis of the
multiarmed bandit problem", 2002): the mean result of a move plus a bonus for having been tried little. Kocsis and
Szepesvari made it a search of game trees, "Bandit based Monte-Carlo planning" (2006). Where a game is decided the
result is a fact, and facts are backed up as bounds (Winands, Bjornsson and Saito, "Monte-Carlo tree search solver",
2008; Cazenave and Saffidine, "Score bounded Monte-Carlo tree search", 2010), so that in the end the player knows who
wins instead of believing it.
"""

from __future__ import annotations

from typing import Annotated

from sowfish.players.chance import SEED
from sowfish.players.options import Range
from sowfish.players.tree import MEBIBYTE, TreePlayer
from sowfish.search.uct import DEFAULT_EXPLORATION, DEFAULT_PLAYOUTS, Uct


class UctPlayer(TreePlayer):
    """Plays the move its tree of random games visits most, or one it has proven to be best."""

    def __init__(
        self,
        *,
        playouts: Annotated[int | None, "random games per move", Range(1, 10**15)] = None,
        time: Annotated[float | None, "time limit of a move, in seconds", Range(0.001)] = None,
        c: Annotated[float, "exploration constant", Range(0.001, 1000)] = DEFAULT_EXPLORATION,
        memory: Annotated[int, "MiB for the tree", Range(1, 10**6)] = 256,
        seed: SEED = 0,
    ) -> None:
        """Play so many games for each choice, or for so long; 50,000 games if nothing is said."""
        self.c = c
        self.memory = memory
        limit = DEFAULT_PLAYOUTS if playouts is None and time is None else playouts
        super().__init__(playouts=limit, time=time, seed=seed)

    def _planted(self, seed: int) -> Uct:
        return Uct(exploration=self.c, memory=self.memory * MEBIBYTE, seed=seed)
