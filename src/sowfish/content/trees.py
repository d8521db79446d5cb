"""Minimax trees."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from sowfish.content.base import Content, Count
from sowfish.search.game_tree import Bound, GameTree, LeafValue, TreeNode


class CutContent(Content, frozen=True, kw_only=True):
    """Moves that were not searched, and why."""

    pits: tuple[int, ...]
    reason: str


class NodeContent(Content, frozen=True, kw_only=True):
    """A position of the tree; `pit` leads to it from the node above, -1 for a pass."""

    pit: int | UnsetType = UNSET
    position: str
    value: float
    bound: Bound
    children: list[NodeContent] | UnsetType = UNSET
    cut: CutContent | UnsetType = UNSET


class TreeContent(Content, frozen=True, kw_only=True):
    """A minimax tree; values are south's."""

    rules: str
    position: str
    depth: Count
    player: LeafValue
    prunes: bool
    nodes: Count
    line: tuple[int, ...]
    root: NodeContent


def of_tree(tree: GameTree) -> TreeContent:
    """Return a tree."""
    return TreeContent(
        rules=str(tree.position.rules),
        position=str(tree.position),
        depth=tree.depth,
        player=tree.leaf_value,
        prunes=tree.prunes,
        nodes=tree.size,
        line=tree.root.line,
        root=_node(tree.root),
    )


def _node(node: TreeNode) -> NodeContent:
    return NodeContent(
        pit=UNSET if node.pit is None else node.pit,
        position=str(node.position),
        value=node.value,
        bound=node.bound,
        children=[_node(child) for child in node.children] if node.children else UNSET,
        cut=UNSET if node.cut is None else CutContent(pits=node.cut.pits, reason=node.cut.reason),
    )
