"""The engine: proves the values of positions, and estimates them until they are proven."""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from sowfish import _core, certificates, tables
from sowfish.engine import campaigns
from sowfish.engine.question import Question, require_move
from sowfish.engine.sizes import TABLE_SHARE, Sizes, look_bytes, sizes
from sowfish.engine.values import Analysis, Progress, Result
from sowfish.errors import CampaignError, EngineError, LimitError, TableError
from sowfish.model.position import Position, core_board, core_rules
from sowfish.model.rules import Rules
from sowfish.nets.shipped import Source, net_from
from sowfish.runtime import workers
from sowfish.runtime.limits import GIBIBYTE, Cancel, is_set, whole

DEFAULT_SECONDS = 1.0  # per move
PROOF_NODES = 500_000  # with fewer per move, preparing a proof would use up most of them
PROOF_SECONDS, WIDE_PROOF_SECONDS = 0.1, 1.0  # likewise
MOVE_TABLE = 3_000_000  # table positions for moves limited by nodes: the same on every machine
PROOF_SHARE, MOVE_SHARE = 0.05, 0.5  # share of the work spent on look-ahead: little for a proof, half for a move
CLAIM_BYTES = 80  # approximate size of a position while making a certificate
WAIT_SECONDS = 0.02  # between checks whether a caller still waits


@dataclass(slots=True)
class TableLoan:
    """A table lent by an engine, which the borrower may replace by a larger one, and the memory left for using it."""

    table: _core.Table | None
    memory: int


class Engine:
    """Finds the values of positions, one question at a time, and keeps what it learns for the next question.

    It owns an endgame table, transposition tables and `threads` threads (all cores if None) within `memory` bytes. A
    position with different rules resets it. Any thread may ask; concurrent questions wait for their turn.

    >>> with Engine() as engine:
    ...     engine.solve(Position.parse("0 1 0 3 / 1 1 0 2")).value
    2
    """

    def __init__(
        self,
        *,
        threads: int | None = None,
        memory: int = GIBIBYTE,
        net: Source | None = None,
        table_stones: int | None = None,
    ) -> None:
        """Start with nothing known.

        `net` evaluates the leaves of the look-ahead: a net, or a function from rules to a net, such as
        `sowfish.nets.net_for`. `table_stones` fixes the size of the endgame table, which is otherwise chosen
        automatically.
        """
        self.threads = workers.available_threads() if threads is None else whole("threads", threads, most=256)
        self.memory = whole("memory", memory, most=1 << 62)
        self.net = net
        self.table_stones = table_stones
        self._turn = threading.Lock()
        self._owner: int | None = None  # the thread that is asking
        self._is_closed = False
        self._core: _core.Engine | None = None
        self._rules: Rules | None = None
        self._table: _core.Table | None = None
        self._loaded: _core.Table | None = None  # the table, or a larger one that contains it
        self._control: _core.Control | None = None

    @property
    def rules(self) -> Rules | None:
        """The rules of the last question."""
        return self._rules

    # ---- questions

    def solve(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        progress: Callable[[Progress], object] | None = None,
        cancel: Cancel | None = None,
        campaign: str | os.PathLike[str] | None = None,
        certificate: str | os.PathLike[str] | None = None,
    ) -> Result:
        """Return the value of a position, as `sowfish.solve` does."""
        if certificate is not None:
            certificates.check_place(certificate)
        question = Question(position, seconds=seconds, nodes=nodes, progress=progress, cancel=cancel)
        if campaign is None or position.is_over:
            return self._answer(question, certificate).result
        if not tables.supports(position.rules):
            raise CampaignError(f"campaigns are for the named rules with up to 7 pits, not for {position.rules}")
        with campaigns.opened(campaign, position) as question.campaign:
            return self._answer(question, certificate).result

    def analyse(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        progress: Callable[[Progress], object] | None = None,
        cancel: Cancel | None = None,
    ) -> Analysis:
        """Return the value of a position and of every legal move: the position is proven first, then the moves."""
        question = Question(position, every_move=True, seconds=seconds, nodes=nodes, progress=progress, cancel=cancel)
        return self._answer(question)

    def best_move(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        progress: Callable[[Progress], object] | None = None,
        cancel: Cancel | None = None,
    ) -> Result:
        """Return the best move found within the limits, by default a second; sooner if it is the only one or proven.

        Half of the work goes into look-ahead. With only `nodes` limited and one thread, a cleared engine is
        deterministic.
        """
        require_move(position)
        if seconds is None and nodes is None:
            seconds = DEFAULT_SECONDS
        question = Question(
            position, seconds=seconds, nodes=nodes, progress=progress, cancel=cancel, look_share=MOVE_SHARE
        )
        question.proves = (nodes is None or nodes >= PROOF_NODES) and (
            seconds is None or seconds >= (PROOF_SECONDS if tables.supports(position.rules) else WIDE_PROOF_SECONDS)
        )
        if len(position.legal_pits) == 1:
            question.max_depth, question.proves = 1, False
        return self._answer(question).result

    def look_ahead(
        self, position: Position, *, depth: int, nodes: int, seconds: float | None = None, cancel: Cancel | None = None
    ) -> Analysis:
        """Return estimates of every move from look-ahead alone, `depth` moves deep if the nodes allow it."""
        question = Question(
            position, every_move=True, seconds=seconds, nodes=nodes, cancel=cancel, max_depth=depth, proves=False
        )
        return self._answer(question)

    def reports(
        self,
        position: Position,
        *,
        every_move: bool = True,
        seconds: float | None = None,
        nodes: int | None = None,
        cancel: Cancel | None = None,
    ) -> Iterator[Analysis]:
        """Yield improving reports about ten times a second; the last one is the answer.

        Closing the iterator ends the search.
        """
        told: queue.SimpleQueue[Analysis | BaseException] = queue.SimpleQueue()
        stop = threading.Event()

        class Either:
            def is_set(self) -> bool:
                return stop.is_set() or (cancel is not None and cancel.is_set())

        question = Question(
            position,
            every_move=every_move,
            seconds=seconds,
            nodes=nodes,
            progress=lambda at: None if at.analysis is None else told.put(at.analysis),
            cancel=Either(),
        )

        def ask() -> None:
            try:
                told.put(self._answer(question))
            except BaseException as error:  # noqa: BLE001  # raised where the reports are read
                told.put(error)

        thread = threading.Thread(target=ask, daemon=True)
        thread.start()
        try:
            while thread.is_alive() or not told.empty():
                try:
                    report = told.get(timeout=WAIT_SECONDS)
                except queue.Empty:
                    continue
                if isinstance(report, BaseException):
                    raise report
                yield report
        finally:
            stop.set()
            thread.join()

    # ---- lending the table

    @contextmanager
    def lent_table(self, rules: Rules, stones: int, *, cancel: Cancel | None = None) -> Iterator[TableLoan]:
        """Lend the endgame table, of at least this many stones; the engine keeps what the loan then holds."""
        with self._my_turn(cancel, None):
            if rules != self._rules:
                self._core = self._table = self._loaded = None
                self._rules = rules
            if stones >= 0 and (self._table is None or self._table.stones < stones):
                table = tables.load(rules, stones, threads=self.threads, should_stop=lambda: is_set(cancel))
                self._keep(table)
            loan = TableLoan(self._table, self.memory - (self._core.hash_bytes if self._core is not None else 0))
            yield loan
            self._check_table()
            self._keep(loan.table)

    def _keep(self, table: _core.Table | None) -> None:
        """Use another table; the core gets it with the next question."""
        if table is not self._table:
            self._core, self._table, self._loaded = None, table, table
            if table is not None and self._rules is not None:
                tables.share(self._rules, table)

    # ---- state

    def clear(self) -> None:
        """Forget everything, as before a new game."""
        with self._my_turn(None, None):
            self._core = self._table = self._loaded = None

    def close(self) -> None:
        """Free the memory; a running question ends with EngineError."""
        self._is_closed = True
        control = self._control
        if control is not None:
            control.stop()
        if self._owner != threading.get_ident():
            with self._turn:
                self._core = self._table = self._loaded = None

    def __enter__(self) -> Self:
        """Return the engine itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    # ---- answering

    def _answer(self, question: Question, certificate: str | os.PathLike[str] | None = None) -> Analysis:
        with self._my_turn(question.cancel, question.deadline):
            if question.position.is_over:
                return question.final(certificate)
            try:
                self._control = _core.Control(seconds=question.seconds_left, nodes=question.nodes or 0)
                return self._search(self._prepared(question), question, certificate)
            except MemoryError:
                self._core = self._table = self._loaded = None
                raise LimitError(f"{self.memory} bytes of memory are not available; allow less") from None
            finally:
                self._control = None

    @contextmanager
    def _my_turn(self, cancel: Cancel | None, deadline: float | None) -> Iterator[None]:
        """Wait until no other thread is asking, for as long as the caller's limits allow."""
        if self._owner == threading.get_ident():
            raise EngineError("this thread is already using the engine; use another engine")
        while not self._turn.acquire(timeout=WAIT_SECONDS):
            late = deadline is not None and time.perf_counter() >= deadline
            if late or is_set(cancel):
                raise EngineError("the engine is busy with another question")
        try:
            self._owner = threading.get_ident()
            if self._is_closed:
                raise EngineError("the engine is closed")
            yield
        finally:
            self._owner = None
            self._turn.release()

    def _prepared(self, question: Question) -> _core.Engine:
        """Return the core with tables of the right size for a question."""
        rules = question.position.rules
        if self._core is not None and self._rules == rules and self._knows(question):
            return self._core
        if rules != self._rules:
            self._core = self._table = self._loaded = None
        wanted = self._sizes(question)
        if self._core is None:
            self._core = _core.Engine(core_rules(rules), wanted.hash_bytes, look_bytes(self.memory))
            self._rules = rules
            self._set_table(self._core, wanted)
            if self.net is not None:
                self._core.set_net(net_from(self.net, rules).core)
        elif wanted.hash_bytes >= 2 * self._core.hash_bytes:
            self._core.set_hash_bytes(wanted.hash_bytes)
        self._use_table(self._core, wanted, question)
        question.max_table_stones = wanted.max_table_stones
        return self._core

    def _knows(self, question: Question) -> bool:
        """Return whether the current table has the answer."""
        return not question.is_fixed and self._table is not None and question.position.rest <= self._table.stones

    def _sizes(self, question: Question) -> Sizes:
        """Return the table sizes; deterministic if only nodes are limited."""
        rules, fixed = question.position.rules, self.table_stones
        if question.nodes is not None and question.nodes < PROOF_NODES and fixed is None and not question.proves:
            return Sizes(-1, -1, max(1, min(self.memory // 2, question.nodes * 64)))
        wanted = sizes(
            rules,
            question.position.rest,
            memory=self.memory,
            seconds=question.seconds,
            threads=self.threads,
            every_move=question.every_move,
            uses_disk=not question.is_fixed,
            most_positions=MOVE_TABLE if question.is_fixed and question.look_share == MOVE_SHARE else float("inf"),
        )
        if fixed is not None:
            stones = fixed if tables.supports(rules) else -1
            return Sizes(stones, stones, wanted.hash_bytes)
        return wanted

    def _use_table(self, core: _core.Engine, wanted: Sizes, question: Question) -> None:
        """Get a table of at least this many stones; exactly this many if answers must be reproducible."""
        exact = question.is_fixed or self.table_stones is not None
        stones = wanted.table_stones
        known = -1 if self._table is None else self._table.stones
        if known == stones or (known > stones and not exact):
            return
        table = None
        if stones >= 0:
            self._first_look(core, question)
            patience = None if question.seconds is None or exact else 2 * TABLE_SHARE * question.seconds

            def should_stop() -> bool:
                self._tell(question, None)
                return self._should_end(question) or (patience is not None and question.spent > patience)

            table = tables.load(question.position.rules, stones, threads=self.threads, should_stop=should_stop)
        if table is not None or exact:
            self._loaded = table
            self._table = table.part(stones) if table is not None and exact and table.stones > stones else table
            self._set_table(core, wanted)

    def _set_table(self, core: _core.Engine, wanted: Sizes) -> None:
        """Pass the table to the core, with room to grow."""
        grows = wanted.max_table_stones > wanted.table_stones
        core.set_table(self._table, room_stones=wanted.max_table_stones if grows else -1)

    def _take_grown(self, core: _core.Engine, question: Question) -> None:
        """Keep the table that the core has extended, and share it with other engines."""
        grown = core.table
        question.table_stones = -1 if grown is None else grown.stones
        if grown is not None and grown is not self._table and self._rules is not None:
            self._table = self._loaded = grown
            tables.share(self._rules, grown)

    def _first_look(self, core: _core.Engine, question: Question) -> None:
        """Report a quick first look before a table is built."""
        if question.progress is None or question.is_fixed or question.campaign is not None or self._control is None:
            return
        board = core_board(question.position)
        core.begin(board, self._control, every_move=question.every_move, proves=False, max_depth=question.max_depth)
        question.tell(core.report(), self._control.nodes)

    def _search(self, core: _core.Engine, question: Question, certificate: str | os.PathLike[str] | None) -> Analysis:
        position, campaign = question.position, question.campaign
        threads = self.threads if tables.supports(position.rules) else min(self.threads, 2)
        control = self._control
        assert control is not None
        if campaign is not None:
            campaign.restore(core)
        is_done = core.begin(
            core_board(position),
            control,
            every_move=question.every_move,
            proves=question.proves,
            threads=threads,
            max_depth=question.max_depth,
            look_share=question.look_share,
            max_table_stones=question.max_table_stones,
            outside_in=campaign is not None,
            low=campaign.state.low if campaign else None,
            high=campaign.state.high if campaign else None,
        )

        def watch() -> None:
            self._tell(question, core)
            if self._should_end(question):
                control.stop()
            if campaign is not None and campaign.is_due():
                self._save(question, core)

        try:
            if not is_done and question.progress is not None:
                question.tell(core.report(), control.nodes)
            if not is_done and not control.stopped:
                workers.run(core.work, threads, stop=control.stop, watch=watch)
        finally:
            self._take_grown(core, question)
            self._save(question, core)
        self._check_table()
        analysis = question.analysis(core.report(), control.nodes)
        if certificate is not None and analysis.result.is_proven:
            return self._certified(core, question, analysis, certificate)
        return analysis

    def _check_table(self) -> None:
        """Raise an error if the table's file has changed or the engine was closed."""
        if self._is_closed:
            raise EngineError("the engine was closed during the search")
        if self._loaded is not None:
            try:
                tables.check(self._loaded)
            except TableError:
                self._core = self._table = self._loaded = None
                raise

    def _should_end(self, question: Question) -> bool:
        return self._is_closed or is_set(question.cancel)

    def _tell(self, question: Question, core: _core.Engine | None) -> None:
        """Report progress, about ten times a second."""
        if question.progress is not None and question.is_time_to_tell():
            control = self._control
            question.tell(None if core is None else core.report(), control.nodes if control else 0)

    def _save(self, question: Question, core: _core.Engine) -> None:
        """Save the campaign, if this is one."""
        if question.campaign is None or self._control is None:
            return
        known = core.report().position
        question.campaign.save(core, known.low, known.high, nodes=self._control.nodes, seconds=question.spent)

    def _certified(
        self, core: _core.Engine, question: Question, analysis: Analysis, path: str | os.PathLike[str]
    ) -> Analysis:
        """Write the moves that prove the value, if they are found in the remaining time."""
        self._control = control = _core.Control(seconds=question.seconds_left)
        found: list[_core.Strategy | None] = []
        most = self.memory // 4 // CLAIM_BYTES
        value = analysis.result.value

        def follow() -> None:
            found.append(core.certify(core_board(question.position), value, most, control))

        def watch() -> None:
            self._tell(question, core)
            if self._should_end(question):
                control.stop()

        workers.run(follow, 1, stop=control.stop, watch=watch)
        strategy = found[0]
        if strategy is None:
            return analysis
        return question.certified(analysis, path, strategy.pits, strategy.positions)
