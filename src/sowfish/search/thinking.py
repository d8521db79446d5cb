"""One thought of the engine: how a look ahead and a proof share the time, and what comes of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from sowfish import _core, tables, workers
from sowfish.position import Position, core_board, core_rules
from sowfish.rules import Rules
from sowfish.search import support
from sowfish.solver import Cancel, Kind

TABLE_SHARE = 0.2  # of the time, for the endgame table
TABLE_RATE, RELAY_TABLE_RATE = 20e6, 4e6  # positions a second, one thread
WORTHWHILE = 2  # stones more; for less, the hash that goes with the old table is worth more
FIXED_TABLE = 3_000_000  # positions, where only nodes are limited: the same on every machine
PROOF_SECONDS, WIDE_PROOF_SECONDS = 0.1, 1.0  # with less time, preparing a proof would take most of it
PROOF_NODES = 500_000
GUESS_NODES = 100_000  # what preparing a proof costs
FIRST_SLICE = 20_000  # nodes, before one thread turns from looking ahead to proving and back; doubles
BRIEF_NODES = 5_000
PROGRESS_SECONDS = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought:
    """What the engine thinks of a position; margins are for the side to move, stores included."""

    position: Position
    pit: int
    value: int
    low: int  # proven bounds of the value
    high: int
    kind: Kind
    depth: int  # moves looked ahead
    nodes: int
    seconds: float
    line: tuple[int, ...]  # best play, pit by pit, as far as it is known; forced passes are left out

    @property
    def is_proven(self) -> bool:
        """Whether the value is exact."""
        return self.kind is Kind.PROVEN


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A position to think about, and the limits."""

    position: Position
    started: float  # when it was asked, by time.perf_counter: getting ready takes time too
    seconds: float | None
    nodes: int | None
    progress: Callable[[Thought], object] | None
    cancel: Cancel | None


class Mind:
    """What lives for a game: the endgame table and both hash tables."""

    def __init__(self, rules: Rules, threads: int, memory: int) -> None:
        """Begin with nothing known."""
        self.rules = rules
        self.threads = threads
        self.memory = memory
        self.has_tables = tables.has_tables(rules)
        self.deepening = _core.Deepening(core_rules(rules), memory // 4)
        self.solver: _core.Solver | None = None
        self.table: _core.Table | None = None

    def use_table(self, table: _core.Table | None) -> None:
        """Take a table, unless it is no better than the one there is: the solver forgets with the old one."""
        known = -1 if self.table is None else self.table.stones
        if table is not None and table.stones > known:
            self.table = table
            self.solver = None
            self.deepening.set_table(table)

    def prover(self) -> _core.Solver:
        """Return the solver, whose hash table is made when it is first needed."""
        if self.solver is None:
            self.solver = _core.solver(core_rules(self.rules), self.memory // 2, self.table)
        return self.solver


class Thinking:
    """One thought: a table, a look ahead and a proof, in the time there is."""

    def __init__(self, mind: Mind, asked: Asked) -> None:
        """Begin; the time has been running since it was asked."""
        self.started = self.told = asked.started
        self.mind = mind
        self.position = asked.position
        self.limit = None if asked.seconds is None else support.usable(asked.seconds)
        self.nodes = asked.nodes
        self.progress = asked.progress
        self.cancel = asked.cancel
        self.ended = False
        self.proof: _core.Proof | None = None
        self.proof_control: _core.Control | None = None
        self.proven_line: tuple[int, ...] = ()

    def run(self) -> Thought:
        """Think, and say what is known when the value is proven or a limit is reached."""
        forced = len(self.position.legal_pits) == 1
        if not forced:
            self.mind.use_table(self._table())
        self.mind.deepening.set_root(core_board(self.position), every_move=False)
        self.look_control = self._control(self.nodes and self._share(self.nodes))
        self.mind.deepening.deepen(self.look_control)
        self.seen = self.mind.deepening.result()
        if forced or self.seen.sees_end:
            return self._thought()
        if self.nodes is not None and self.nodes <= BRIEF_NODES:
            self._look_ahead()
            return self._thought()
        if self.mind.threads > 1:
            self._side_by_side()
        else:
            self._run(self._by_turns, 1)
        return self._thought()

    # ---- the two ways to share the time

    def _side_by_side(self) -> None:
        """One thread looks ahead, the others prove; whoever is done first ends it."""
        roles: list[Callable[[], None]] = [self._look_ahead]
        if self._may_prove() and self._prepare_proof():
            provers = self.mind.threads - 1 if self.mind.prover().is_parallel else 1
            roles += [self._prove] * provers

        def work() -> None:
            roles.pop()()
            if self._is_settled():
                self._end()

        self._run(work, len(roles))
        self._follow()

    def _by_turns(self) -> None:
        """Look ahead and prove in turns that grow longer, so that neither waits long for the other."""
        part = FIRST_SLICE
        while not self._is_over():
            self._allow(self.look_control, part)
            self._look_ahead()
            if self._is_over() or self.seen.sees_end:
                return
            if self._may_prove() and (self.proof is not None or self._prepare_proof()):
                assert self.proof_control is not None
                self._allow(self.proof_control, part)
                self._prove()
                if self._is_settled():
                    self._follow()
                    return
            elif not self.look_control.stopped:
                return  # as deep as it ever looks
            part *= 2

    def _look_ahead(self) -> None:
        deepening = self.mind.deepening
        goes_on = True
        while goes_on and not self.ended:
            goes_on = deepening.deepen(self.look_control)
            self.seen = deepening.result()

    def _prove(self) -> None:
        assert self.proof is not None
        self.proof.work()

    def _prepare_proof(self) -> bool:
        """Begin a proof; False if there is no room for one."""
        try:
            solver = self.mind.prover()
        except MemoryError:
            return False
        self.proof_control = self._control(self.nodes and self._share(self.nodes))
        provers = max(1, self.mind.threads - 1) if solver.is_parallel else 1
        self.proof = solver.prove(core_board(self.position), False, provers, self.proof_control)  # noqa: FBT003  # as the core takes it
        return True

    def _follow(self) -> None:
        """Find best play from a proof that is done, in what is left of the limits; its first move is always known."""
        if self.proof is None or self.proof_control is None or not self._is_settled() or self.seen.sees_end:
            return
        self._allow(self.proof_control, GUESS_NODES)
        self.proven_line = tuple(self.proof.line(0))

    # ---- limits

    @property
    def seconds(self) -> float:
        """The time spent so far."""
        return time.perf_counter() - self.started

    def _control(self, nodes: int | None) -> _core.Control:
        seconds = 0.0 if self.limit is None else max(self.limit - self.seconds, 1e-6)
        return _core.Control(seconds=seconds, nodes=nodes or 0)

    def _share(self, nodes: int) -> int:
        """Return the part of the nodes that looking ahead and proving get when they go on side by side."""
        return nodes if self.mind.threads == 1 or not self._may_prove() else max(1, nodes // 2)

    def _allow(self, control: _core.Control, nodes: int) -> None:
        if self.nodes is not None:
            nodes = max(1, min(nodes, self.nodes - self._used()))
        _core.allow(control, nodes)
        if self.ended:
            control.stop()

    def _used(self) -> int:
        used = self.look_control.nodes
        return used if self.proof_control is None else used + self.proof_control.nodes + GUESS_NODES

    def _is_over(self) -> bool:
        if self.nodes is not None and self._used() >= self.nodes:
            return True
        return self.ended or (self.limit is not None and self.seconds >= self.limit)

    def _is_settled(self) -> bool:
        if self.seen.sees_end:
            return True
        if self.proof is None:
            return False
        known = self.proof.proven()[0]
        return known.low == known.high

    def _may_prove(self) -> bool:
        """Tell whether there is enough left for a proof to be worth preparing."""
        if self.nodes is not None and self.nodes < PROOF_NODES:
            return False
        least = PROOF_SECONDS if self.mind.has_tables else WIDE_PROOF_SECONDS
        return self.proof is not None or self.limit is None or self.limit - self.seconds >= least

    def _table(self) -> _core.Table | None:
        """Return the endgame table that pays, built in a share of the time if there is none."""
        mind = self.mind
        if not mind.has_tables:
            return None
        if self.nodes is not None and self.nodes < PROOF_NODES:
            return None
        if self.limit is None:
            return _fixed_table(mind.rules)
        rate = RELAY_TABLE_RATE if mind.rules.relay else TABLE_RATE
        positions = min(mind.memory // 4, int(self.limit * TABLE_SHARE * rate * mind.threads))
        stones = min(tables.largest(mind.rules, positions), self.position.rest)
        if mind.table is not None and mind.table.stones + WORTHWHILE > stones:
            return mind.table
        limit = self.limit

        def should_stop() -> bool:
            return self._is_cancelled() or self.seconds > 2 * TABLE_SHARE * limit

        return tables.for_search(mind.rules, stones, threads=mind.threads, should_stop=should_stop)

    # ---- running, and what is known

    def _run(self, work: Callable[[], object], threads: int) -> None:
        workers.run(work, threads, stop=self._end, watch=self._watch)

    def _end(self) -> None:
        self.ended = True
        self.look_control.stop()
        if self.proof_control is not None:
            self.proof_control.stop()

    def _watch(self) -> None:
        if self._is_cancelled():
            self._end()
        now = time.perf_counter()
        if self.progress is not None and now - self.told >= PROGRESS_SECONDS:
            self.told = now
            self.progress(self._thought())

    def _is_cancelled(self) -> bool:
        return self.cancel is not None and self.cancel.is_set()

    def _thought(self) -> Thought:
        """Return what is known by now."""
        seen, proof = self.seen, self.proof
        value = round(seen.value / _core.PARTS_OF_STONE)
        line = tuple(seen.line)
        low, high = self.position.margin - self.position.rest, self.position.margin + self.position.rest
        kind = Kind.ESTIMATE
        if proof is not None:
            known = proof.proven()[0]
            if (known.low, known.high) != (low, high):
                kind, low, high = Kind.BOUND, known.low, known.high
        if seen.sees_end:
            kind, low, high = Kind.PROVEN, value, value
        elif low == high and self.proven_line:
            kind, line = Kind.PROVEN, self.proven_line
        return Thought(
            position=self.position,
            pit=line[0],
            value=min(max(value, low), high),
            low=low,
            high=high,
            kind=kind,
            depth=seen.depth,
            nodes=self.look_control.nodes + (0 if self.proof_control is None else self.proof_control.nodes),
            seconds=self.seconds,
            line=line,
        )


@lru_cache(maxsize=8)
def _fixed_table(rules: Rules) -> _core.Table:
    """Return a small table that is the same whatever else was searched before."""
    task = _core.TableTask(core_rules(rules), tables.largest(rules, FIXED_TABLE))
    workers.run(task.work, 1, stop=task.stop)
    return task.table()
