"""Positions drawn with characters: two rows as on a table, or two columns as on a phone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from sowfish.model.events import Side
from sowfish.model.position import Position
from sowfish.render.scene import Numbering, Row, Scene, View, scene


class Charset(StrEnum):
    """The characters of a drawing: box-drawing characters, or ASCII only."""

    BOX = "box"
    ASCII = "ascii"


NARROWEST = 2  # minimum digits of a count, so that a board keeps its width
_ASCII = str.maketrans("┌┬┐├┼┤└┴┘─│", "+++++++++-|")


def draw_text(
    position: Position,
    *,
    view: View | str = View.TABLE,
    near: Side | str = Side.SOUTH,
    marks: Mapping[int, str] | None = None,
    numbering: Numbering | str = Numbering.OWN,
    charset: Charset | str = Charset.BOX,
) -> str:
    """Return the board as lines of text, with `>` at the side to move and `marks` beside the mover's pits.

    >>> print(draw_text(Position.start(pits=3, stones=2), marks={1: "+3"}))
      north   2    1    0
      ┌────┬────┬────┬────┬────┐
      │    │  2 │  2 │  2 │    │
      │  0 ├────┼────┼────┤  0 │
      │    │  2 │  2 │  2 │    │
      └────┴────┴────┴────┴────┘
    > south   0    1    2
                  +3
    """
    return draw_scene(scene(position, near=near, marks=marks, numbering=numbering), view=view, charset=charset)


def draw_scene(shown: Scene, *, view: View | str = View.TABLE, charset: Charset | str = Charset.BOX) -> str:
    """Return a scene as lines of text."""
    lines = _table(shown) if View(view) is View.TABLE else _phone(shown)
    drawing = "\n".join(line.rstrip() for line in lines)
    return drawing.translate(_ASCII) if Charset(charset) is Charset.ASCII else drawing


def _table(shown: Scene) -> list[str]:
    """Draw the far side on top, running right to left, and the near side below."""
    near, far = shown.near, shown.far
    width = max(_width(near.pits), _width(far.pits), near.widest_mark, far.widest_mark)
    store = max(_width([near.store]), _width([far.store]))
    bars = "─" * (width + 2)
    ends = "─" * (store + 2)
    blank = " " * (store + 2)

    def beside(label: str, items: Iterable[object]) -> str:
        """Return a line outside the board, its items above or below their pits."""
        return f"{label:<{store + 5}}" + "".join(f"  {item:>{width}} " for item in items)

    def cells(items: Iterable[object]) -> str:
        return "│".join(f" {item:>{width}} " for item in items)

    lines = [
        beside(_named(far), reversed(far.numbers)),
        f"  ┌{ends}┬{'┬'.join([bars] * shown.pits)}┬{ends}┐",
        f"  │{blank}│{cells(reversed(far.pits))}│{blank}│",
        f"  │ {far.store:>{store}} ├{'┼'.join([bars] * shown.pits)}┤ {near.store:>{store}} │",
        f"  │{blank}│{cells(near.pits)}│{blank}│",
        f"  └{ends}┴{'┴'.join([bars] * shown.pits)}┴{ends}┘",
        beside(_named(near), near.numbers),
    ]
    if any(far.marks):
        lines.insert(0, beside("", reversed(far.marks)))
    if any(near.marks):
        lines.append(beside("", near.marks))
    return lines


def _phone(shown: Scene) -> list[str]:
    """Draw the near side down the left towards its store, and the far side up the right."""
    near, far = shown.near, shown.far
    width = max(_width(near.pits), _width(far.pits), _width([near.store]), _width([far.store]))
    digits, far_digits = (len(str(max(row.numbers))) for row in shown.rows)
    left = near.widest_mark + 1 if near.widest_mark else 0
    margin = " " * max(left + digits + 3, 6)
    bars = "─" * (width + 2)
    whole = "─" * (2 * width + 5)

    def across(pit: int) -> str:
        facing = shown.pits - 1 - pit
        outside = f"{near.marks[pit]:>{left}}{near.numbers[pit]:>{len(margin) - left - 1}} "
        inside = f"│ {near.pits[pit]:>{width}} │ {far.pits[facing]:>{width}} │"
        return f"{outside}{inside} {far.numbers[facing]:>{far_digits}}  {far.marks[facing]:>{far.widest_mark}}"

    def named(row: Row) -> str:
        return f"{margin} {_named(row) + '  ':^{len(whole)}}"  # centred: as much space after the name as before it

    return [
        named(far),
        f"{margin}┌{whole}┐",
        f"{margin}│{far.store:^{len(whole)}}│",
        f"{margin}├{bars}┬{bars}┤",
        *map(across, range(shown.pits)),
        f"{margin}├{bars}┴{bars}┤",
        f"{margin}│{near.store:^{len(whole)}}│",
        f"{margin}└{whole}┘",
        named(near),
    ]


def _width(counts: Iterable[int]) -> int:
    return max(NARROWEST, *(len(str(count)) for count in counts))


def _named(row: Row) -> str:
    return f"{'>' if row.is_to_move else ' '} {row.side}"
