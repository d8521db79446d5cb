"""A small PNG writer: rectangles, discs and a few letters need no imaging library."""

from __future__ import annotations

import math
import struct
import zlib

from sowfish.render.geometry import Box

Colour = bytes  # red, green and blue, a byte each

ROWS, COLUMNS = 7, 5
# Each letter is 7 rows of 5 dots; a row is a number whose highest bit is on the left.
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
    "h": (16, 16, 22, 25, 17, 17, 17),
    "n": (0, 0, 22, 25, 17, 17, 17),
    "o": (0, 0, 14, 17, 17, 17, 14),
    "r": (0, 0, 22, 25, 16, 16, 16),
    "s": (0, 0, 15, 16, 14, 1, 30),
    "t": (8, 8, 28, 8, 8, 9, 6),
    "u": (0, 0, 17, 17, 17, 19, 13),
}


class Canvas:
    """Rows of pixels, initially black."""

    def __init__(self, width: int, height: int) -> None:
        """Create a picture of this size."""
        self.width = width
        self.rows = [bytearray(width * 3) for _ in range(height)]

    def block(self, left: int, top: int, right: int, bottom: int, colour: Colour) -> None:
        """Fill a rectangle; the right and bottom edges are exclusive."""
        left, right = max(left, 0), min(right, self.width)
        for row in self.rows[max(top, 0) : max(bottom, 0)]:
            row[left * 3 : right * 3] = colour * max(right - left, 0)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Fill a disc with an antialiased edge."""
        for number in range(max(0, math.floor(y - radius)), min(len(self.rows), math.ceil(y + radius))):
            away = abs(number + 0.5 - y)
            if away < radius:
                half = math.sqrt(radius * radius - away * away)
                self._span(self.rows[number], x - half, x + half, colour)

    def _span(self, row: bytearray, left: float, right: float, colour: Colour) -> None:
        first, last = max(math.ceil(left), 0), min(math.floor(right), self.width)
        if first <= last:
            row[first * 3 : last * 3] = colour * (last - first)
            self._mix(row, first - 1, first - left, colour)
            self._mix(row, last, right - last, colour)

    def _mix(self, row: bytearray, pixel: int, share: float, colour: Colour) -> None:
        if 0 <= pixel < self.width:
            for place, wanted in enumerate(colour, start=pixel * 3):
                row[place] += round((wanted - row[place]) * share)

    def rounded(self, box: Box, radius: float, colour: Colour) -> None:
        """Fill a rectangle with rounded corners."""
        left, top, right, bottom = box.x, box.y, box.x + box.width, box.y + box.height
        for x in (left + radius, right - radius):
            for y in (top + radius, bottom - radius):
                self.disc(x, y, radius, colour)
        self.block(round(left + radius), round(top), round(right - radius), round(bottom), colour)
        self.block(round(left), round(top + radius), round(right), round(bottom - radius), colour)

    def write(self, text: str, left: int, top: int, dot: int, colour: Colour) -> None:
        """Draw text with dots of this many pixels."""
        for place, letter in enumerate(text):
            for row, bits in enumerate(LETTERS[letter]):
                for column in range(COLUMNS):
                    if bits >> (COLUMNS - 1 - column) & 1:
                        x, y = left + (place * (COLUMNS + 1) + column) * dot, top + row * dot
                        self.block(x, y, x + dot, y + dot, colour)

    def png(self) -> bytes:
        """Return the picture as a PNG file."""
        header = struct.pack(">IIBBBBB", self.width, len(self.rows), 8, 2, 0, 0, 0)  # 8 bits of red, green and blue
        pixels = zlib.compress(b"".join(b"\0" + bytes(row) for row in self.rows), 9)  # filter 0: raw rows
        chunks = (_chunk(b"IHDR", header), _chunk(b"IDAT", pixels), _chunk(b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def text_width(text: str, dot: int) -> int:
    """Return the width of a text, in pixels."""
    return ((COLUMNS + 1) * len(text) - 1) * dot


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
