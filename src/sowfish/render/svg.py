"""Positions as pictures: one self-contained SVG that follows the reader's light or dark setting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sowfish.model.events import Side
from sowfish.model.position import Position
from sowfish.render import geometry, stones
from sowfish.render.geometry import Box, Point, SidePlaces
from sowfish.render.scene import Numbering, Row, View, scene
from sowfish.render.shapes import circle, document, line, rect, text
from sowfish.render.words import inventory, standing

COLOURS = 5
PILL = 26  # height of the highlight behind the mover's name

# Plain class rules: some converters do not support CSS variables. The prefix avoids clashes with a page's styles.
STYLE = """
.sowfish{max-width:100%;height:auto;font-family:system-ui,-apple-system,"DejaVu Sans",sans-serif}
.sowfish text{text-anchor:middle}
.sowfish-rim{fill:#a9773f}
.sowfish-wood{fill:#dfb57f}
.sowfish-groove{stroke:#c0915a;stroke-width:2;stroke-linecap:round}
.sowfish-shade{fill:#7a4f28}
.sowfish-hollow{fill:#96673a}
.sowfish-pill{fill:#fff6e0}
.sowfish-ring{fill:none;stroke:#fff6e0;stroke-width:3.5}
.sowfish-count{fill:#2e1b0b;font-size:23px;font-weight:700}
.sowfish-number{fill:#6d4520;font-size:15px}
.sowfish-name{fill:#4a2d12;font-size:16px}
.sowfish-mover{fill:#2e1b0b;font-size:16px;font-weight:700}
.sowfish-mark{fill:#0f3f46;font-size:17px;font-weight:700}
.sowfish-stone{stroke:#2b1a0d;stroke-opacity:.55}
.sowfish-gleam{fill:#fff;fill-opacity:.45}
.sowfish-c0{fill:#f2e3c2}
.sowfish-c1{fill:#3f8f94}
.sowfish-c2{fill:#e0a63a}
.sowfish-c3{fill:#c25b43}
.sowfish-c4{fill:#5a79ab}
@media (prefers-color-scheme:dark){
.sowfish-rim{fill:#1d130c}
.sowfish-wood{fill:#4b3423}
.sowfish-groove{stroke:#6a4d36}
.sowfish-pill{fill:#e8c48d}
.sowfish-shade{fill:#1b110a}
.sowfish-hollow{fill:#2c1d12}
.sowfish-ring{stroke:#e8c48d}
.sowfish-count{fill:#fbeed8}
.sowfish-number{fill:#c9a67c}
.sowfish-name{fill:#d9bb94}
.sowfish-mark{fill:#8fd6d6}
}
"""


def draw_svg(
    position: Position,
    *,
    view: View | str = View.TABLE,
    near: Side | str = Side.SOUTH,
    marks: Mapping[int, str] | None = None,
    numbering: Numbering | str = Numbering.OWN,
) -> str:
    """Return the board as an SVG document, legal pits ringed, with `marks` beside the mover's pits."""
    shown = scene(position, near=near, marks=marks, numbering=numbering)
    places = geometry.board(View(view), shown.pits, marked=any(row.widest_mark for row in shown.rows))
    width, height = places.width, places.height
    title = f"{position.rules.label.capitalize()}, {standing(position)}"
    parts = [
        rect("sowfish-rim", Box(0, 0, width, height), 30),
        rect("sowfish-wood", Box(4, 3, width - 8, height - 9), 27),
        line("sowfish-groove", *places.groove),
        *_side(shown.near, places.near),
        *_side(shown.far, places.far),
    ]
    return document("sowfish", width, height, parts, title=title, words=inventory(position), style=STYLE)


def _side(row: Row, places: SidePlaces) -> Iterator[str]:
    for pit, place in enumerate(places.pits):
        yield circle("sowfish-shade", place.centre, geometry.RADIUS)
        yield circle("sowfish-hollow", Point(place.centre.x, place.centre.y + 2), geometry.RADIUS - 3)
        if pit in row.legal:
            yield circle("sowfish-ring", place.centre, geometry.RADIUS)
        heap = stones.in_pit(row.pits[pit], geometry.RADIUS, turn=pit * 1.1 + 0.5)
        yield from _heap(heap, place.centre, first_colour=pit)
        yield text("sowfish-count", place.count, str(row.pits[pit]))
        yield text("sowfish-number", place.number, str(row.numbers[pit]))
        if row.marks[pit]:
            yield text("sowfish-mark", place.mark, row.marks[pit])
    yield from _store(row, places)


def _store(row: Row, places: SidePlaces) -> Iterator[str]:
    x, y, width, height = places.store
    rounding = min(width, height) / 2
    yield rect("sowfish-shade", places.store, rounding)
    yield rect("sowfish-hollow", Box(x + 3, y + 5, width - 6, height - 6), rounding - 3)
    yield from _heap(stones.in_store(row.store, width, height), places.store.centre, first_colour=2)
    yield text("sowfish-count", places.count, str(row.store))
    if row.is_to_move:
        left, top = places.name.x - geometry.WORD / 2, places.name.y - PILL / 2
        yield rect("sowfish-pill", Box(left, top, geometry.WORD, PILL), PILL / 2)
    yield text("sowfish-mover" if row.is_to_move else "sowfish-name", places.name, row.side)


def _heap(heap: list[Point], centre: Point, *, first_colour: int) -> Iterator[str]:
    for stone, (x, y) in enumerate(heap):
        colour = (first_colour + stone * 3) % COLOURS
        place = Point(centre.x + x, centre.y + y)
        yield circle(f"sowfish-stone sowfish-c{colour}", place, stones.STONE)
        yield circle("sowfish-gleam", Point(place.x - 2.8, place.y - 3), 2.4)
