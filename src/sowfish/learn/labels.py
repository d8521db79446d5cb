"""What positions are worth: every move's value, proven where the nodes allow it and estimated elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from sowfish.engine import Analysis, Engine
from sowfish.model.position import Position

MEMORY = 128 << 20
DEEPEST = 250  # moves


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """What a position's moves are worth, in stones still to be won by the side to move beyond its present lead."""

    gains: dict[int, float]  # by pit
    proven: frozenset[int]  # pits whose gain is exact
    value: float  # the gain of the best move
    is_exact: bool  # whether the value is proven; moves that are surely worse need not be


class Labeller:
    """Labels one position after another; the engine learns from each, so label what comes late in a game first."""

    def __init__(self, *, nodes: int, look: int, table: int) -> None:
        """Spend at most `nodes` on a proof and `look` on an estimate, with an endgame table of so many stones."""
        self.nodes = nodes
        self.look = look
        self._engine = Engine(threads=1, memory=MEMORY, table_stones=table)

    def label(self, position: Position) -> Label:
        """Return the label of a position with a legal move, proven as far as the nodes go."""
        return _label(self._engine.analyse(position, nodes=self.nodes))

    def estimate(self, position: Position) -> Label:
        """Return the label of a position with a legal move without trying to prove anything."""
        return _label(self._engine.look_ahead(position, depth=DEEPEST, nodes=self.look))


def _label(found: Analysis) -> Label:
    """Return what is known of the moves as gains."""
    lead = found.position.margin
    gains = {move.pit: move.estimate - lead for move in found.moves}
    exact = found.result.is_proven
    return Label(
        gains=gains,
        proven=frozenset(move.pit for move in found.moves if move.is_proven),
        value=float(found.result.value - lead) if exact else max(gains.values()),
        is_exact=exact,
    )
