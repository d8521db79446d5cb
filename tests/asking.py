"""Asking a session of the core directly, without what the engine in Python adds."""

from __future__ import annotations

from sowfish import Position, Rules, _core
from sowfish.model.position import core_board, core_rules


class NoTables:
    """Nothing is stored."""

    def stones(self) -> int:
        return -1

    def load(self, stones: int, seconds: float) -> None:  # nothing to load
        return None


def core_session(memory: int, *, rules: Rules | None = None, table: _core.Table | None = None) -> _core.Session:
    """Return a session with a fixed table, or without any."""
    session = _core.Session(memory, -1 if table is None else table.stones)
    if rules is not None:
        session.set_table(core_rules(rules), table)
    return session


def ask(session: _core.Session, position: Position, *, every_move: bool = False, nodes: int = 0) -> _core.Report:
    """Return what one thread finds out; zero nodes means unlimited."""
    session.ask(core_board(position), every_move=every_move, nodes=nodes, tables=NoTables())
    if session.begin():
        session.work()
    report = session.progress().report
    assert report is not None
    return report
