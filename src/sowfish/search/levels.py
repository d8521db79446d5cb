"""Levels of strength: the engine's look ahead, cut short and made careless in a believable way.

A person who plays less well sees less far and misjudges what is nearly as good; they do not, once they can play, throw
the game away at random. So a level has a depth, and a carelessness: moves are drawn with a chance that falls with
what they lose, as in the Boltzmann (softmax) choice of reinforcement learning (Sutton and Barto, "Reinforcement
Learning", section 2.8), and moves that lose more than the level would overlook are never drawn.
"""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass

from sowfish import _core
from sowfish.position import Position, core_board, core_rules
from sowfish.rules import Rules
from sowfish.search import support
from sowfish.solver import Cancel

STRONGEST = 10  # the engine itself
HASH_BYTES = 1 << 22
BRIEF_NODES = 5_000
WIDE_SHARE = 0.1  # of the nodes, on boards without a kernel of their own, which are slower by as much


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """How far a level looks ahead, and how careless it is."""

    depth: int  # moves
    nodes: int  # most it looks at
    carelessness: float  # stones; a move that loses so many is drawn 1/e times as often as the best
    overlooked: float  # stones; a move that loses more is never drawn


LEVELS: dict[int, Level] = {
    1: Level(depth=1, nodes=1_000, carelessness=4.0, overlooked=99.0),
    2: Level(depth=1, nodes=1_000, carelessness=2.2, overlooked=8.0),
    3: Level(depth=2, nodes=2_000, carelessness=1.5, overlooked=5.0),
    4: Level(depth=3, nodes=5_000, carelessness=1.1, overlooked=4.0),
    5: Level(depth=4, nodes=10_000, carelessness=0.9, overlooked=3.5),
    6: Level(depth=6, nodes=20_000, carelessness=0.65, overlooked=2.5),
    7: Level(depth=8, nodes=50_000, carelessness=0.45, overlooked=2.0),
    8: Level(depth=10, nodes=100_000, carelessness=0.35, overlooked=1.5),
    9: Level(depth=13, nodes=250_000, carelessness=0.12, overlooked=0.75),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedMove:
    """A move and what the level thinks it is worth: the margin for the side to move, in stones."""

    pit: int
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The move a level plays, and what it thought of all moves."""

    position: Position
    pit: int
    moves: tuple[RatedMove, ...]  # by pit
    depth: int
    nodes: int
    seconds: float

    @property
    def value(self) -> float:
        """What the move chosen is thought to be worth, in stones."""
        return next(move.value for move in self.moves if move.pit == self.pit)


class Weakened:
    """Plays at a level from 1 to 9; the same seed and positions give the same moves.

    >>> Weakened(9, seed=1).choose(Position.parse("0 1 0 3 / 1 1 0 2")).pit
    1
    """

    def __init__(self, level: int, *, seed: int | str = 0) -> None:
        """Begin with nothing known."""
        self.level = LEVELS[support.whole("level", level, most=STRONGEST - 1)]
        self._chance = random.Random(seed)
        self._rules: Rules | None = None
        self._deepening: _core.Deepening | None = None

    def choose(self, position: Position, *, seconds: float | None = None, cancel: Cancel | None = None) -> Choice:
        """Return a move for the side to move; a limit of time is hardly ever reached."""
        support.require_move(position)
        started = time.perf_counter()
        if self._deepening is None or self._rules != position.rules:
            self._rules = position.rules
            self._deepening = _core.Deepening(core_rules(position.rules), HASH_BYTES)
        deepening = self._deepening
        deepening.set_root(core_board(position), True)  # noqa: FBT003  # as the core takes it
        nodes = self.level.nodes if _core.is_fast(core_rules(position.rules)) else int(self.level.nodes * WIDE_SHARE)
        control = support.control_of(seconds, nodes)

        def look_ahead() -> None:
            while deepening.deepen(control) and deepening.result().depth < self.level.depth:
                pass

        support.run(look_ahead, control, cancel=cancel, brief=nodes <= BRIEF_NODES)
        seen = deepening.result()
        moves = tuple(RatedMove(pit=move.pit, value=move.value / _core.PARTS_OF_STONE) for move in seen.moves)
        return Choice(
            position=position,
            pit=self._drawn(moves),
            moves=moves,
            depth=seen.depth,
            nodes=control.nodes,
            seconds=time.perf_counter() - started,
        )

    def _drawn(self, moves: tuple[RatedMove, ...]) -> int:
        best = max(move.value for move in moves)
        open_moves = [move for move in moves if best - move.value <= self.level.overlooked]
        weights = [math.exp((move.value - best) / self.level.carelessness) for move in open_moves]
        return self._chance.choices(open_moves, weights)[0].pit
