"""The engine: a session of the core with tables on disk, campaigns, certificates and callbacks."""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from sowfish import _core, certificates, tables
from sowfish.engine import campaigns
from sowfish.engine.question import Aim, Question, require_move
from sowfish.engine.values import Analysis, Fact, Progress, Result
from sowfish.errors import CampaignError, EngineError, LimitError, TableError
from sowfish.model.position import Position, core_board, core_rules
from sowfish.model.rules import Rules
from sowfish.nets.shipped import Source, net_from
from sowfish.runtime import workers
from sowfish.runtime.limits import GIBIBYTE, Cancel, is_set, whole

DEFAULT_SECONDS = 1.0  # per move
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
        self._session = _core.Session(self.memory, table_stones)
        self._rules: Rules | None = None
        self._table: _core.Table | None = None  # the session's; keeps it shared with other engines
        self._loaded: _core.Table | None = None  # from a file that must not change while it is in use

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
        known: Iterable[Fact] = (),
        progress: Callable[[Progress], object] | None = None,
        cancel: Cancel | None = None,
        campaign: str | os.PathLike[str] | None = None,
        certificate: str | os.PathLike[str] | None = None,
    ) -> Result:
        """Return the value of a position, as `sowfish.solve` does; `known` facts spare work."""
        if certificate is not None:
            certificates.check_place(certificate)
        question = Question(position, seconds=seconds, nodes=nodes, known=known, progress=progress, cancel=cancel)
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
        known: Iterable[Fact] = (),
        progress: Callable[[Progress], object] | None = None,
        cancel: Cancel | None = None,
    ) -> Analysis:
        """Return the value of a position and of every legal move: the position is proven first, then the moves."""
        question = Question(
            position,
            every_move=True,
            seconds=seconds,
            nodes=nodes,
            known=known,
            progress=progress,
            cancel=cancel,
        )
        return self._answer(question)

    def best_move(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        known: Iterable[Fact] = (),
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
            position, aim=Aim.MOVE, seconds=seconds, nodes=nodes, known=known, progress=progress, cancel=cancel
        )
        return self._answer(question).result

    def look_ahead(
        self, position: Position, *, depth: int, nodes: int, seconds: float | None = None, cancel: Cancel | None = None
    ) -> Analysis:
        """Return estimates of every move from look-ahead alone, `depth` moves deep if the nodes allow it."""
        question = Question(
            position, aim=Aim.LOOK, every_move=True, seconds=seconds, nodes=nodes, depth=depth, cancel=cancel
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
        reports: queue.SimpleQueue[Analysis | BaseException] = queue.SimpleQueue()
        stop = threading.Event()

        class Either:
            def is_set(self) -> bool:
                return stop.is_set() or is_set(cancel)

        question = Question(
            position,
            every_move=every_move,
            seconds=seconds,
            nodes=nodes,
            progress=lambda at: None if at.analysis is None else reports.put(at.analysis),
            cancel=Either(),
        )

        def ask() -> None:
            try:
                reports.put(self._answer(question))
            except BaseException as error:  # noqa: BLE001  # raised where the reports are read
                reports.put(error)

        thread = threading.Thread(target=ask, daemon=True)
        thread.start()
        try:
            while thread.is_alive() or not reports.empty():
                try:
                    report = reports.get(timeout=WAIT_SECONDS)
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
                self._use_table(rules, None)
            if stones >= 0 and (self._table is None or self._table.stones < stones):
                self._use_table(
                    rules, tables.load(rules, stones, threads=self.threads, should_stop=lambda: is_set(cancel))
                )
            loan = TableLoan(self._table, self.memory - self._session.hash_bytes)
            yield loan
            self._check_table()
            self._use_table(rules, loan.table)

    def _use_table(self, rules: Rules, table: _core.Table | None) -> None:
        """Use another table and forget what was learned with the present one, unless it is the same."""
        if rules == self._rules and table is self._table:
            return
        self._session.set_table(core_rules(rules), table)
        self._rules, self._table, self._loaded = rules, table, table
        if table is not None:
            tables.share(rules, table)

    # ---- state

    def clear(self) -> None:
        """Forget everything, as before a new game."""
        with self._my_turn(None, None):
            self._forget()

    def close(self) -> None:
        """Free the memory; a running question ends with EngineError."""
        self._is_closed = True
        self._session.stop()
        if self._owner != threading.get_ident():
            with self._turn:
                self._forget()

    def _forget(self) -> None:
        self._session.clear()
        self._table = self._loaded = None

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
                return self._search(question, certificate)
            except MemoryError:
                self._forget()
                raise LimitError(f"{self.memory} bytes of memory are not available; allow less") from None

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

    def _search(self, question: Question, certificate: str | os.PathLike[str] | None) -> Analysis:
        session, campaign = self._session, question.campaign
        rules = question.position.rules
        is_new = rules != self._rules
        self._rules = rules
        stored = StoredTables(rules, lambda: self._watch(question))
        session.ask(
            core_board(question.position),
            every_move=question.every_move,
            aim=question.aim,
            seconds=question.seconds or 0.0,
            spent=question.spent,
            nodes=question.nodes or 0,
            depth=question.depth,
            threads=self.threads,
            outside_in=campaign is not None,
            looks_first=question.progress is not None and campaign is None,
            known=question.known,
            net=None if self.net is None else net_from(self.net, rules).core,
            tables=stored,
        )
        self._loaded = stored.loaded or (None if is_new else self._loaded)
        if campaign is not None:
            campaign.restore(session)
        try:
            threads = session.begin()
            if threads:
                question.report_now(session.progress())
                workers.run(session.work, threads, stop=session.stop, watch=lambda: self._watch(question))
        finally:
            self._save(question)
        self._check_table()
        self._take_table(rules)
        analysis = question.analysis(session.progress())
        if certificate is not None and analysis.result.is_proven:
            return self._certified(question, analysis, certificate)
        return analysis

    def _watch(self, question: Question) -> bool:
        """Report progress and save a campaign now and then; stop the session if it is to end, and return whether."""
        question.report(self._session.progress)
        if question.campaign is not None and question.campaign.is_due():
            self._save(question)
        if not (self._is_closed or is_set(question.cancel)):
            return False
        self._session.stop()
        return True

    def _take_table(self, rules: Rules) -> None:
        """Share a table that the session has built or extended with other engines."""
        self._table = self._session.table
        loaded = -1 if self._loaded is None else self._loaded.stones
        if self._table is not None and self._table.stones > loaded:
            tables.share(rules, self._table)

    def _check_table(self) -> None:
        """Raise an error if the table's file has changed or the engine was closed."""
        if self._is_closed:
            raise EngineError("the engine was closed during the search")
        if self._loaded is not None:
            try:
                tables.check(self._loaded)
            except TableError:
                self._forget()
                raise

    def _save(self, question: Question) -> None:
        """Save the campaign, if this is one."""
        at = self._session.progress()
        if question.campaign is None or at.report is None:
            return
        known = at.report.position
        question.campaign.save(self._session, known.low, known.high, nodes=at.nodes, seconds=question.spent)

    def _certified(self, question: Question, analysis: Analysis, path: str | os.PathLike[str]) -> Analysis:
        """Write the moves that prove the value, if they are found in the remaining time."""
        found: list[_core.Strategy | None] = []
        most = self.memory // 4 // CLAIM_BYTES
        value = analysis.result.value

        def follow() -> None:
            found.append(self._session.certify(value, most, question.seconds_left))

        workers.run(follow, 1, stop=self._session.stop, watch=lambda: self._watch(question))
        strategy = found[0]
        if strategy is None:
            return analysis
        return question.certified(analysis, path, strategy.pits, strategy.positions)


class StoredTables:
    """The tables on disk and in memory that a session may use for a question."""

    def __init__(self, rules: Rules, should_stop: Callable[[], bool]) -> None:
        """Look for tables for these rules."""
        self.loaded: _core.Table | None = None
        self._rules = rules
        self._should_stop = should_stop

    def stones(self) -> int:
        """Return the stones of the table on disk, -1 without one."""
        table = tables.find(self._rules)
        return -1 if table is None else table.stones

    def load(self, stones: int, seconds: float) -> _core.Table | None:
        """Return a table with at least so many stones, a smaller one or None; give up after `seconds`."""
        deadline = time.perf_counter() + seconds
        self.loaded = tables.stored(
            self._rules, stones, should_stop=lambda: self._should_stop() or time.perf_counter() > deadline
        )
        return self.loaded
