"""Traces as a page: a slider through the boards with changes, hand, turn and watched values."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path

from sowfish.checker.trace import Trace
from sowfish.model.events import Cell, Side
from sowfish.render.trace_text import WATCHED, describe, watched

TEMPLATE = Path(__file__).with_name("trace_page.html")


def trace_page(trace: Trace, *, title: str, names: Sequence[str] = WATCHED) -> str:
    """Return a self-contained page."""
    content = {
        "pits": trace.start.rules.pits,
        "names": list(names),
        "boards": [_board(trace, board, names) for board in range(len(trace.states))],
    }
    data = json.dumps(content, separators=(",", ":")).replace("<", "\\u003c")
    page = TEMPLATE.read_text(encoding="utf-8")
    return (
        page.replace("{{title}}", escape(title))
        .replace("{{rules}}", escape(str(trace.start.rules)))
        .replace("{{data}}", data)
    )


def _board(trace: Trace, board: int, names: Sequence[str]) -> dict[str, object]:
    state = trace.states[board]
    event, duty = describe(trace, board)
    return {
        "event": event.partition(": ")[2],
        "duty": duty,
        "cells": list(state.ring),
        "hand": state.hand,
        "mover": str(state.to_move),
        "over": state.is_over,
        "at": None if board == 0 else _index(trace.events[board - 1].cell, trace.start.rules.pits),
        "watch": list(watched(trace, board, names).values()),
    }


def _index(cell: Cell | None, pits: int) -> int | None:
    """Return the index of a cell on the ring."""
    if cell is None:
        return None
    return (pits if cell.pit is None else cell.pit) + (0 if cell.side is Side.SOUTH else pits + 1)
