"""`puct`: a tree search guided and evaluated by a trained net instead of random games.

Each visit descends by a move's mean value and the net's prior: Rosin, "Multi-armed bandits with episode context"
(2011), applied to games by Silver and others, "Mastering the game of Go with deep neural networks and tree search"
(2016) and "... without human knowledge" (2017). Decided games are exact results, which are backed up as in `uct`.
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
        """Limit the visits or the seconds of each move; 50,000 visits by default."""
        self.net = None if net is None else source(net)
        self.c = c
        self.memory = memory
        limit = DEFAULT_PLAYOUTS if playouts is None and time is None else playouts
        super().__init__(playouts=limit, time=time, seed=seed)

    def new_game(self, start: Position, side: Side, seed: int) -> None:
        """Start a new tree, and load the net while no clock runs."""
        super().new_game(start, side, seed)
        self._tree.net_of(start.rules)

    def _new_tree(self, seed: int) -> Puct:
        return Puct(net=self.net, exploration=self.c, memory=self.memory * MEBIBYTE, seed=seed)

    def _visits(self) -> str:
        if self._result is not None and self._tree.net_of(self._result.position.rules) is None:
            return "games without a net"
        return "visits"

    def _told(self, move: TreeMove) -> dict[str, object]:
        return super()._told(move) | {"prior": move.prior}
