"""The common part of the tree-search players `uct` and `puct`."""

from __future__ import annotations

import threading
from abc import abstractmethod

from sowfish.model.events import Side
from sowfish.model.position import Position
from sowfish.players.chance import chance
from sowfish.players.clock import Clock
from sowfish.players.player import Narration, Player
from sowfish.search.tree import Tree, TreeMove, TreeResult

MEBIBYTE = 1 << 20
OUTCOMES = {0.0: "lost", 0.5: "a tie", 1.0: "won"}


class TreePlayer(Player):
    """Plays the move its tree visits most, or one it has proven to be best; the tree lives for a game."""

    def __init__(self, *, playouts: int | None, time: float | None, seed: int) -> None:
        """Start with a tree of the player's own seed."""
        self.playouts = playouts
        self.time = time
        self.seed = seed
        self._result: TreeResult | None = None
        self._stop = threading.Event()
        self._tree = self._new_tree(chance(seed).getrandbits(64))

    @abstractmethod
    def _new_tree(self, seed: int) -> Tree:
        """Return a new tree."""

    def new_game(self, start: Position, side: Side, seed: int) -> None:  # noqa: ARG002  # any start
        """Start a new tree, seeded from the player's own seed and the game's."""
        self._tree = self._new_tree(chance(self.seed, seed, side).getrandbits(64))
        self._result = None

    def choose(self, position: Position, clock: Clock) -> int:
        """Return the best move of the tree, which keeps what earlier moves found about this position."""
        self._result = None
        if len(position.legal_pits) == 1:
            return position.legal_pits[0]
        seconds = clock.at_most(self.time).budget(position)
        try:
            self._result = self._tree.search(position, playouts=self.playouts, seconds=seconds, cancel=self._stop)
        finally:
            self._stop.clear()
        return self._result.pit

    def usual_seconds(self) -> float | None:
        """Return the time limit, unless playouts limit the search."""
        return self.time if self.playouts is None else None

    def stop(self) -> None:
        """Stop the search; the tree so far decides."""
        self._stop.set()

    def narrate(self) -> Narration | None:
        """Return the visits and the value of each move."""
        found = self._result
        if found is None:
            return None
        told = ", ".join(f"pit {move.pit} {_worth(move)} ({move.visits:,})" for move in found.moves)
        proven = ", proven" if found.is_proven else ""
        return Narration(
            f"{found.playouts:,} {self._visits()}, tree of {found.nodes:,}{proven}: {told}",
            {
                "playouts": found.playouts,
                "nodes": found.nodes,
                "kept": found.kept,
                "is_proven": found.is_proven,
                "value": found.value,
                "line": list(found.line),
                "moves": [self._told(move) for move in found.moves],
            },
        )

    def _visits(self) -> str:
        """Return a word for the playouts."""
        return "games"

    def _told(self, move: TreeMove) -> dict[str, object]:
        return {"pit": move.pit, "visits": move.visits, "value": move.value, "is_proven": move.is_proven}


def _worth(move: TreeMove) -> str:
    return OUTCOMES[move.value] if move.is_proven else f"{move.value:.2f}"
