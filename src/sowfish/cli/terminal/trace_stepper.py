"""Stepping through a trace with keys, on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import click

from sowfish import SowfishError
from sowfish.checker import Trace
from sowfish.cli.terminal.screen import charset, columns, on_terminal, wrapped
from sowfish.render import View
from sowfish.render.trace_text import draw_board
from sowfish.runtime import systems

ESCAPE_SECONDS = 0.05  # maximum delay between an escape and the rest of an arrow key
CLEAR = "\x1b[2J\x1b[H"
HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"
ARROWS = {
    b"\x1b[C": "on",
    b"\x1b[D": "back",
    b"\x1b[B": "turn",
    b"\x1b[A": "turn back",
    b"\x1b[H": "first",
    b"\x1b[F": "last",
}
LETTERS = {
    b" ": "on",
    b"n": "on",
    b"\r": "on",
    b"p": "back",
    b"m": "move",
    b"t": "turn",
    b"T": "turn back",
    b"g": "first",
    b"G": "last",
    b"q": "quit",
    b"\x1b": "quit",
    b"\x03": "quit",
    b"\x04": "quit",
    b"": "quit",
}
HELP = "→ ← event   m move   ↓ ↑ turn   g G ends   q quit"
PLAIN_HELP = "n p event   m move   t T turn   g G ends   q quit"


def step_through(trace: Trace, *, names: Sequence[str], view: View | None) -> None:
    """Step through the boards by keys, until q is pressed."""
    if not on_terminal() or not sys.stdin.isatty():
        raise SowfishError("--step needs a terminal; --events lists all events, --html writes a page")
    board = 0
    click.echo(HIDE, nl=False)
    try:
        with systems.single_keys() as read:
            while True:
                _show(trace, board, names, view)
                wish = _wish(read)
                if wish == "quit":
                    return
                board = moved(trace, board, wish)
    finally:
        click.echo(SHOW)


def moved(trace: Trace, board: int, wish: str) -> int:
    """Return the index of the board that a command leads to."""
    last = len(trace.states) - 1
    ahead, behind = range(board + 1, last), range(board - 1, 0, -1)
    wanted = {
        "on": min(board + 1, last),
        "back": max(board - 1, 0),
        "first": 0,
        "last": last,
        "move": next((each for each in ahead if not trace.states[each].under_way), last),
        "turn": next((each for each in ahead if _turn_begins(trace, each)), last),
        "turn back": next((each for each in behind if _turn_begins(trace, each)), 0),
    }
    return wanted.get(wish, board)


def _turn_begins(trace: Trace, board: int) -> bool:
    return trace.states[board].to_move is not trace.states[board - 1].to_move


def _show(trace: Trace, board: int, names: Sequence[str], view: View | None) -> None:
    chosen = view or View.TABLE
    drawing = draw_board(trace, board, names=names, view=chosen, charset=charset())
    if view is None and max(map(len, drawing.splitlines()[3:])) > columns():
        drawing = draw_board(trace, board, names=names, view=View.PHONE, charset=charset())
    hint = HELP if charset().value == "box" else PLAIN_HELP
    *said, rest = drawing.split("\n", 3)
    click.echo(CLEAR + "\n".join([*map(wrapped, said), rest, "", wrapped(hint)]))


def _wish(read: Callable[[float | None], bytes]) -> str:
    """Return the command of the next key; an arrow key sends several characters at once."""
    typed = read(None)
    while typed.startswith(b"\x1b") and len(typed) < 3 and (more := read(ESCAPE_SECONDS)):
        typed += more
    return ARROWS.get(typed) or LETTERS.get(typed, "nothing")
