"""`uct`: random games that remember: a tree grows where they go well, and proves what it can.

Each game goes down the tree by the upper confidence bound (Auer, Cesa-Bianchi and Fischer, "Finite-time analysis of the
multiarmed bandit problem", 2002): the mean result of a move plus a bonus for having been tried little. Kocsis and
Szepesvari made it a search of game trees, "Bandit based Monte-Carlo planning" (2006). Where a game is decided the
result is a fact, and facts are backed up as bounds (Winands, Bjornsson and Saito, "Monte-Carlo tree search solver",
2008; Cazenave and Saffidine, "Score bounded Monte-Carlo tree search", 2010), so that in the end the player knows who
wins instead of believing it.
"""

from __future__ import annotations

import threading
from typing import Annotated

from sowfish.events import Side
from sowfish.players.chance import SEED, chance
from sowfish.players.clock import Clock
from sowfish.players.options import Range
from sowfish.players.player import Narration, Player
from sowfish.position import Position
from sowfish.search.uct import DEFAULT_EXPLORATION, DEFAULT_PLAYOUTS, Uct, UctResult

MEBIBYTE = 1 << 20
OUTCOMES = {0.0: "lost", 0.5: "a tie", 1.0: "won"}


class UctPlayer(Player):
    """Plays the move its tree of random games visits most, or one it has proven to be best."""

    def __init__(
        self,
        *,
        playouts: Annotated[int | None, "random games for a move", Range(1, 10**15)] = None,
        time: Annotated[float | None, "most seconds for a move", Range(0.001)] = None,
        c: Annotated[float, "how much the unknown is worth", Range(0.001, 1000)] = DEFAULT_EXPLORATION,
        memory: Annotated[int, "MiB for the tree", Range(1, 10**6)] = 256,
        seed: SEED = 0,
    ) -> None:
        """Play so many games for each choice, or for so long; 50,000 games if nothing is said."""
        self.playouts = DEFAULT_PLAYOUTS if playouts is None and time is None else playouts
        self.time = time
        self.c = c
        self.memory = memory
        self.seed = seed
        self._result: UctResult | None = None
        self._stop = threading.Event()
        self._plant(chance(seed).getrandbits(64))

    def new_game(self, start: Position, side: Side, seed: int) -> None:  # noqa: ARG002  # any start
        """Begin a new tree, from the player's own seed and the game's."""
        self._plant(chance(self.seed, seed, side).getrandbits(64))

    def _plant(self, seed: int) -> None:
        self._tree = Uct(exploration=self.c, memory=self.memory * MEBIBYTE, seed=seed)
        self._result = None

    def choose(self, position: Position, clock: Clock) -> int:
        """Return the best move of the tree; what it knew of this position from earlier moves counts."""
        self._result = None
        if len(position.legal_pits) == 1:
            return position.legal_pits[0]
        seconds = clock.at_most(self.time).budget(position)
        try:
            self._result = self._tree.search(position, playouts=self.playouts, seconds=seconds, cancel=self._stop)
        finally:
            self._stop.clear()
        return self._result.pit

    def stop(self) -> None:
        """End a search under way; the tree so far decides."""
        self._stop.set()

    def narrate(self) -> Narration | None:
        """Return how often each move was visited, and what it is worth."""
        found = self._result
        if found is None:
            return None
        told = ", ".join(
            f"pit {move.pit} {OUTCOMES[move.value] if move.is_proven else f'{move.value:.2f}'} ({move.visits:,})"
            for move in found.moves
        )
        proven = ", proven" if found.is_proven else ""
        return Narration(
            f"{found.playouts:,} games, tree of {found.nodes:,}{proven}: {told}",
            {
                "playouts": found.playouts,
                "nodes": found.nodes,
                "kept": found.kept,
                "is_proven": found.is_proven,
                "value": found.value,
                "line": list(found.line),
                "moves": [
                    {"pit": move.pit, "visits": move.visits, "value": move.value, "is_proven": move.is_proven}
                    for move in found.moves
                ],
            },
        )
