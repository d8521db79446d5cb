"""Playing levels: the engine's look-ahead, shallower and with plausible mistakes.

Weaker players see less far and misjudge moves that are nearly as good; beginners aside, they do not throw games away at
random. So a level has a depth and a carelessness: moves are drawn with a probability that falls with what they lose, as
in the Boltzmann (softmax) choice of reinforcement learning (Sutton and Barto, "Reinforcement Learning", section 2.8),
and moves that lose more than the level would overlook are never drawn.
"""

from __future__ import annotations

from dataclasses import dataclass

from sowfish import _core
from sowfish.engine import Engine
from sowfish.engine.question import require_move
from sowfish.model.chance import Chance
from sowfish.model.position import Position, core_rules
from sowfish.runtime.limits import Cancel, whole

STRONGEST = _core.MOST_LEVELS + 1  # the engine itself
MEMORY = 1 << 24


LEVELS: dict[int, _core.Level] = {number: _core.level(number) for number in range(1, STRONGEST)}


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedMove:
    """A move with the level's estimate of its margin for the side to move, in stones."""

    pit: int
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The move a level plays, and its estimates of all moves."""

    position: Position
    pit: int
    moves: tuple[RatedMove, ...]  # by pit
    depth: int
    nodes: int
    seconds: float

    @property
    def value(self) -> float:
        """The estimate of the chosen move, in stones."""
        return next(move.value for move in self.moves if move.pit == self.pit)


class Weakened:
    """Plays at a level from 1 to 9; the same seed and positions give the same moves.

    >>> Weakened(9, seed=1).choose(Position.parse("0 1 0 3 / 1 1 0 2")).pit
    1
    """

    def __init__(self, level: int, *, seed: int | str = 0) -> None:
        """Begin with nothing known."""
        self.number = whole("level", level, most=STRONGEST - 1)
        self.level = LEVELS[self.number]
        self._chance = Chance(seed)
        self._engine = Engine(threads=1, memory=MEMORY)

    def choose(self, position: Position, *, seconds: float | None = None, cancel: Cancel | None = None) -> Choice:
        """Return a move for the side to move; a time limit is hardly ever reached."""
        require_move(position)
        nodes = _core.level_nodes(self.number, core_rules(position.rules))
        seen = self._engine.look_ahead(position, depth=self.level.depth, nodes=nodes, seconds=seconds, cancel=cancel)
        moves = tuple(RatedMove(pit=move.pit, value=move.estimate) for move in seen.moves)
        return Choice(
            position=position,
            pit=moves[_core.drawn_move(self.number, [move.value for move in moves], self._chance.core)].pit,
            moves=moves,
            depth=seen.result.depth,
            nodes=seen.nodes,
            seconds=seen.seconds,
        )
