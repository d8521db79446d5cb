"""Prove every known value anew, the slow ones too: `python -m tests.proofs [--most STONES]`.

The tests prove what takes a moment; this takes minutes. Kalah(6,5) is left to `python -m benchmarks.run kalah65`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from typing import Any

from tests.truth import by_player, load

from sowfish import Position, analyse, solve

SLOWEST = 48  # stones


def known_moves() -> Iterator[tuple[str, Position, list[int | None]]]:
    """Yield positions with the value of every pit, None for an empty one."""
    boards = {entry["id"]: entry for entry in load("avalanche_positions")["positions"]}
    for name, known in load("avalanche_values").items():
        for rest, rules in (("nobody", "avalanche"), ("owner", "avalanche-sweep")):
            yield f"{rules} {name}", by_player(boards[name], rules), known[rest]["moves"]
    for opening in load("kalah_values")["opening_moves"]:
        start = Position.start(opening["rules"], opening["stones"], opening["pits"])
        yield f"openings of {start}", start, opening["moves"]


def known_starts() -> Iterator[tuple[str, Position, int]]:
    """Yield the starts of Kalah with their values."""
    entry: dict[str, Any]
    for entry in load("kalah_values")["starts"]:
        start = Position.start(entry["rules"], entry["stones"], entry["pits"])
        yield str(start), start, entry["value"]


def main() -> int:
    """Run from the command line; return 1 if a value is not the known one."""
    parser = argparse.ArgumentParser(prog="python -m tests.proofs", description=__doc__)
    parser.add_argument("--most", type=int, default=SLOWEST, metavar="STONES", help="leave out larger positions")
    most = parser.parse_args().most
    started, proven, wrong = time.monotonic(), 0, 0
    for name, position, moves in known_moves():
        if position.rest <= most:
            values = {move.pit: move.value for move in analyse(position).moves}
            proven += 1
            if [values.get(pit) for pit in range(len(moves))] != moves:
                wrong += 1
                print(f"{name}: {values} is not {moves}", file=sys.stderr)  # noqa: T201  # a command's output
    for name, position, value in known_starts():
        if position.rest <= most:
            proven += 1
            if (found := solve(position).value) != value:
                wrong += 1
                print(f"{name}: {found} is not {value}", file=sys.stderr)  # noqa: T201  # a command's output
    print(f"{proven} positions, {wrong} wrong, {time.monotonic() - started:.0f} s")  # noqa: T201  # a command's output
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
