"""`perfect`: proves the value and plays a line that keeps it against any opponent."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from itertools import chain
from typing import Annotated

from sowfish.engine import Engine, Fact, Kind, Progress, Result
from sowfish.model.events import Side
from sowfish.model.position import Position
from sowfish.players.clock import Clock
from sowfish.players.line import Line
from sowfish.players.options import Range
from sowfish.players.player import Narration, Player

MEBIBYTE = 1 << 20


class Perfect(Player):
    """Plays proven best moves, however long the proof takes; with a clock, the best it finds in time."""

    def __init__(
        self,
        *,
        memory: Annotated[int, "MiB for tables and hash; less makes it slower, never worse", Range(1, 10**6)] = 1024,
        threads: Annotated[int | None, "threads to search with; none for all cores", Range(1, 256)] = None,
    ) -> None:
        """Prove with this much memory and this many threads."""
        self.engine = Engine(memory=memory * MEBIBYTE, threads=threads)
        self._line = Line()
        self._result: Result | None = None
        self._facts: Sequence[Fact] = ()
        self._stop = threading.Event()

    def new_game(self, start: Position, side: Side, seed: int) -> None:  # noqa: ARG002  # any start
        """Forget the last game."""
        self.engine.clear()
        self._line = Line()

    def know(self, facts: Sequence[Fact]) -> None:
        """Prove with the help of these facts."""
        self._facts = facts

    def choose(self, position: Position, clock: Clock) -> int:
        """Return the next pit of the proven line; if the opponent left it, the first of a new one."""
        planned = self._line.next_pit(position)
        if planned is not None:
            return planned
        self._result = None
        if len(position.legal_pits) == 1:
            return position.legal_pits[0]
        self._result = self._solved(position, clock)
        turns = self._result.line if self._result.kind is Kind.PROVEN else self._result.line[:1]
        self._line = Line(position, chain(*turns))
        return self._result.turn[0]

    def _solved(self, position: Position, clock: Clock) -> Result:
        try:
            return self.engine.solve(
                position,
                seconds=clock.budget(position),
                known=self._facts,
                progress=None if self.on_info is None else self._inform,
                cancel=self._stop,
            )
        finally:
            self._facts = ()
            self._stop.clear()  # only now: a stop request may arrive before the proof starts

    def _inform(self, progress: Progress) -> None:
        """Report what is known during the proof."""
        if self.on_info is not None and progress.analysis is not None and progress.analysis.result.line:
            self.on_info(_narration(progress.analysis.result))

    def usual_seconds(self) -> float | None:
        """Return infinity: a proof may take any time."""
        return math.inf

    def stop(self) -> None:
        """Stop the proof; the best known move is played."""
        self._stop.set()

    def narrate(self) -> Narration | None:
        """Return the value for the side that chose, and its kind."""
        return None if self._result is None else _narration(self._result)


def _narration(found: Result) -> Narration:
    """Return the value for the side that chose, and its kind."""
    turns = "; ".join(" ".join(map(str, turn)) or "pass" for turn in found.line)
    return Narration(
        f"value {found.value:+d}, {found.kind}; line {turns}",
        {
            "position": str(found.position),
            "value": found.value,
            "kind": found.kind,
            "low": found.low,
            "high": found.high,
            "line": [list(turn) for turn in found.line],
            "nodes": found.nodes,
        },
    )
