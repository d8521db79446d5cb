"""Files with one position per line."""

from __future__ import annotations

import sys

from sowfish import Position, SowfishError
from sowfish.cli.options import BoardOptions
from sowfish.runtime.files import read_limited

LARGEST = 64 << 20  # bytes


def read_positions(path: str, board: BoardOptions) -> list[Position]:
    """Read every line that is neither empty nor a comment; `-` is standard input."""
    name = "standard input" if path == "-" else path
    data = sys.stdin.buffer.read(LARGEST) if path == "-" else read_limited(path, LARGEST)
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise SowfishError(f"{name}: byte {error.start} is not UTF-8 text") from None
    positions = []
    for number, line in enumerate(lines, start=1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        try:
            positions.append(board.position(text))
        except SowfishError as error:
            raise SowfishError(f"{name}, line {number}: {error}") from None
    if not positions:
        raise SowfishError(f"{name} contains no positions")
    return positions
