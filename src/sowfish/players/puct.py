"""`puct`: a tree that grows where a trained net points, and is valued by the net instead of by random games.

Each visit goes down the tree by the mean of a move and by how likely the net said it was best: Rosin, "Multi-armed
bandits with episode context" (2011), made a search of games by Silver and others, "Mastering the game of Go with deep
neural networks and tree search" (2016) and "... without human knowledge" (2017). Where a game is decided the result is
a fact, and facts are backed up as in `uct`.
"""

from __future__ import annotations

from typing import Annotated

from sowfish.model.events import Side
from sowfish.model.position import Position
from sowfish.nets.shipped import source
from sowfish.players.chance import SEED
from sowfish.players.options import Range
from sowfish.players.tree import MEBIBYTE, TreePlayer
from sowfish.search.puct import DEFAULT_EXPLORATION, DEFAULT_PLAYOUTS, Puct
from sowfish.search.tree import TreeMove


class PuctPlayer(TreePlayer):
    """Plays the move visited most by a tree that a trained net guides, or one it has proven to be best."""

    _tree: Puct

    def __init__(
        self,
        *,
        playouts: Annotated[int | None, "positions to add for a move", Range(1, 10**15)] = None,
        time: Annotated[float | None, "time limit of a move, in seconds", Range(0.001)] = None,
        net: Annotated[str | None, "file of a net; the one for the rules if nothing is said"] = None,
        c: Annotated[float, "weight of the net's policy", Range(0.001, 1000)] = DEFAULT_EXPLORATION,
        memory: Annotated[int, "MiB for the tree", Range(1, 10**6)] = 256,
        seed: SEED = 0,
    ) -> None:
        """Make so many visits for each choice, or for so long; 50,000 if nothing is said."""
        self.net = None if net is None else source(net)
        self.c = c
        self.memory = memory
        limit = DEFAULT_PLAYOUTS if playouts is None and time is None else playouts
        super().__init__(playouts=limit, time=time, seed=seed)

    def new_game(self, start: Position, side: Side, seed: int) -> None:
        """Begin a new tree, and read the net while no clock runs."""
        super().new_game(start, side, seed)
        self._tree.net_of(start.rules)

    def _planted(self, seed: int) -> Puct:
        return Puct(net=self.net, exploration=self.c, memory=self.memory * MEBIBYTE, seed=seed)

    def _visits(self) -> str:
        if self._result is not None and self._tree.net_of(self._result.position.rules) is None:
            return "games without a net"
        return "visits"

    def _told(self, move: TreeMove) -> dict[str, object]:
        return super()._told(move) | {"prior": move.prior}
