"""The PNG writer: shapes cover the pixels they should, are clipped at the edges, and the file can be decoded."""

from __future__ import annotations

import math
import struct
import zlib

import pytest

from sowfish.render.geometry import Box
from sowfish.render.pixels import COLUMNS, LETTERS, ROWS, Canvas, text_width

WHITE, RED = b"\xff\xff\xff", b"\xff\x00\x00"


def pixel(canvas: Canvas, x: int, y: int) -> bytes:
    return bytes(canvas.rows[y][3 * x : 3 * x + 3])


def painted(canvas: Canvas) -> set[tuple[int, int]]:
    """Return the pixels that are not black."""
    size = len(canvas.rows)
    return {(x, y) for y in range(size) for x in range(canvas.width) if pixel(canvas, x, y) != b"\0\0\0"}


def coverage(canvas: Canvas) -> float:
    return sum(sum(row) for row in canvas.rows) / (3 * 255)


def test_a_block_excludes_its_right_and_bottom_edges() -> None:
    canvas = Canvas(5, 5)
    canvas.block(1, 2, 3, 4, RED)
    assert painted(canvas) == {(1, 2), (2, 2), (1, 3), (2, 3)}
    assert pixel(canvas, 1, 2) == RED


@pytest.mark.parametrize(
    "edges", [(-3, -3, 2, 2), (3, 3, 9, 9), (-9, 1, 99, 2), (2, 2, 2, 4), (4, 4, 1, 1), (7, 7, 9, 9)]
)
def test_what_lies_outside_is_clipped(edges: tuple[int, int, int, int]) -> None:
    canvas = Canvas(5, 5)
    canvas.block(*edges, WHITE)
    left, top, right, bottom = edges
    assert painted(canvas) == {(x, y) for x in range(5) for y in range(5) if left <= x < right and top <= y < bottom}
    assert all(len(row) == 15 for row in canvas.rows)


@pytest.mark.parametrize("radius", [4.0, 9.3, 11.5])
def test_a_disc_is_round_symmetric_and_of_the_right_area(radius: float) -> None:
    canvas = Canvas(24, 24)
    canvas.disc(12, 12, radius, WHITE)
    cells = painted(canvas)
    assert {(23 - x, y) for x, y in cells} == cells == {(x, 23 - y) for x, y in cells}
    assert all(math.hypot(x + 0.5 - 12, y + 0.5 - 12) < radius + 1 for x, y in cells)
    assert coverage(canvas) == pytest.approx(math.pi * radius**2, rel=0.06)


def test_the_edge_of_a_disc_is_mixed_with_what_is_below() -> None:
    canvas = Canvas(24, 24)
    canvas.disc(12, 12, 9.3, WHITE)
    shades = {pixel(canvas, x, y)[0] for x in range(24) for y in range(24)}
    assert len(shades - {0, 255}) > 3


def test_discs_at_the_edge_stay_in_the_picture() -> None:
    canvas = Canvas(8, 8)
    for x, y in ((0, 0), (8, 0), (0, 8), (8, 8), (-20, 4), (4, 40)):
        canvas.disc(x, y, 3, RED)
    assert pixel(canvas, 0, 0) == pixel(canvas, 7, 7) == RED
    assert pixel(canvas, 4, 4) == b"\0\0\0"
    assert all(len(row) == 24 for row in canvas.rows)


def test_rounded_corners_are_left_out() -> None:
    canvas = Canvas(20, 20)
    canvas.rounded(Box(2, 2, 16, 12), 5, WHITE)
    cells = painted(canvas)
    assert not cells & {(2, 2), (17, 2), (2, 13), (17, 13)}
    assert {(2, 8), (17, 8), (10, 2), (10, 13), (10, 8)} <= cells
    assert all(2 <= x < 18 and 2 <= y < 14 for x, y in cells)


@pytest.mark.parametrize("letter", LETTERS)
def test_every_letter_is_drawn_dot_by_dot(letter: str) -> None:
    canvas = Canvas(COLUMNS * 2, ROWS * 2)
    canvas.write(letter, 0, 0, 2, WHITE)
    dots = sum(bits.bit_count() for bits in LETTERS[letter])
    assert len(painted(canvas)) == 4 * dots
    assert all(0 <= bits < 1 << COLUMNS for bits in LETTERS[letter])


def test_letters_differ_and_do_not_touch() -> None:
    assert len(set(LETTERS.values())) == len(LETTERS)
    canvas = Canvas(text_width("north", 1), ROWS)
    canvas.write("north", 0, 0, 1, WHITE)
    gaps = range(COLUMNS, canvas.width, COLUMNS + 1)
    assert not {x for x, _ in painted(canvas)} & set(gaps)
    assert max(x for x, _ in painted(canvas)) == canvas.width - 1


def test_the_file_can_be_decoded() -> None:
    canvas = Canvas(3, 2)
    canvas.block(1, 0, 2, 2, RED)
    data = canvas.png()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    at, chunks = 8, {}
    while at < len(data):
        size, name = struct.unpack_from(">I4s", data, at)
        content = data[at + 8 : at + 8 + size]
        assert struct.unpack_from(">I", data, at + 8 + size)[0] == zlib.crc32(name + content)
        chunks[name], at = content, at + 12 + size
    assert list(chunks) == [b"IHDR", b"IDAT", b"IEND"]
    assert struct.unpack(">IIBBBBB", chunks[b"IHDR"]) == (3, 2, 8, 2, 0, 0, 0)
    row = b"\0" + b"\0\0\0" + RED + b"\0\0\0"
    assert zlib.decompress(chunks[b"IDAT"]) == row + row
