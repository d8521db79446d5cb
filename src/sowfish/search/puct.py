"""PUCT: a tree search guided by a net's policy, with leaves evaluated by the net."""

from __future__ import annotations

from sowfish import _core
from sowfish.model.position import Position, core_rules
from sowfish.model.rules import Rules
from sowfish.nets import Net
from sowfish.nets.shipped import Source, has_net, net_for, net_from
from sowfish.runtime.limits import Cancel
from sowfish.search.tree import DEFAULT_MEMORY, Tree, TreeResult

DEFAULT_PLAYOUTS = 50_000
DEFAULT_EXPLORATION = 0.7


class Puct(Tree):
    """A tree guided by a net: the given one, or the one that ships with the package for the rules.

    For rules without a net, priors are uniform and random games replace the evaluation, which is much like UCT. A given
    net must fit the rules of every position.
    """

    default_playouts = DEFAULT_PLAYOUTS

    def __init__(
        self,
        *,
        net: Source | None = None,
        exploration: float = DEFAULT_EXPLORATION,
        memory: int = DEFAULT_MEMORY,
        seed: int = 0,
    ) -> None:
        """Start without a tree; `exploration` is the weight of the prior, `memory` limits the tree, in bytes."""
        super().__init__(exploration=exploration, memory=memory, seed=seed)
        self.net = net

    def net_of(self, rules: Rules) -> Net | None:
        """Return the net for positions of these rules, None if there is none."""
        if self.net is not None:
            return net_from(self.net, rules)
        return net_for(rules) if has_net(rules) else None

    def _new_tree(self, rules: Rules) -> _core.SearchTree:
        net = self.net_of(rules)
        return _core.puct_tree(
            core_rules(rules), None if net is None else net.core, self.memory, self.exploration, self.seed
        )


def puct(
    position: Position,
    *,
    net: Source | None = None,
    playouts: int | None = None,
    seconds: float | None = None,
    exploration: float = DEFAULT_EXPLORATION,
    seed: int = 0,
    cancel: Cancel | None = None,
) -> TreeResult:
    """Return what a fresh tree finds about one position."""
    tree = Puct(net=net, exploration=exploration, seed=seed)
    return tree.search(position, playouts=playouts, seconds=seconds, cancel=cancel)
