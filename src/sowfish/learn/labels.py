"""Labels of positions: every move's value, proven within the node limit and estimated otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sowfish.engine import Analysis, Engine
from sowfish.engine.batch_analysis import search_each
from sowfish.model.position import Position
from sowfish.runtime.limits import Limits

MEMORY = 128 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """The values of a position's moves, in stones the side to move still wins beyond its current lead."""

    gains: dict[int, float]  # by pit
    proven: frozenset[int]  # pits whose gain is exact
    value: float  # the gain of the best move
    is_exact: bool  # whether the value is proven; inferior moves need not be


def labels(games: Sequence[Sequence[Position]], *, nodes: int, look: int, table: int) -> list[Label]:
    """Return the labels of positions with the same rules and a legal move, game by game.

    Each game is processed from its end, so that later positions help earlier ones. At most `nodes` are spent on a
    proof. Once one fails, earlier positions would fail too and are only estimated, with `look` nodes each. `table` is
    the size of the endgame table, in stones.
    """
    follows = bytes(int(at > 0) for game in games for at in range(len(game)))
    positions = [position for game in games for position in game]
    found: list[Label] = []
    if positions:
        search_each(
            positions,
            lambda _, analysis: found.append(_label(analysis)),
            Engine(threads=1, memory=MEMORY, table_stones=table),
            limits=Limits(nodes=nodes, memory=MEMORY),
            finds_lines=False,
            follows=follows,
            look_nodes=look,
        )
    return found


def _label(found: Analysis) -> Label:
    """Convert an analysis to gains."""
    lead = found.position.margin
    gains = {move.pit: move.estimate - lead for move in found.moves}
    exact = found.result.is_proven
    return Label(
        gains=gains,
        proven=frozenset(move.pit for move in found.moves if move.is_proven),
        value=float(found.result.value - lead) if exact else max(gains.values()),
        is_exact=exact,
    )
