"""`uct`: a tree search evaluated by random games, which proves what it can.

Each game descends the tree by the upper confidence bound (Auer, Cesa-Bianchi and Fischer, "Finite-time analysis of the
multiarmed bandit problem", 2002): the mean result of a move plus a bonus for few visits. Kocsis and Szepesvari applied
it to game trees, "Bandit based Monte-Carlo planning" (2006). Decided games are exact results, which are backed up as
bounds (Winands, Bjornsson and Saito, "Monte-Carlo tree search solver", 2008; Cazenave and Saffidine, "Score bounded
Monte-Carlo tree search", 2010), so that in the end the result is proven.
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
        """Limit the games or the seconds of each move; 50,000 games by default."""
        self.c = c
        self.memory = memory
        limit = DEFAULT_PLAYOUTS if playouts is None and time is None else playouts
        super().__init__(playouts=limit, time=time, seed=seed)

    def _new_tree(self, seed: int) -> Uct:
        return Uct(exploration=self.c, memory=self.memory * MEBIBYTE, seed=seed)
