"""The values of a game as a text graph: one column per turn, up for south and down for north."""

from __future__ import annotations

from collections.abc import Sequence

from sowfish.engine import Kind
from sowfish.render.text import Charset
from sowfish.render.values import Known, signed

HALF = 5  # rows above and below the tie line
NUMBERED = 10  # turns between labels
_SIGNS = {Charset.BOX: ("█", "░", "┤", "┼", "─"), Charset.ASCII: ("#", ".", "|", "+", "-")}


def draw_graph(values: Sequence[Known], *, width: int = 80, charset: Charset | str = Charset.BOX) -> str:
    """Return a graph of south's values at the start and after every turn; unproven values are drawn lighter.

    >>> from sowfish.engine.review import Number
    >>> two = [Number(value=value, low=value, high=value, kind=Kind.PROVEN) for value in (0, 2, -1)]
    >>> print(draw_graph(two))
     +2 ┤ █
        ┤ █
        ┤ █
        ┤ █
        ┤ █
      0 ┼───
        ┤  █
        ┤  █
        ┤
        ┤
     -2 ┤
         0
    """
    full, light, side, cross, line = _SIGNS[Charset(charset)]
    top = max(*(abs(known.value) for known in values), 1)
    label = max(len(signed(top)), len(signed(-top))) + 1
    shown, each = _columns(values, width - label - 2)
    rows = []
    for row in range(HALF, -HALF - 1, -1):
        name = signed(top * row // HALF) if row in (HALF, 0, -HALF) else ""
        if row == 0:
            rows.append(f"{name:>{label}} {cross}{line * len(shown)}")
            continue
        cells = (_cell(known, row, top, full, light) for known in shown)
        rows.append(f"{name:>{label}} {side}{''.join(cells)}".rstrip())
    rows.append(f"{' ' * label}  {_numbers(len(shown), each)}".rstrip())
    return "\n".join(rows)


def _columns(values: Sequence[Known], room: int) -> tuple[list[Known], int]:
    """Return the values that fit, and the number of turns between them."""
    each = -(-len(values) // max(room, 1))
    return list(values[::each]), each


def _cell(known: Known, row: int, top: int, full: str, light: str) -> str:
    """Return the character of one value in one row; the smallest lead fills the first."""
    if known.value == 0 or (known.value > 0) != (row > 0):
        return " "
    height = max(round(abs(known.value) * HALF / top), 1)
    if abs(row) > height:
        return " "
    return full if known.kind is Kind.PROVEN else light


def _numbers(columns: int, each: int) -> str:
    """Return the turn numbers below the columns."""
    text = ""
    for column in range(0, columns, NUMBERED):
        text = f"{text:<{column}}{column * each}"
    return text
