"""The checker: confirms a certificate with the rules of reference.py alone.

It follows two kinds of claims about positions without their stores: that the side to move gains at least, or at most, a
number of stones from here on. "At least" needs one move, named by the certificate; "at most" needs all moves. A move
turns a claim into one about the next position, and the end of the game settles it. The core, the engine and the tables
are not used here.
"""

from __future__ import annotations

import heapq
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sowfish.certificates.claim import Claim
from sowfish.certificates.parts import Reader, opened
from sowfish.errors import CertificateError, SowfishError
from sowfish.model.events import Side
from sowfish.model.reference import ReferenceBoard
from sowfish.model.rules import Rest, Rules

State = tuple[tuple[int, ...], tuple[int, ...]]  # the pits of the side to move and of the other, each in its own order
Rank = tuple[int, int, int]
TELL_EVERY = 1000  # positions


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a certificate holds, and if not, why."""

    holds: bool
    reason: str  # a sentence
    claim: Claim | None  # what it claims, if readable
    positions: int  # checked


def check(path: str | os.PathLike[str], *, progress: Callable[[int, int], object] | None = None) -> Verdict:
    """Check whether a certificate proves its claim; `progress` receives the positions done and claimed."""
    checker: Checker | None = None
    try:
        with opened(path) as file:
            reader = Reader(file)
            checker = Checker(reader.claim, reader.moves(), progress)
            checker.run()
    except SowfishError as error:
        claim, done = (checker.claim, checker.done) if checker else (None, 0)
        return Verdict(holds=False, reason=str(error), claim=claim, positions=done)
    return Verdict(holds=True, reason=f"{checker.claim}, proven", claim=checker.claim, positions=checker.done)


@dataclass(frozen=True, slots=True)
class Successor:
    """The result of one move, from its mover's point of view."""

    pit: int | None  # None for a pass
    gain: int  # what the mover banks minus what the other banks
    state: State | None  # None: the game is over
    again: bool


class Checker:
    """One pass through a proof, from the positions with the most stones in play to the ends of the games."""

    def __init__(self, claim: Claim, moves: Iterator[int], progress: Callable[[int, int], object] | None) -> None:
        """Start with the claim of the whole certificate."""
        self.claim = claim
        self.rules = Rules.parse(claim.rules)
        self.moves = moves
        self.progress = progress
        self.done = 0
        self.used = 0
        self.open: dict[Rank, dict[State, list[int]]] = {}  # claimed bounds of positions, low and high
        self.ranks: list[Rank] = []  # of `open`, as a heap

    def run(self) -> None:
        """Return if everything holds."""
        board = ReferenceBoard(self.rules, self.claim.ring, Side(self.claim.to_move))
        mover, other = board.to_move, board.to_move.other
        banked = board.ring[board.store(mover)] - board.ring[board.store(other)]
        future = self.claim.value - banked
        state = (tuple(board.row(mover)), tuple(board.row(other)))
        if board.is_over():
            rest = sum(state[0]) - sum(state[1]) if self.rules.rest is Rest.OWNER else 0
            _require(future == rest, f"the game is over, and its margin is {banked + rest}, not {self.claim.value}")
        else:
            self.at_least(state, future)
            self.at_most(state, future)
        while self.ranks:
            claims = self.open.pop(rank := heapq.heappop(self.ranks))
            for at in sorted(claims):
                self.follow(at, rank, *claims[at])
        _require(next(self.moves, None) is None, "it has moves that the proof does not need")
        _require(self.used == self.claim.moves, f"it has {self.used} moves, not {self.claim.moves} as claimed")
        _require(
            self.done == self.claim.positions,
            f"its proof has {self.done} positions, not {self.claim.positions} as claimed",
        )

    def at_least(self, state: State, bound: int) -> None:
        """Add the claim that a position is worth at least `bound`; nobody can lose more than is in play."""
        rest = _rest(state)
        _require(bound <= rest, f"with {rest} stones in play nobody gains {bound}, as claimed of {_shown(state)}")
        if bound > -rest:
            bounds = self._bounds(state, rest)
            bounds[0] = max(bounds[0], bound)

    def at_most(self, state: State, bound: int) -> None:
        """Add the claim that a position is worth at most `bound`; nobody can gain more than is in play."""
        rest = _rest(state)
        _require(bound >= -rest, f"with {rest} stones in play nobody loses {-bound}, as claimed of {_shown(state)}")
        if bound < rest:
            bounds = self._bounds(state, rest)
            bounds[1] = min(bounds[1], bound)

    def follow(self, state: State, rank: Rank, low: int, high: int) -> None:
        """Replace the claims about a position by claims about its successors."""
        self.done += 1
        if self.progress is not None and self.done % TELL_EVERY == 0:
            self.progress(self.done, self.claim.positions)
        rest = _rest(state)
        board = ReferenceBoard(self.rules, [*state[0], 0, *state[1], 0], Side.SOUTH)
        pits = [None] if board.must_pass() else board.legal_pits()
        if high < rest:
            for pit in pits:
                self._follow_at_most(state, _successor(board, pit, rank), high)
        if low > -rest:
            self._follow_at_least(state, _successor(board, self._chosen(state, pits), rank), low)

    def _chosen(self, state: State, pits: Sequence[int | None]) -> int | None:
        """Return the move that the certificate names, or the only one."""
        if len(pits) == 1:
            return pits[0]
        pit = next(self.moves, None)
        _require(pit is not None, f"it has no move for {_shown(state)}")
        _require(pit in pits, f"its move for {_shown(state)} is pit {pit}, which cannot be played")
        self.used += 1
        return pit

    def _follow_at_least(self, state: State, successor: Successor, low: int) -> None:
        if successor.state is None:
            _require(successor.gain >= low, f"{_named(successor, state)} gains {successor.gain}, not {low}")
        elif successor.again:
            self.at_least(successor.state, low - successor.gain)
        else:
            self.at_most(successor.state, successor.gain - low)

    def _follow_at_most(self, state: State, successor: Successor, high: int) -> None:
        if successor.state is None:
            _require(successor.gain <= high, f"{_named(successor, state)} gains {successor.gain}, more than {high}")
        elif successor.again:
            self.at_most(successor.state, high - successor.gain)
        else:
            self.at_least(successor.state, successor.gain - high)

    def _bounds(self, state: State, rest: int) -> list[int]:
        rank = _rank(state)
        if rank not in self.open:
            self.open[rank] = {}
            heapq.heappush(self.ranks, rank)
        return self.open[rank].setdefault(state, [-rest, rest])


def _successor(board: ReferenceBoard, pit: int | None, rank: Rank) -> Successor:
    """Return the result of a move by south, or of the pass if there is no pit."""
    after = board.copy()
    if pit is None:
        after.pass_turn()
    else:
        after.move(pit)
    gain = after.ring[after.store(Side.SOUTH)] - after.ring[after.store(Side.NORTH)]
    if after.is_over():
        return Successor(pit, gain, None, again=False)
    mover, other = after.to_move, after.to_move.other
    state = (tuple(after.row(mover)), tuple(after.row(other)))
    _require(_rank(state) > rank, f"a move does not approach the end of the game, to {_shown(state)}")
    return Successor(pit, gain, state, again=mover is Side.SOUTH)


def _rank(state: State) -> Rank:
    """Return a key that orders positions from the start to the end of a game.

    A move leaves fewer stones in pits or, with as many, brings them closer to their side's store. A pass changes
    neither, but two passes never follow each other.
    """
    mine, theirs = state
    pits = len(mine)
    way = sum((pits - pit) * (own + other) for pit, (own, other) in enumerate(zip(mine, theirs, strict=True)))
    return -_rest(state), -way, 0 if not any(mine) else 1


def _rest(state: State) -> int:
    return sum(state[0]) + sum(state[1])


def _require(holds: bool, otherwise: str) -> None:  # noqa: FBT001  # a condition
    if not holds:
        raise CertificateError(otherwise)


def _named(successor: Successor, state: State) -> str:
    return f"the pass in {_shown(state)}" if successor.pit is None else f"pit {successor.pit} in {_shown(state)}"


def _shown(state: State) -> str:
    return " / ".join(" ".join(map(str, row)) for row in state)
