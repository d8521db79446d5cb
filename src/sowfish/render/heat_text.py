"""Solved starts as text: a number in every cell, shaded by its share of the stones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sowfish.render.text import Charset
from sowfish.render.values import signed
from sowfish.starts import SIZES, SolvedStart

SHADES = {Charset.BOX: " ░▒▓█", Charset.ASCII: " .:*#"}
LABEL = 4
CELL = 6
GAP = 2
WIDTH = LABEL + CELL * len(SIZES) - 1  # the last cell needs no space behind it

Starts = Mapping[tuple[str, int, int], SolvedStart]
Paint = Callable[[str, int], str]  # a cell's text and its margin


def no_paint(cell: str, _margin: int) -> str:
    """Return the cell unchanged."""
    return cell


def draw_heat_maps(
    starts: Starts, rules: Sequence[str], *, columns: int = 80, charset: Charset = Charset.BOX, paint: Paint = no_paint
) -> str:
    """Return the tables of these rules, as many side by side as fit."""
    abreast = max(1, (columns + GAP) // (WIDTH + GAP))
    blocks = []
    for first in range(0, len(rules), abreast):
        tables = [_table(starts, name, charset, paint) for name in rules[first : first + abreast]]
        blocks.append("\n".join((" " * GAP).join(lines).rstrip() for lines in zip(*tables, strict=True)))
    return "\n\n".join(blocks)


def shade(margin: int, total: int) -> int:
    """Return the shade of a margin, from 0 for a tie to 4 for more than three quarters of the stones."""
    return min(4, -(-4 * abs(margin) // total))


def _table(starts: Starts, rules: str, charset: Charset, paint: Paint) -> list[str]:
    numbers = "".join(f"{stones:>{CELL - 1}} " for stones in SIZES)
    head = [rules.center(WIDTH), f"{'pits':<{LABEL}}{'stones per pit'.center(WIDTH - LABEL)}"]
    rows = [_row(starts, rules, pits, charset, paint) for pits in SIZES]
    return [*head, f"{'':<{LABEL}}{numbers}"[:WIDTH], *rows]


def _row(starts: Starts, rules: str, pits: int, charset: Charset, paint: Paint) -> str:
    cells = [_cell(starts.get((rules, pits, stones)), charset, paint) for stones in SIZES]
    return f"{pits:>2}".ljust(LABEL) + " ".join(cells)


def _cell(start: SolvedStart | None, charset: Charset, paint: Paint) -> str:
    if start is None or start.value is None:
        return "?".rjust(CELL - 1)
    dark = SHADES[charset][shade(start.value, start.total)]
    return paint(f"{dark}{signed(start.value)}".rjust(CELL - 1), start.value)
