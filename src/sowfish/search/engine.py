"""The engine: a look ahead that deepens and a proof, side by side, within a limit; what it learns lives for a game."""

from __future__ import annotations

import time
from collections.abc import Callable

from sowfish.errors import LimitError
from sowfish.position import Position
from sowfish.rules import Rules
from sowfish.search import support
from sowfish.search.thinking import Asked, Mind, Thinking, Thought
from sowfish.solver import Cancel

__all__ = ["Engine", "Thought"]

DEFAULT_SECONDS = 1.0
DEFAULT_MEMORY = 256 << 20


class Engine:
    """Thinks about the positions of a game: the hash tables live on from move to move.

    >>> Engine().think(Position.parse("0 1 0 3 / 1 1 0 2"), nodes=1000).value
    2
    """

    def __init__(self, *, threads: int = 1, memory: int = DEFAULT_MEMORY) -> None:
        """Begin with nothing known; `memory` bytes bound the hash tables and the endgame table."""
        self.threads = support.whole("threads", threads, most=256)
        self.memory = support.whole("memory", memory, most=1 << 50)
        self._mind: Mind | None = None

    def think(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        progress: Callable[[Thought], object] | None = None,
        cancel: Cancel | None = None,
    ) -> Thought:
        """Return the best move found within the limits; without any, within a second.

        Answers at once where there is but one move, and as soon as the value is proven. With `nodes` alone and one
        thread, the same positions in the same order get the same thoughts. `progress` is called about ten times a
        second.
        """
        started = time.perf_counter()
        support.require_move(position)
        if seconds is None and nodes is None:
            seconds = DEFAULT_SECONDS
        if seconds is not None:
            support.positive("seconds", seconds)
        if nodes is not None:
            support.whole("nodes", nodes)
        asked = Asked(
            position=position, started=started, seconds=seconds, nodes=nodes, progress=progress, cancel=cancel
        )
        return Thinking(self._mind_for(position.rules), asked).run()

    def forget(self) -> None:
        """Drop all that was learnt, as before a new game."""
        self._mind = None

    def _mind_for(self, rules: Rules) -> Mind:
        if self._mind is None or self._mind.rules != rules:
            try:
                self._mind = Mind(rules, self.threads, self.memory)
            except MemoryError:
                raise LimitError(f"there is no room for {self.memory} bytes here; allow less memory") from None
        return self._mind
