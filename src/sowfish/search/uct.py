"""UCT: a tree search evaluated by random games, with proven results backed up."""

from __future__ import annotations

from sowfish import _core
from sowfish.model.position import Position, core_rules
from sowfish.model.rules import Rules
from sowfish.runtime.limits import Cancel
from sowfish.search.tree import DEFAULT_MEMORY, Tree, TreeResult

DEFAULT_PLAYOUTS = 50_000
DEFAULT_EXPLORATION = 0.7


class Uct(Tree):
    """A tree that is kept for a game: a search of a position in it continues from there.

    >>> tree = Uct(seed=1)
    >>> result = tree.search(Position.parse("0 1 0 3 / 1 1 0 2"), playouts=1000)
    >>> result.value, result.is_proven
    (1.0, True)
    """

    default_playouts = DEFAULT_PLAYOUTS

    def __init__(
        self, *, exploration: float = DEFAULT_EXPLORATION, memory: int = DEFAULT_MEMORY, seed: int = 0
    ) -> None:
        """Start without a tree; `exploration` is the exploration constant, `memory` limits the tree, in bytes."""
        super().__init__(exploration=exploration, memory=memory, seed=seed)

    def _new_tree(self, rules: Rules) -> _core.SearchTree:
        return _core.uct_tree(core_rules(rules), self.memory, self.exploration, self.seed)


def uct(
    position: Position,
    *,
    playouts: int | None = None,
    seconds: float | None = None,
    exploration: float = DEFAULT_EXPLORATION,
    seed: int = 0,
    cancel: Cancel | None = None,
) -> TreeResult:
    """Return what a fresh tree finds about one position."""
    tree = Uct(exploration=exploration, seed=seed)
    return tree.search(position, playouts=playouts, seconds=seconds, cancel=cancel)
