"""Positions as PNG."""

import struct
import zlib

import pytest

from sowfish import Position
from sowfish.render.board_png import HEIGHT, HOLLOW, PAPER, RING, STONES, WIDTH, draw_board_png


def rows_of(picture: bytes) -> list[bytes]:
    """Return the pixels of a picture without filters, row by row."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    assert (width, height) == (WIDTH, HEIGHT)
    start = picture.index(b"IDAT")
    length = struct.unpack(">I", picture[start - 4 : start])[0]
    pixels = zlib.decompress(picture[start + 4 : start + 4 + length])
    step = 1 + 3 * width
    return [pixels[place + 1 : place + step] for place in range(0, len(pixels), step)]


def pixel(rows: list[bytes], x: int, y: int) -> bytes:
    return rows[y][3 * x : 3 * x + 3]


def test_pits_stones_and_rings_are_where_they_belong() -> None:
    rows = rows_of(draw_board_png(Position.parse("kalah: 1 0 0 0 0 0 3 / 0 0 0 0 0 2 0 south")))
    assert pixel(rows, 5, 5) == PAPER
    assert pixel(rows, 284, 411) == STONES[0]  # one stone, in its middle
    assert pixel(rows, 663, 411) == HOLLOW
    ring = [pixel(rows, 284, y) for y in range(462, 470)]
    assert RING in ring
    assert RING not in [pixel(rows, 663, y) for y in range(462, 470)]  # nothing to play there


@pytest.mark.parametrize("pits", [1, 6, 12])
def test_boards_of_every_size_can_be_drawn(pits: int) -> None:
    assert rows_of(draw_board_png(Position.start("kalah", 4, pits).with_to_move("north")))


def test_other_positions_look_different() -> None:
    start = Position.start()
    assert draw_board_png(start) != draw_board_png(start.after(2))
