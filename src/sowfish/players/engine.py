"""`engine`: the strongest player within a time limit, and nine weaker levels.

It runs look-ahead and proof at the same time (`sowfish.engine`): an iterative deepening alpha-beta search (see
`minimax` for the sources) over an evaluation fitted to exact values, and a null-window proof (Plaat and others,
"Best-first fixed-depth minimax algorithms", 1996) with endgame tables. A proof ends the search; until then the
look-ahead decides.

A level below 10 searches less deep and makes plausible mistakes, see `sowfish.search.levels`.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from itertools import chain
from typing import Annotated

from sowfish.engine import Engine, Fact, Progress, Result
from sowfish.engine.engine import DEFAULT_SECONDS
from sowfish.errors import counted
from sowfish.model.events import Side
from sowfish.model.position import Position
from sowfish.nets.shipped import source
from sowfish.players.chance import SEED, chance
from sowfish.players.clock import Clock
from sowfish.players.options import Range
from sowfish.players.player import Narration, Player
from sowfish.search.levels import STRONGEST, Choice, Weakened

MEBIBYTE = 1 << 20


class EnginePlayer(Player):
    """Plays the best move found in its time, proven where it can; levels 1 to 9 play like people who learn."""

    def __init__(
        self,
        *,
        time: Annotated[float | None, "time limit of a move, in seconds; 1 without limits", Range(0.001)] = None,
        nodes: Annotated[int | None, "node limit of a move", Range(1, 10**18)] = None,
        threads: Annotated[int, "threads to search with", Range(1, 256)] = 1,
        level: Annotated[int, "strength, from 1 to 10", Range(1, STRONGEST)] = STRONGEST,
        memory: Annotated[int, "MiB for tables and hash", Range(1, 10**6)] = 256,
        net: Annotated[str | None, "file of a net that estimates for level 10, or shipped"] = None,
        seed: SEED = 0,
    ) -> None:
        """Search within these limits, and within what the clock allows."""
        self.time = time
        self.nodes = nodes
        self.level = level
        self.seed = seed
        self._engine = Engine(threads=threads, memory=memory * MEBIBYTE, net=None if net is None else source(net))
        self._weakened = self._made_weak(seed)
        self._seen: Result | Choice | None = None
        self._facts: Sequence[Fact] = ()
        self._stop = threading.Event()

    def new_game(self, start: Position, side: Side, seed: int) -> None:  # noqa: ARG002  # any start
        """Forget the last game; a level is seeded from the player's own seed and the game's."""
        self._engine.clear()
        self._weakened = self._made_weak(self.seed, seed, side)
        self._seen = None

    def know(self, facts: Sequence[Fact]) -> None:
        """Search with these facts; a level below the strongest ignores them."""
        self._facts = facts

    def _made_weak(self, *seeds: object) -> Weakened | None:
        """Return the player of a level below the strongest."""
        if self.level == STRONGEST:
            return None
        return Weakened(self.level, seed=chance(*seeds).getrandbits(64))

    def choose(self, position: Position, clock: Clock) -> int:
        """Return the best move found, or the level's choice."""
        try:
            self._seen = self._searched(position, clock.at_most(self.time).budget(position))
        finally:
            self._facts = ()
            self._stop.clear()
        return self._seen.turn[0] if isinstance(self._seen, Result) else self._seen.pit

    def _searched(self, position: Position, seconds: float | None) -> Result | Choice:
        if self._weakened is not None:
            return self._weakened.choose(position, seconds=seconds, cancel=self._stop)
        return self._engine.best_move(
            position,
            seconds=seconds,
            nodes=self.nodes,
            known=self._facts,
            progress=None if self.on_info is None else self._inform,
            cancel=self._stop,
        )

    def _inform(self, progress: Progress) -> None:
        """Report what is known during the search."""
        if self.on_info is not None and progress.analysis is not None and progress.analysis.result.line:
            self.on_info(_of_result(progress.analysis.result))

    def usual_seconds(self) -> float | None:
        """Return the time limit of the strongest level, unless nodes limit it."""
        return (self.time or DEFAULT_SECONDS) if self.nodes is None and self.level == STRONGEST else None

    def stop(self) -> None:
        """Stop the search; the best move so far is played."""
        self._stop.set()

    def narrate(self) -> Narration | None:
        """Return the value, its kind and the depth."""
        if isinstance(self._seen, Choice):
            return _of_choice(self._seen)
        return None if self._seen is None else _of_result(self._seen)


def _of_result(result: Result) -> Narration:
    line = list(chain(*result.line))
    return Narration(
        f"value {result.value:+d}, {result.kind}, {counted(result.depth, 'move')} ahead in {result.nodes:,} positions; "
        f"line {' '.join(map(str, line))}",
        {
            "value": result.value,
            "kind": result.kind,
            "low": result.low,
            "high": result.high,
            "depth": result.depth,
            "nodes": result.nodes,
            "line": line,
        },
    )


def _of_choice(choice: Choice) -> Narration:
    told = ", ".join(f"pit {move.pit} {move.value:+.1f}" for move in choice.moves)
    return Narration(
        f"{counted(choice.depth, 'move')} ahead: {told}",
        {
            "value": round(choice.value),
            "kind": "estimate",
            "depth": choice.depth,
            "nodes": choice.nodes,
            "moves": [{"pit": move.pit, "value": move.value} for move in choice.moves],
        },
    )
