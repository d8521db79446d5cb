"""Exact values: the margin with best play by both, proven, for a position or for every legal move."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from sowfish import _core, campaigns, certificates, tables, workers
from sowfish.errors import CampaignError, LimitError, shown
from sowfish.limits import Limits
from sowfish.position import Position, core_board, core_rules
from sowfish.rules import Rules

PROOF_SHARE = 0.85  # of the limits; what is left is for an estimate, should the proof not get there
ESTIMATE_SECONDS = 10.0  # and no more than this
LEAST_SECONDS = 1e-3  # the core takes no time at all for no limit
DEEPEST = 255
DISK_GAIN = 16  # how many times more positions are worth having when they are on disk already
PROGRESS_SECONDS = 0.1
CLAIM_BYTES = 80  # about what a position takes while a certificate is made
Line = tuple[tuple[int, ...], ...]


class Kind(StrEnum):
    """How sure a value is."""

    PROVEN = "proven"
    BOUND = "bound"  # an estimate between proven bounds that say more than the stones in play
    ESTIMATE = "estimate"


class Cancel(Protocol):
    """A wish to stop, such as a threading.Event."""

    def is_set(self) -> bool:
        """Tell whether to stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A margin for the side to move at the position asked about, stores included, with its proven bounds."""

    value: int
    low: int
    high: int
    kind: Kind
    line: Line  # best play turn by turn, each a tuple of pits; a forced pass is an empty turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(Value):
    """The value of a position."""

    position: Position
    nodes: int
    seconds: float
    certificate: certificates.Written | None = None  # if one was asked for and the value is proven

    @property
    def turn(self) -> tuple[int, ...]:
        """The turn to play now."""
        return self.line[0] if self.line else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveValue(Value):
    """The value of a move; its line begins with the pit."""

    pit: int

    def within(self, low: int, high: int) -> MoveValue:
        """Return the value of the move when it is proven to lie between these bounds as well."""
        low, high = max(low, self.low), min(high, self.high)
        if (low, high) == (self.low, self.high):
            return self
        kind = Kind.PROVEN if low == high else Kind.BOUND
        return replace(self, value=min(max(self.value, low), high), low=low, high=high, kind=kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """The values of all legal moves, by pit."""

    position: Position
    moves: tuple[MoveValue, ...]
    nodes: int
    seconds: float

    @property
    def best(self) -> MoveValue:
        """The best move; of equal ones the surest, then the lowest pit."""
        return max(self.moves, key=lambda move: (move.value, move.low, -move.pit))


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a search is."""

    nodes: int
    seconds: float
    bounds: tuple[tuple[int, int], ...]  # low and high of the position, or of each legal move; empty while preparing
    earlier: campaigns.State | None = None  # what earlier sessions of a campaign did


def solve(
    position: Position,
    *,
    limits: Limits | None = None,
    threads: int | None = None,
    progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | None = None,
    campaign: str | os.PathLike[str] | None = None,
    certificate: str | os.PathLike[str] | None = None,
) -> Result:
    """Return the exact margin for the side to move with best play by both, or what is known when a limit is reached.

    Uses all cores unless `threads` says otherwise; the value is the same on any number of them. `progress` is called
    about ten times a second. Ctrl-C, or an error in `progress`, ends the search at once. `campaign` is a folder that
    keeps what is proven, for a search that takes hours: the same call goes on where the last one was ended.

    `certificate` is a file to be written that proves the value to anyone (`sowfish.certificates.check`); there is none
    if the value is not proven, or if the limits leave too little for it.

    >>> solve(Position.parse("kalah: 0 1 0 3 / 1 1 0 2")).value
    2
    """
    search = _Search(position, limits or Limits(), threads, progress, cancel)
    if certificate is not None:
        certificates.check_place(certificate)
        search.certifies = True
    if position.is_over:
        found = _final(position)
    elif campaign is None:
        found = search.run(every_move=False)[0]
    else:
        with campaigns.opened(campaign, position) as search.campaign:
            found = search.run(every_move=False)[0]
    return Result(
        value=found.value,
        low=found.low,
        high=found.high,
        kind=found.kind,
        line=found.line,
        position=position,
        nodes=search.nodes,
        seconds=search.seconds,
        certificate=None if certificate is None else search.certificate(certificate, found),
    )


def analyse(
    position: Position,
    *,
    limits: Limits | None = None,
    threads: int | None = None,
    progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | None = None,
) -> Analysis:
    """Return the value of every legal move, each as `solve` would; no moves if the game is over or a pass is forced."""
    search = _Search(position, limits or Limits(), threads, progress, cancel)
    values = search.run(every_move=True) if position.legal_pits else []
    moves = [
        MoveValue(value=found.value, low=found.low, high=found.high, kind=found.kind, line=found.line, pit=pit)
        for pit, found in zip(position.legal_pits, values, strict=True)
    ]
    return Analysis(position=position, moves=tuple(moves), nodes=search.nodes, seconds=search.seconds)


class _Search:
    """One search: table, proof, and estimates for what the proof leaves open."""

    def __init__(
        self,
        position: Position,
        limits: Limits,
        threads: int | None,
        progress: Callable[[Progress], object] | None,
        cancel: Cancel | None,
    ) -> None:
        if threads is not None and (type(threads) is not int or not 1 <= threads <= 256):
            raise LimitError(f"threads must be a whole number from 1 to 256, not {shown(threads)}")
        self.position = position
        self.limits = limits
        self.threads = threads or workers.available_threads()
        self.progress = progress
        self.cancel = cancel
        self.campaign: campaigns.Campaign | None = None
        self.certifies = False
        self.strategy: _core.Strategy | None = None
        self.started = time.perf_counter()
        self.told = self.started
        self.nodes = 0

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.started

    def run(self, *, every_move: bool) -> list[Value]:
        """Return what can be found out about the position, or about each legal move."""
        plan = _plan(self.position.rules, self.position.rest, self.limits, every_move=every_move)
        table, solver = self._solver(plan)
        threads = self.threads if solver.is_parallel else 1
        control = self._control(self._proof_share)
        proof = solver.prove(core_board(self.position), every_move, threads, control, self.campaign is not None)
        self._resume(solver, proof)

        def watch() -> None:
            if self._should_stop(control, proof):
                control.stop()
            if self.campaign is not None and self.campaign.is_due():
                self._save(solver, proof, control)

        try:
            if not control.stopped:  # threads take time to start, and there may be none
                workers.run(proof.work, threads, stop=control.stop, watch=watch)
        finally:
            self._save(solver, proof, control)
        proven = proof.proven()
        lines: list[list[int]] = [[] for _ in proven]

        def follow() -> None:
            for number, known in enumerate(proven):
                lines[number] = proof.line(number) if known.low == known.high else []

        if any(known.low == known.high for known in proven):
            workers.run(follow, 1, stop=control.stop, watch=watch)
        self.nodes = control.nodes
        if self.certifies and proven[0].low == proven[0].high:
            self._certify(solver, proven[0].low)
        open_moves = sum(known.low < known.high for known in proven)
        return [self._value(known, line, table, open_moves) for known, line in zip(proven, lines, strict=True)]

    def _solver(self, plan: _Plan) -> tuple[_core.Table | None, _core.Solver]:
        """Return a solver with its table, if it has one."""
        rules = self.position.rules
        try:
            table = None
            if plan.table_stones >= 0:
                table = tables.for_search(rules, plan.table_stones, threads=self.threads, should_stop=self._should_stop)
            return table, _core.solver(core_rules(rules), plan.hash_bytes, table)
        except MemoryError:
            raise LimitError(f"there is no room for {self.limits.memory} bytes here; allow less memory") from None

    def _certify(self, solver: _core.Solver, value: int) -> None:
        """Find the moves that prove the value, in what is left of the time."""
        control = self._control(1.0)
        most = self.limits.memory // 4 // CLAIM_BYTES

        def follow() -> None:
            self.strategy = solver.certify(core_board(self.position), value, most, control)

        def watch() -> None:
            if self._is_time_to_tell():
                self._tell(self.nodes + control.nodes, ((value, value),))
            if self._is_cancelled():
                control.stop()

        workers.run(follow, 1, stop=control.stop, watch=watch)

    def certificate(self, path: str | os.PathLike[str], found: Value) -> certificates.Written | None:
        """Write the certificate of a proven value, if the moves that prove it were found."""
        if found.kind is not Kind.PROVEN or not (self.position.is_over or self.strategy):
            return None
        pits, positions = (self.strategy.pits, self.strategy.positions) if self.strategy else (b"", 0)
        claim = certificates.Claim(
            rules=str(self.position.rules),
            south=self.position.south,
            south_store=self.position.south_store,
            north=self.position.north,
            north_store=self.position.north_store,
            to_move=self.position.to_move.value,
            value=found.value,
            positions=positions,
            moves=len(pits),
        )
        return certificates.write(path, claim, pits)

    def _resume(self, solver: _core.Solver, proof: _core.Proof) -> None:
        """Take up what the campaign knows, if this is one."""
        if self.campaign is None:
            return
        if not tables.has_tables(self.position.rules):
            raise CampaignError(f"campaigns are for the named rules with up to 7 pits, not for {self.position.rules}")
        self.campaign.restore(solver)
        proof.believe(self.campaign.state.low, self.campaign.state.high)

    def _save(self, solver: _core.Solver, proof: _core.Proof, control: _core.Control) -> None:
        """Save the campaign, if this is one."""
        if self.campaign is None:
            return
        known = proof.proven()[0]
        self.campaign.save(solver, known.low, known.high, nodes=control.nodes, seconds=self.seconds)

    @property
    def _proof_share(self) -> float:
        seconds = self.limits.seconds
        return PROOF_SHARE if seconds is None else max(PROOF_SHARE, 1 - ESTIMATE_SECONDS / seconds)

    def _control(self, share: float) -> _core.Control:
        """Return a control that ends when a share of the time and nodes of the whole search is used up."""
        part = self.limits.part(share)
        seconds = 0.0 if part.seconds is None else max(part.seconds - self.seconds, LEAST_SECONDS)
        nodes = 0 if part.nodes is None else max(part.nodes - self.nodes, 1)
        return _core.Control(seconds=seconds, nodes=nodes)

    def _should_stop(self, control: _core.Control | None = None, proof: _core.Proof | None = None) -> bool:
        """Tell whether the caller or the clock wants to stop; reports progress now and then."""
        if self._is_time_to_tell():
            bounds = tuple((known.low, known.high) for known in proof.proven()) if proof else ()
            self._tell(control.nodes if control else 0, bounds)
        if self._is_cancelled():
            return True
        return self.limits.seconds is not None and self.seconds > self._proof_share * self.limits.seconds

    def _is_time_to_tell(self) -> bool:
        return self.progress is not None and time.perf_counter() - self.told >= PROGRESS_SECONDS

    def _tell(self, nodes: int, bounds: tuple[tuple[int, int], ...]) -> None:
        """Report progress."""
        self.told = time.perf_counter()
        earlier = self.campaign.start if self.campaign else None
        if self.progress is not None:
            self.progress(Progress(nodes=nodes, seconds=self.seconds, bounds=bounds, earlier=earlier))

    def _is_cancelled(self) -> bool:
        return self.cancel is not None and self.cancel.is_set()

    def _value(self, known: _core.Proven, line: list[int], table: _core.Table | None, open_moves: int) -> Value:
        """Return what is known of the position or of a move; estimates share what is left of the limits."""
        if known.low == known.high:
            turns = _turns(self.position, line)
            return Value(value=known.low, low=known.low, high=known.high, kind=Kind.PROVEN, line=turns)
        asked = self.position if known.pit is None else self.position.after(known.pit)
        guess = self._estimate(asked, table, open_moves)
        sign = 1 if asked.to_move == self.position.to_move else -1
        margin, standing = sign * guess.margin, sign * asked.margin
        pits = guess.line if known.pit is None else [known.pit, *guess.line]
        trivial = standing - asked.rest, standing + asked.rest
        return Value(
            value=min(max(margin, known.low), known.high),
            low=known.low,
            high=known.high,
            kind=Kind.ESTIMATE if (known.low, known.high) == trivial else Kind.BOUND,
            line=_turns(self.position, pits),
        )

    def _estimate(self, asked: Position, table: _core.Table | None, open_moves: int) -> _core.Estimate:
        """Return a guess at a position, in its share of what is left of the time; soon if cancelled."""
        seconds = (self.limits.seconds or 1.0) * (1 - self._proof_share) / open_moves
        control = _core.Control(seconds=max(seconds, LEAST_SECONDS))
        guesses: list[_core.Estimate] = []

        def guess() -> None:
            guesses.append(_core.estimate(core_board(asked), table, DEEPEST, control))

        def watch() -> None:
            if self._is_cancelled():
                control.stop()

        workers.run(guess, 1, stop=control.stop, watch=watch)
        return guesses[0]


def _final(position: Position) -> Value:
    """Return the value of a finished game."""
    return Value(value=position.margin, low=position.margin, high=position.margin, kind=Kind.PROVEN, line=())


@dataclass(frozen=True, slots=True)
class _Plan:
    table_stones: int  # -1: no table
    hash_bytes: int


def _plan(rules: Rules, rest: int, limits: Limits, *, every_move: bool) -> _Plan:
    """Choose the sizes of table and hash: what pays for so many stones, within the memory and the time."""
    tabled = tables.has_tables(rules)
    hash_bytes = 2.0 ** min(62.0, max(24.0, 0.75 * rest + every_move - (11 if tabled else 8)))
    if limits.seconds is not None:
        hash_bytes = min(hash_bytes, limits.seconds * 1e8)  # more could not be filled
    if not tabled:
        return _Plan(-1, int(max(min(hash_bytes, limits.memory), 1)))
    # The base 2 logarithm of the positions worth tabling, measured on starts of 24 to 60 stones.
    worth = 13 + 0.2 * rest if rules.relay else max(18, 10.2 + 0.37 * rest)
    positions = min(2.0 ** (worth + 1.5 * every_move), 0.6 * limits.memory)
    if limits.seconds is not None:
        positions = min(positions, limits.seconds * (5e6 if rules.relay else 25e6))
    stones = min(tables.largest(rules, int(positions)), max(rest - 1, 0))
    left = limits.memory - _core.table_bytes(rules.pits, stones)
    stored = tables.on_disk(rules)
    if stored is not None and stored.stones >= stones:
        # Checking what is on disk costs a small part of building it, and its memory is the system's.
        stones = max(stones, min(stored.stones, tables.largest(rules, int(DISK_GAIN * positions)), max(rest - 1, 0)))
        left = limits.memory
    return _Plan(stones, int(max(min(hash_bytes, left), 1)))


def _turns(position: Position, pits: list[int]) -> Line:
    """Group a line of pits into whole turns, with an empty turn for a forced pass."""
    turns: list[tuple[int, ...]] = []
    turn: list[int] = []
    for pit in pits:
        while position.must_pass:
            turns.append(())
            position = position.passed()
        after = position.after(pit)
        turn.append(pit)
        if after.to_move != position.to_move or after.must_pass:
            turns.append(tuple(turn))
            turn = []
        position = after
    return (*turns, tuple(turn)) if turn else tuple(turns)
