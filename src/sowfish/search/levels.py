"""Levels of strength: the engine's look-ahead, cut short and made careless in a believable way.

A person who plays less well sees less far and misjudges what is nearly as good; they do not, once they can play, throw
the game away at random. So a level has a depth, and a carelessness: moves are drawn with a chance that falls with
what they lose, as in the Boltzmann (softmax) choice of reinforcement learning (Sutton and Barto, "Reinforcement
Learning", section 2.8), and moves that lose more than the level would overlook are never drawn.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from sowfish import tables
from sowfish.engine import Engine
from sowfish.engine.question import require_move
from sowfish.model.position import Position
from sowfish.runtime.limits import Cancel, whole

STRONGEST = 10  # the engine itself
MEMORY = 1 << 24
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
        self.level = LEVELS[whole("level", level, most=STRONGEST - 1)]
        self._chance = random.Random(seed)
        self._engine = Engine(threads=1, memory=MEMORY)

    def choose(self, position: Position, *, seconds: float | None = None, cancel: Cancel | None = None) -> Choice:
        """Return a move for the side to move; a limit of time is hardly ever reached."""
        require_move(position)
        nodes = self.level.nodes if tables.supports(position.rules) else int(self.level.nodes * WIDE_SHARE)
        seen = self._engine.look_ahead(position, depth=self.level.depth, nodes=nodes, seconds=seconds, cancel=cancel)
        moves = tuple(RatedMove(pit=move.pit, value=move.estimate) for move in seen.moves)
        return Choice(
            position=position,
            pit=self._drawn(moves),
            moves=moves,
            depth=seen.result.depth,
            nodes=seen.nodes,
            seconds=seen.seconds,
        )

    def _drawn(self, moves: tuple[RatedMove, ...]) -> int:
        best = max(move.value for move in moves)
        open_moves = [move for move in moves if best - move.value <= self.level.overlooked]
        weights = [math.exp((move.value - best) / self.level.carelessness) for move in open_moves]
        return self._chance.choices(open_moves, weights)[0].pit
