"""`turn`: the best sequence of free moves, ignoring the reply; what Avalanche helpers play."""

from __future__ import annotations

import threading
from typing import Annotated

from sowfish.engine.turns import Objective, best_turn
from sowfish.errors import LimitError
from sowfish.model.position import Position
from sowfish.players.clock import Clock
from sowfish.players.greedy import Greedy
from sowfish.players.line import Line
from sowfish.players.options import Range
from sowfish.players.player import Narration, Player
from sowfish.runtime.limits import Limits


class Turn(Player):
    """Plays the best single turn to its end, and thinks no further."""

    def __init__(
        self,
        *,
        objective: Annotated[Objective, "its own stones, or how many more than the other's"] = Objective.STONES,
        states: Annotated[int, "maximum positions of one turn", Range(1, 10**9)] = 1_000_000,
    ) -> None:
        """Search turns for this objective."""
        self.objective = objective
        self.limits = Limits(nodes=states)
        self._line = Line()
        self._saw: Narration | None = None
        self._stop = threading.Event()

    def choose(self, position: Position, clock: Clock) -> int:
        """Return the next pit of the current turn, or the first of the best one."""
        planned = self._line.next_pit(position)
        if planned is not None:
            return planned
        pits = self._best(position, clock)
        self._line = Line(position, pits)
        return pits[0]

    def _best(self, position: Position, clock: Clock) -> tuple[int, ...]:
        limits = Limits(seconds=clock.budget(position), nodes=self.limits.nodes)
        self._stop.clear()
        try:
            best = best_turn(position, self.objective, limits=limits, cancel=self._stop)
        except LimitError as error:  # too many turns to search: play what looks best now, and try again
            self._saw = Narration(f"looked one move ahead: {error}")
            return (Greedy().choose(position, clock),)
        words = " ".join(map(str, best.pits))
        self._saw = Narration(
            f"best turn {words}, for {best.score:g}",
            {"turn": list(best.pits), "score": best.score, "objective": self.objective, "states": best.states},
        )
        return best.pits

    def stop(self) -> None:
        """Stop searching: the next move is greedy's."""
        self._stop.set()

    def narrate(self) -> Narration | None:
        """Return the turn and its score."""
        return self._saw
