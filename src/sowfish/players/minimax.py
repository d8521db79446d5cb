"""`minimax`: searches as deep as it can and expects the best reply.

Minimax goes back to Shannon, "Programming a computer for playing chess" (1950). Alpha-beta prunes moves that cannot
change the result (Knuth and Moore, "An analysis of alpha-beta pruning", 1975), and iterative deepening (Slate and
Atkin, "Chess 4.5", 1977) searches one move deep, then two, then three: each depth orders the moves of the next, and
there is an answer whenever the time is up.
"""

from __future__ import annotations

import threading
from typing import Annotated

from sowfish.errors import counted
from sowfish.model.position import Position
from sowfish.players.clock import Clock
from sowfish.players.options import Range
from sowfish.players.player import Narration, Player
from sowfish.search.minimax import DEEPEST, DEFAULT_SECONDS, MinimaxResult, minimax


class Minimax(Player):
    """Plays the best move of an alpha-beta search over a simple evaluation: mostly the stores, a little the sides."""

    def __init__(
        self,
        *,
        depth: Annotated[int | None, "maximum moves to look ahead", Range(1, DEEPEST)] = None,
        time: Annotated[float | None, "time limit of a move, in seconds", Range(0.001)] = DEFAULT_SECONDS,
        nodes: Annotated[int | None, "node limit of a move", Range(1, 10**18)] = None,
    ) -> None:
        """Search within these limits, and within what the clock allows."""
        self.depth = depth
        self.time = time
        self.nodes = nodes
        self._result: MinimaxResult | None = None
        self._stop = threading.Event()

    def choose(self, position: Position, clock: Clock) -> int:
        """Return the best move of the search."""
        self._result = None
        if len(position.legal_pits) == 1:
            return position.legal_pits[0]
        seconds = clock.at_most(self.time).budget(position)
        try:
            self._result = minimax(position, depth=self.depth, seconds=seconds, nodes=self.nodes, cancel=self._stop)
        finally:
            self._stop.clear()
        return self._result.pit

    def usual_seconds(self) -> float | None:
        """Return the time limit, unless something else limits the search."""
        return self.time if self.depth is None and self.nodes is None else None

    def stop(self) -> None:
        """Stop the search; the move of the deepest finished search is played."""
        self._stop.set()

    def narrate(self) -> Narration | None:
        """Return the evaluation and the depth."""
        found = self._result
        if found is None:
            return None
        value = f"{found.value:.2f} (0 is won by north, 1 by south)"
        seen = "to the end" if found.sees_end else f"{counted(found.depth, 'move')} ahead"
        line = " ".join(map(str, found.line))
        return Narration(
            f"value {value}, seen {seen} in {found.nodes:,} positions; line {line}",
            {
                "value": found.value,
                "depth": found.depth,
                "sees_end": found.sees_end,
                "nodes": found.nodes,
                "line": list(found.line),
            },
        )
