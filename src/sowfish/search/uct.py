"""UCT: a tree of positions grown where random games go well, with proven results backed up."""

from __future__ import annotations

import time
from dataclasses import dataclass

from sowfish import _core
from sowfish.errors import SowfishError
from sowfish.position import Position, core_board, core_rules
from sowfish.rules import Rules
from sowfish.search import support
from sowfish.solver import Cancel

DEFAULT_PLAYOUTS = 50_000
DEFAULT_EXPLORATION = 0.7
DEFAULT_MEMORY = 256 << 20
BRIEF = 1_000  # playouts, a few milliseconds


@dataclass(frozen=True, slots=True, kw_only=True)
class UctMove:
    """What the tree knows of one move, for the side to move: 1 is won, 0.5 a tie, 0 lost."""

    pit: int
    visits: int
    value: float  # the mean of its games; exact once proven
    low: float  # the outcome is proven to be at least this
    high: float  # and at most this

    @property
    def is_proven(self) -> bool:
        """Whether the outcome of the move is known for sure."""
        return self.low == self.high


@dataclass(frozen=True, slots=True, kw_only=True)
class UctResult:
    """The move chosen and what the tree knows, for the side to move: 1 is won, 0.5 a tie, 0 lost."""

    position: Position
    pit: int
    value: float  # of the move chosen; exact once proven
    is_proven: bool  # whether the outcome of the game with best play is known for sure
    moves: tuple[UctMove, ...]
    playouts: int  # of this search
    nodes: int  # in the tree
    kept: int  # of them known before this search
    seconds: float
    line: tuple[int, ...]  # the moves visited most, pit by pit; forced passes are left out

    @property
    def best(self) -> UctMove:
        """The move chosen."""
        return next(move for move in self.moves if move.pit == self.pit)


class Uct:
    """A tree that lives for a game: a search of a position that is in it goes on from there.

    >>> tree = Uct(seed=1)
    >>> result = tree.search(Position.parse("0 1 0 3 / 1 1 0 2"), playouts=1000)
    >>> result.value, result.is_proven
    (1.0, True)
    """

    def __init__(
        self, *, exploration: float = DEFAULT_EXPLORATION, memory: int = DEFAULT_MEMORY, seed: int = 0
    ) -> None:
        """Begin with no tree; `exploration` is the weight of the unknown, `memory` bytes bound the tree."""
        self.exploration = support.positive("exploration", exploration)
        self.memory = support.whole("memory", memory, most=1 << 40)
        self.seed = support.whole("seed", seed, least=0, most=(1 << 64) - 1)
        self._rules: Rules | None = None
        self._tree: _core.UctTree | None = None

    def search(
        self,
        position: Position,
        *,
        playouts: int | None = None,
        seconds: float | None = None,
        cancel: Cancel | None = None,
    ) -> UctResult:
        """Grow the tree by so many playouts, or for so long; without a limit by 50,000. A proven game ends it."""
        support.require_move(position)
        started = time.perf_counter()
        if playouts is None and seconds is None:
            playouts = DEFAULT_PLAYOUTS
        games = support.MOST if playouts is None else support.whole("playouts", playouts)
        control = support.control_of(seconds)
        tree = self._tree_for(position.rules)
        kept = tree.set_root(core_board(position))
        played: list[int] = []
        brief = games <= BRIEF and position.rest <= 100  # stones; boards with more take longer
        support.run(lambda: played.append(tree.search(games, control)), control, cancel=cancel, brief=brief)
        return _result(position, tree, kept, played[0], time.perf_counter() - started)

    def forget(self) -> None:
        """Drop the tree; the next search begins anew, with the seed's first random numbers."""
        self._tree = None

    def _tree_for(self, rules: Rules) -> _core.UctTree:
        if self._tree is None or rules != self._rules:
            self._rules = rules
            try:
                self._tree = _core.UctTree(core_rules(rules), self.memory, self.exploration, self.seed)
            except MemoryError:
                raise SowfishError(f"there is no room for {self.memory} bytes here; allow less memory") from None
        return self._tree


def uct(
    position: Position,
    *,
    playouts: int | None = None,
    seconds: float | None = None,
    exploration: float = DEFAULT_EXPLORATION,
    seed: int = 0,
    cancel: Cancel | None = None,
) -> UctResult:
    """Return what a fresh tree finds about one position."""
    tree = Uct(exploration=exploration, seed=seed)
    return tree.search(position, playouts=playouts, seconds=seconds, cancel=cancel)


def _result(position: Position, tree: _core.UctTree, kept: int, playouts: int, seconds: float) -> UctResult:
    moves = tuple(
        UctMove(pit=move.pit, visits=move.visits, value=move.value, low=move.low / 2, high=move.high / 2)
        for move in tree.moves
    )
    line = tuple(tree.line)
    root = tree.root
    return UctResult(
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
