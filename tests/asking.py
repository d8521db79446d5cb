"""Asking the core's engine directly, without tables, threads and limits of Python's."""

from __future__ import annotations

from sowfish import Position, _core
from sowfish.model.position import core_board, core_rules


def core_engine(position: Position, hash_bytes: int, table: _core.Table | None = None) -> _core.Engine:
    """Return an engine for the rules of a position."""
    engine = _core.Engine(core_rules(position.rules), hash_bytes, 1 << 14)
    engine.set_table(table)
    return engine


def ask(
    engine: _core.Engine, position: Position, *, every_move: bool = False, control: _core.Control | None = None
) -> _core.Report:
    """Return what one thread finds out, without limits if no control sets any."""
    control = control or _core.Control()
    if not engine.begin(core_board(position), control, every_move=every_move):
        engine.work()
    return engine.report()
