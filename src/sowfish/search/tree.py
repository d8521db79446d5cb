"""The common part of tree searches: a tree kept for a game, and what it knows about its moves."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import dataclass

from sowfish import _core
from sowfish.engine.question import require_move
from sowfish.errors import SowfishError
from sowfish.model.position import Position, core_board
from sowfish.model.rules import Rules
from sowfish.runtime.limits import MOST, Cancel, positive, whole
from sowfish.runtime.notebooks import DrawnInNotebooks
from sowfish.search import running

DEFAULT_MEMORY = 256 << 20
BRIEF = 1_000  # playouts, a few milliseconds


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeMove:
    """What the tree knows about one move, for the side to move: 1 is won, 0.5 a tie, 0 lost."""

    pit: int
    visits: int
    value: float  # the mean of its visits; exact once proven
    prior: float  # the net's probability that it is best; 0 without a net
    low: float  # the outcome is proven to be at least this
    high: float  # and at most this

    @property
    def is_proven(self) -> bool:
        """Whether the outcome of the move is known for sure."""
        return self.low == self.high


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeResult(DrawnInNotebooks):
    """The chosen move and what the tree knows, for the side to move: 1 is won, 0.5 a tie, 0 lost."""

    position: Position
    pit: int
    value: float  # of the chosen move; exact once proven
    is_proven: bool  # whether the outcome of the game with best play is known for sure
    moves: tuple[TreeMove, ...]
    playouts: int  # of this search
    nodes: int  # in the tree
    kept: int  # of these, kept from earlier searches
    seconds: float
    line: tuple[int, ...]  # the moves visited most, pit by pit; forced passes are left out

    @property
    def best(self) -> TreeMove:
        """The chosen move."""
        return next(move for move in self.moves if move.pit == self.pit)


class Tree(ABC):
    """A tree that is kept for a game: a search of a position in it continues from there."""

    default_playouts: int  # without a limit

    def __init__(self, *, exploration: float, memory: int, seed: int) -> None:
        """Start without a tree; `exploration` is the exploration constant, `memory` limits the tree, in bytes."""
        self.exploration = positive("exploration", exploration)
        self.memory = whole("memory", memory, most=1 << 40)
        self.seed = whole("seed", seed, least=0, most=(1 << 64) - 1)
        self._rules: Rules | None = None
        self._tree: _core.SearchTree | None = None

    @abstractmethod
    def _new_tree(self, rules: Rules) -> _core.SearchTree:
        """Return a new tree for these rules."""

    def search(
        self,
        position: Position,
        *,
        playouts: int | None = None,
        seconds: float | None = None,
        cancel: Cancel | None = None,
    ) -> TreeResult:
        """Grow the tree by this many playouts, or until the time is up or the root is proven."""
        require_move(position)
        started = time.perf_counter()
        if playouts is None and seconds is None:
            playouts = self.default_playouts
        visits = MOST if playouts is None else whole("playouts", playouts)
        control = running.control_of(seconds)
        tree = self._tree_for(position.rules)
        kept = tree.set_root(core_board(position))
        made: list[int] = []
        brief = visits <= BRIEF and position.rest <= 100  # stones; boards with more take longer
        running.run(lambda: made.append(tree.search(visits, control)), control, cancel=cancel, brief=brief)
        return _result(position, tree, kept, made[0], time.perf_counter() - started)

    def forget(self) -> None:
        """Drop the tree; the next search starts over, with the seed's first random numbers."""
        self._tree = None

    def _tree_for(self, rules: Rules) -> _core.SearchTree:
        if self._tree is None or rules != self._rules:
            self._tree = None
            try:
                self._tree = self._new_tree(rules)
            except MemoryError:
                raise SowfishError(f"{self.memory} bytes of memory are not available; allow less") from None
            self._rules = rules
        return self._tree


def _result(position: Position, tree: _core.SearchTree, kept: int, playouts: int, seconds: float) -> TreeResult:
    moves = tuple(
        TreeMove(
            pit=move.pit,
            visits=move.visits,
            value=move.value,
            prior=move.prior,
            low=move.low / 2,
            high=move.high / 2,
        )
        for move in tree.moves
    )
    line = tuple(tree.line)
    root = tree.root
    return TreeResult(
        position=position,
        pit=line[0],
        value=next(move.value for move in moves if move.pit == line[0]),
        is_proven=root.low == root.high,
        moves=moves,
        playouts=playouts,
        nodes=tree.nodes,
        kept=kept,
        seconds=seconds,
        line=line,
    )
