"""The graph of a reviewed game as PNG, written by hand: rectangles and a few letters need no library."""

from __future__ import annotations

import struct
import zlib

from sowfish.render.chart import Anchor, Label, Paint, Rectangle, chart
from sowfish.review import Review

SCALE = 2  # pixels for each unit of the chart
DOT = 3  # pixels for each dot of a letter
COLOURS = {
    Paint.PAPER: b"\xff\xfa\xf0",
    Paint.LINE: b"\xe6\xdc\xcb",
    Paint.TIE: b"\x4a\x3a\x28",
    Paint.SOUTH: b"\x2f\x7f\x86",
    Paint.NORTH: b"\xb5\x56\x3b",
    Paint.INK: b"\x3a\x2d\x1f",
}
ROWS, COLUMNS = 7, 5
# Each letter is 7 rows of 5 dots, a row a number, its largest bit on the left.
LETTERS = {
    "0": (14, 17, 19, 21, 25, 17, 14),
    "1": (4, 12, 4, 4, 4, 4, 14),
    "2": (14, 17, 1, 2, 4, 8, 31),
    "3": (30, 1, 1, 14, 1, 1, 30),
    "4": (2, 6, 10, 18, 31, 2, 2),
    "5": (31, 16, 30, 1, 1, 17, 14),
    "6": (6, 8, 16, 30, 17, 17, 14),
    "7": (31, 1, 2, 4, 8, 8, 8),
    "8": (14, 17, 17, 14, 17, 17, 14),
    "9": (14, 17, 17, 15, 1, 2, 12),
    "+": (0, 4, 4, 31, 4, 4, 0),
    "-": (0, 0, 0, 31, 0, 0, 0),
    "?": (14, 17, 1, 2, 4, 0, 4),
    "!": (4, 4, 4, 4, 4, 0, 4),
    "h": (16, 16, 22, 25, 17, 17, 17),
    "n": (0, 0, 22, 25, 17, 17, 17),
    "o": (0, 0, 14, 17, 17, 17, 14),
    "r": (0, 0, 22, 25, 16, 16, 16),
    "s": (0, 0, 15, 16, 14, 1, 30),
    "t": (8, 8, 28, 8, 8, 9, 6),
    "u": (0, 0, 17, 17, 17, 19, 13),
}


def draw_chart_png(review: Review) -> bytes:
    """Return the graph as a PNG file."""
    drawn = chart(review)
    canvas = _Canvas(drawn.width * SCALE, drawn.height * SCALE)
    for rectangle in drawn.rectangles:
        canvas.fill(rectangle)
    for label in drawn.labels:
        canvas.write(label)
    return canvas.png()


class _Canvas:
    """Rows of pixels, three bytes each."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.rows = [bytearray(width * 3) for _ in range(height)]

    def fill(self, shape: Rectangle) -> None:
        """Paint a rectangle, at least one pixel in each direction."""
        left, top = round(shape.x * SCALE), round(shape.y * SCALE)
        right = max(round((shape.x + shape.width) * SCALE), left + 1)
        bottom = max(round((shape.y + shape.height) * SCALE), top + 1)
        self._block(left, top, right, bottom, COLOURS[shape.paint])

    def write(self, label: Label) -> None:
        """Write a text."""
        step = (COLUMNS + 1) * DOT
        length = step * len(label.text) - DOT
        before = {Anchor.START: 0.0, Anchor.MIDDLE: length / 2, Anchor.END: float(length)}[label.anchor]
        left = round(label.x * SCALE - before)
        top = round(label.y * SCALE - ROWS * DOT / 2)
        for place, letter in enumerate(label.text):
            self._letter(left + place * step, top, LETTERS[letter])

    def _letter(self, left: int, top: int, dots: tuple[int, ...]) -> None:
        for row, bits in enumerate(dots):
            for column in range(COLUMNS):
                if bits >> (COLUMNS - 1 - column) & 1:
                    x, y = left + column * DOT, top + row * DOT
                    self._block(x, y, x + DOT, y + DOT, COLOURS[Paint.INK])

    def _block(self, left: int, top: int, right: int, bottom: int, colour: bytes) -> None:
        left, right = max(left, 0), min(right, self.width)
        for row in self.rows[max(top, 0) : bottom]:
            row[left * 3 : right * 3] = colour * max(right - left, 0)

    def png(self) -> bytes:
        """Return the picture as a file."""
        header = struct.pack(">IIBBBBB", self.width, len(self.rows), 8, 2, 0, 0, 0)  # 8 bits of red, green and blue
        pixels = zlib.compress(b"".join(b"\0" + bytes(row) for row in self.rows), 9)  # 0: rows as they are
        chunks = (_chunk(b"IHDR", header), _chunk(b"IDAT", pixels), _chunk(b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
