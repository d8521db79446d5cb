"""Figures of endgame tables on disk."""

from __future__ import annotations

import time

from benchmarks.asking import walk
from sowfish import Position, analyse, solve, tables
from sowfish.engine import forget

STONES = 24
ENDGAME = Position.parse("kalah: 1 0 2 0 1 1 5 / 0 2 1 1 0 2 3")


def disk() -> None:
    """A 24-stone Kalah table on disk: building, checking, probing, and what it saves the solver."""
    started = time.perf_counter()
    table = tables.build("kalah", STONES)
    seconds = time.perf_counter() - started
    print(
        f"{STONES}-stone kalah table on disk: {table.positions:,} positions in {seconds:.1f} s, "
        f"{table.head.bytes:,} bytes"
    )
    tables.forget()
    started = time.perf_counter()
    tables.open("kalah").values(STONES)
    print(f"opened, with all its checksums: {time.perf_counter() - started:.2f} s")
    tables.probe(ENDGAME)
    started = time.perf_counter()
    for _ in range(200_000):
        tables.probe(ENDGAME)
    print(f"tables.probe(position), warm: {(time.perf_counter() - started) / 200_000 * 1e6:.2f} µs")
    parsed = [Position.parse(str(ENDGAME)) for _ in range(200_000)]
    started = time.perf_counter()
    for position in parsed:
        tables.probe(position)
    print(f"the same with positions each parsed anew: {(time.perf_counter() - started) / 200_000 * 1e6:.2f} µs")
    for name, search in (("start", solve), ("all pits", analyse)):
        forget()
        started = time.perf_counter()
        found = search(Position.start())
        print(f"kalah(6,4) {name} with it: {found.nodes:,} nodes, {time.perf_counter() - started:.2f} s")
    walk(analyse(Position.start()).result)
    tables.remove("kalah")
