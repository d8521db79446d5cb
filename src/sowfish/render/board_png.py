"""Positions as PNG, for link previews, which cannot show SVG."""

from __future__ import annotations

from sowfish.model.events import Side
from sowfish.model.position import Position
from sowfish.render import geometry, stones
from sowfish.render.geometry import Box, Point, SidePlaces
from sowfish.render.pixels import ROWS, Canvas, Colour, text_width
from sowfish.render.scene import Row, View, scene

WIDTH, HEIGHT = 1200, 630  # the size that previews are cropped to
MARGIN = 40
PAPER, RIM, WOOD = b"\xf4\xed\xe1", b"\xa9\x77\x3f", b"\xdf\xb5\x7f"
SHADE, HOLLOW, RING = b"\x7a\x4f\x28", b"\x96\x67\x3a", b"\xff\xf6\xe0"
INK, SOFT, OUTLINE = b"\x2e\x1b\x0b", b"\x6d\x45\x20", b"\x5a\x3a\x1e"
STONES = (b"\xf2\xe3\xc2", b"\x3f\x8f\x94", b"\xe0\xa6\x3a", b"\xc2\x5b\x43", b"\x5a\x79\xab")


def draw_board_png(position: Position) -> bytes:
    """Return the board as a PNG file, south at the bottom, legal pits ringed."""
    return _Picture(position).canvas.png()


def draw_board_pixels(position: Position) -> tuple[int, int, bytes]:
    """Return the same picture as width, height, and red, green and blue bytes row by row."""
    canvas = _Picture(position).canvas
    return canvas.width, len(canvas.rows), b"".join(canvas.rows)


class _Picture:
    """A canvas with the board centred, as large as fits."""

    def __init__(self, position: Position) -> None:
        shown = scene(position, near=Side.SOUTH)
        places = geometry.board(View.TABLE, shown.pits, marked=False)
        self.scale = min((WIDTH - 2 * MARGIN) / places.width, (HEIGHT - 2 * MARGIN) / places.height)
        self.left = (WIDTH - places.width * self.scale) / 2
        self.top = (HEIGHT - places.height * self.scale) / 2
        self.canvas = Canvas(WIDTH, HEIGHT)
        self.canvas.block(0, 0, WIDTH, HEIGHT, PAPER)
        self._rounded(Box(0, 0, places.width, places.height), 30, RIM)
        self._rounded(Box(4, 3, places.width - 8, places.height - 9), 27, WOOD)
        for row, side in ((shown.near, places.near), (shown.far, places.far)):
            self._side(row, side)

    def _side(self, row: Row, places: SidePlaces) -> None:
        for pit, place in enumerate(places.pits):
            if pit in row.legal:
                self._disc(place.centre, geometry.RADIUS + 2, RING)
            self._disc(place.centre, geometry.RADIUS, SHADE)
            self._disc(Point(place.centre.x, place.centre.y + 2), geometry.RADIUS - 3, HOLLOW)
            heap = stones.in_pit(row.pits[pit], geometry.RADIUS, turn=pit * 1.1 + 0.5)
            self._heap(heap, place.centre, first_colour=pit)
            self._text(str(row.pits[pit]), place.count, 3, INK)
            self._text(str(row.numbers[pit]), place.number, 2, SOFT)
        x, y, width, height = places.store
        self._rounded(places.store, width / 2, SHADE)
        self._rounded(Box(x + 3, y + 5, width - 6, height - 6), width / 2 - 3, HOLLOW)
        self._heap(stones.in_store(row.store, width, height), places.store.centre, first_colour=2)
        self._text(str(row.store), places.count, 3, INK)
        self._text(str(row.side), places.name, 2, INK if row.is_to_move else SOFT)

    def _heap(self, heap: list[Point], centre: Point, *, first_colour: int) -> None:
        for stone, (x, y) in enumerate(heap):
            place = Point(centre.x + x, centre.y + y)
            self._disc(place, stones.STONE + 0.5, OUTLINE)
            self._disc(place, stones.STONE - 0.4, STONES[(first_colour + stone * 3) % len(STONES)])

    # ---- in the drawing's coordinates

    def _disc(self, centre: Point, radius: float, colour: Colour) -> None:
        self.canvas.disc(self._x(centre.x), self._y(centre.y), radius * self.scale, colour)

    def _rounded(self, box: Box, radius: float, colour: Colour) -> None:
        scaled = Box(self._x(box.x), self._y(box.y), box.width * self.scale, box.height * self.scale)
        self.canvas.rounded(scaled, radius * self.scale, colour)

    def _text(self, text: str, middle: Point, size: int, colour: Colour) -> None:
        dot = max(1, round(size * self.scale * 0.8))
        left = round(self._x(middle.x) - text_width(text, dot) / 2)
        self.canvas.write(text, left, round(self._y(middle.y) - ROWS * dot / 2), dot, colour)

    def _x(self, x: float) -> float:
        return self.left + x * self.scale

    def _y(self, y: float) -> float:
        return self.top + y * self.scale
