"""Minimax: alpha-beta with iterative deepening over a simple evaluation, from 0 (north wins) to 1 (south wins)."""

from __future__ import annotations

import time
from dataclasses import dataclass

from sowfish import _core
from sowfish.engine.question import require_move
from sowfish.model.events import Side
from sowfish.model.position import Position, core_board, require_position
from sowfish.runtime.limits import MOST, Cancel, whole
from sowfish.runtime.notebooks import DrawnInNotebooks
from sowfish.search import running

DEFAULT_SECONDS = 9.89
DEEPEST = 255
BRIEF_DEPTH = 4  # moves ahead; fast on any board
BRIEF_NODES = 5_000
NODES_A_SECOND = 10_000_000  # an upper bound; sizes the hash table


@dataclass(frozen=True, slots=True, kw_only=True)
class MinimaxResult(DrawnInNotebooks):
    """The chosen move and its value, from 0 (north wins) to 1 (south wins)."""

    position: Position
    pit: int
    value: float
    depth: int  # moves looked ahead
    nodes: int
    seconds: float
    line: tuple[int, ...]  # best play, pit by pit, to the depth or the end; forced passes are left out
    sees_end: bool  # whether the value is exact


def evaluate(position: Position) -> float:
    """Return the static evaluation, from 0 (north wins) to 1 (south wins).

    93 % is the store difference and 7 % the share of the stones in pits that lie on south's side. Once a store holds
    more than half of all stones it is 0 or 1; a finished game is 0, 0.5 (tie) or 1.

    >>> evaluate(Position.start())
    0.5
    """
    return _for_south(position, _core.evaluate(core_board(require_position(position))))


def minimax(
    position: Position,
    *,
    depth: int | None = None,
    seconds: float | None = DEFAULT_SECONDS,
    nodes: int | None = None,
    cancel: Cancel | None = None,
) -> MinimaxResult:
    """Return the move of a minimax search `depth` moves deep, or as deep as the limits allow, at least one.

    >>> minimax(Position.parse("0 0 0 0 0 1 24 / 1 0 0 0 0 0 22"), depth=1).value
    1.0
    """
    require_move(position)
    deepest = DEEPEST if depth is None else whole("depth", depth, most=DEEPEST)
    started = time.perf_counter()
    control = running.control_of(seconds, nodes)
    expected = min(nodes or MOST, 10 * 3**deepest)  # alpha-beta visits at most three of six moves
    if seconds is not None:
        expected = min(expected, int(min(seconds, 1e9) * NODES_A_SECOND))
    brief = deepest <= BRIEF_DEPTH or expected <= BRIEF_NODES
    found: list[_core.MinimaxResult] = []

    def search() -> None:
        found.append(_core.minimax(core_board(position), deepest, BRIEF_NODES if brief else expected, control))

    running.run(search, control, cancel=cancel, brief=brief)
    result = found[0]
    return MinimaxResult(
        position=position,
        pit=result.pit,
        value=_for_south(position, result.value),
        depth=result.depth,
        nodes=result.nodes,
        seconds=time.perf_counter() - started,
        line=tuple(result.line),
        sees_end=result.sees_end,
    )


def _for_south(position: Position, value: int) -> float:
    return (value if position.to_move is Side.SOUTH else _core.SURE - value) / _core.SURE
