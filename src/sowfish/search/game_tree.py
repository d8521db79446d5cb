"""A minimax tree for teaching: every position with its value, and every alpha-beta cut with its reason.

Alpha-beta (Knuth and Moore, "An analysis of alpha-beta pruning", 1975) in its plainest form: south maximises the value,
north minimises it, and moves that cannot change the result are cut off. Values are south's, so that they mean the same
at every node. `minimax` in this package does the same, faster, without keeping the tree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from sowfish.engine import solve
from sowfish.errors import LimitError, SowfishError, quoted
from sowfish.model.events import Side
from sowfish.model.position import Position, require_position
from sowfish.runtime.limits import whole
from sowfish.runtime.notebooks import DrawnInNotebooks
from sowfish.search.minimax import evaluate

PASS = -1
DEEPEST = 12
MOST_NODES = 50_000


class LeafValue(StrEnum):
    """How leaves are evaluated; all values are south's."""

    MINIMAX = "minimax"  # the evaluation of the player `minimax`: 0 is won by north, 1 by south
    GREEDY = "greedy"  # south's store minus north's
    PERFECT = "perfect"  # the proven margin


class Bound(StrEnum):
    """How to read the value of a node."""

    EXACT = "exact"
    AT_LEAST = "at_least"  # the rest was cut off: north avoids this position anyway
    AT_MOST = "at_most"  # the rest was cut off: south avoids this position anyway


@dataclass(frozen=True, slots=True)
class Cut:
    """Moves that were not searched, and why they cannot matter."""

    pits: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeNode:
    """A position of the tree, reached by a pit from its parent."""

    position: Position
    pit: int | None  # None at the root, -1 for a pass
    value: float  # for south
    bound: Bound
    children: tuple[TreeNode, ...] = ()
    cut: Cut | None = None

    @property
    def best(self) -> TreeNode | None:
        """The child that gives the node its value; None at a leaf."""
        return next((child for child in self.children if child.value == self.value), None)

    @property
    def line(self) -> tuple[int, ...]:
        """Best play from here to the end of the tree."""
        following = self.best
        if following is None:
            return ()
        assert following.pit is not None
        return (following.pit, *following.line)

    def nodes(self) -> Iterator[TreeNode]:
        """Yield the node and its descendants in search order."""
        yield self
        for child in self.children:
            yield from child.nodes()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTree(DrawnInNotebooks):
    """The tree of a position; a notebook shows it as a page that unfolds."""

    root: TreeNode
    depth: int
    leaf_value: LeafValue
    prunes: bool
    size: int = field(compare=False)  # nodes

    @property
    def position(self) -> Position:
        """The position at the root."""
        return self.root.position

    def __repr__(self) -> str:
        """Return its size and its value."""
        value = format_value(self.root.value, self.leaf_value)
        return f"<GameTree of {self.size} nodes, depth {self.depth}: {value}, line {self.root.line}>"


def format_value(value: float, leaf_value: LeafValue) -> str:
    """Return a value as people read it: a chance with three digits, or stones with their sign."""
    return f"{value:.3f}" if leaf_value is LeafValue.MINIMAX else f"{value:+.0f}" if value else "0"


def grow_tree(
    position: Position,
    *,
    depth: int = 3,
    leaf_value: LeafValue | str = LeafValue.MINIMAX,
    prunes: bool = True,
    most_nodes: int = MOST_NODES,
) -> GameTree:
    """Return the minimax tree of a position, `depth` moves deep, with the cuts of alpha-beta unless told otherwise.

    A move is one pit, so the same side moves again after a free move.

    >>> tree = grow_tree(Position.parse("0 0 1 2 / 0 1 1 2"), depth=2)
    >>> tree.root.value, tree.root.line
    (0.0, (2,))
    """
    if require_position(position).is_over:
        raise SowfishError(f"there is no tree to grow: the game is over in {position}")
    if leaf_value not in tuple(LeafValue):
        raise SowfishError(f"leaf_value must be one of {', '.join(LeafValue)}, not {quoted(leaf_value)}")
    grower = _Grower(LeafValue(leaf_value), prunes=prunes, most_nodes=whole("most_nodes", most_nodes))
    plies = whole("depth", depth, most=DEEPEST)
    root = grower.grow(position, (), plies, _Limit(-math.inf), _Limit(math.inf))
    return GameTree(root=root, depth=plies, leaf_value=grower.leaf_value, prunes=prunes, size=grower.size)


@dataclass(frozen=True, slots=True)
class _Limit:
    """What a side can already get elsewhere: alpha for south, beta for north, and the moves that lead there."""

    value: float
    line: tuple[int, ...] = ()


class _Grower:
    def __init__(self, leaf_value: LeafValue, *, prunes: bool, most_nodes: int) -> None:
        self.leaf_value = leaf_value
        self.size = 0
        self._prunes = prunes
        self._most_nodes = most_nodes
        self._estimate: Callable[[Position], float] = _ESTIMATES[leaf_value]

    def grow(self, position: Position, path: tuple[int, ...], depth: int, alpha: _Limit, beta: _Limit) -> TreeNode:
        self.size += 1
        pit = path[-1] if path else None
        if self.size > self._most_nodes:
            raise LimitError(f"the tree has more than {self._most_nodes:,} nodes; choose a smaller depth")
        if position.is_over or depth == 0:
            value = _final(position, self.leaf_value) if position.is_over else self._estimate(position)
            return TreeNode(position=position, pit=pit, value=value, bound=Bound.EXACT)
        is_south = position.to_move is Side.SOUTH
        pits = (PASS,) if position.must_pass else position.legal_pits
        children: list[TreeNode] = []
        cut = None
        best = -math.inf if is_south else math.inf
        for number, choice in enumerate(pits, start=1):
            after = position.passed() if choice == PASS else position.after(choice)
            way = (*path, choice)
            children.append(self.grow(after, way, depth - 1, alpha, beta))
            found = children[-1].value
            if is_south and found > best:
                best = found
                alpha = _Limit(best, way) if best > alpha.value else alpha
            elif not is_south and found < best:
                best = found
                beta = _Limit(best, way) if best < beta.value else beta
            if self._prunes and alpha.value >= beta.value and number < len(pits):
                cut = Cut(pits[number:], self._reason(position.to_move, best, beta if is_south else alpha))
                break
        bound = Bound.EXACT if cut is None else Bound.AT_LEAST if is_south else Bound.AT_MOST
        if cut is None and self._prunes:
            bound = _inherited(children, best, is_south=is_south)
        return TreeNode(position=position, pit=pit, value=best, bound=bound, children=tuple(children), cut=cut)

    def _reason(self, mover: Side, best: float, limit: _Limit) -> str:
        """Return why the other moves of this side cannot matter."""
        found, sure = (format_value(value, self.leaf_value) for value in (best, limit.value))
        least, other = ("at least", "at most") if mover is Side.SOUTH else ("at most", "at least")
        line = " ".join("pass" if pit == PASS else str(pit) for pit in limit.line)
        return (
            f"{mover} has {least} {found} here, but {mover.other} is sure of {other} {sure} after {line}, "
            "so it will not let this position arise"
        )


def _inherited(children: list[TreeNode], best: float, *, is_south: bool) -> Bound:
    """Return how to read the value of a fully searched node: like that of the child it comes from."""
    wanted = Bound.AT_MOST if is_south else Bound.AT_LEAST  # a bound that the other children may not reach either
    givers = [child.bound for child in children if child.value == best]
    return Bound.EXACT if Bound.EXACT in givers else wanted if wanted in givers else givers[0]


def _final(position: Position, leaf_value: LeafValue) -> float:
    if leaf_value is LeafValue.MINIMAX:
        return evaluate(position)
    return float(_for_south(position, position.margin))


def _for_south(position: Position, margin: int) -> int:
    return margin if position.to_move is Side.SOUTH else -margin


_ESTIMATES: dict[LeafValue, Callable[[Position], float]] = {
    LeafValue.MINIMAX: evaluate,
    LeafValue.GREEDY: lambda position: float(position.south_store - position.north_store),
    LeafValue.PERFECT: lambda position: float(_for_south(position, solve(position).value)),
}
