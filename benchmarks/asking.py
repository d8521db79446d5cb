"""What it costs to ask an engine again, or about what it knows already, and how good its estimates are."""

from __future__ import annotations

import random
import statistics
import time

from sowfish import Analysis, Engine, Position, Result, analyse, solve
from sowfish.engine import forget

INSIDE = Position.parse("kalah: 1 0 2 0 1 1 5 / 0 2 1 1 0 2 3")
POSITIONS = 100
LOOK_SECONDS = 1.0


def asking() -> None:
    """Small questions, the same question twice, walks along proven lines, and estimates in a second."""
    forget()
    solve(Position.start())
    times = []
    for _ in range(2000):
        started = time.perf_counter()
        solve(INSIDE)
        times.append(time.perf_counter() - started)
    position, started = Position.start(), time.perf_counter()
    for _ in range(20_000):
        position.after(2)
    after = (time.perf_counter() - started) / 20_000
    inside = statistics.median(times)
    print(
        f"solve of a position inside the table: {inside * 1e6:.0f} µs (median of 2,000), "
        f"{inside / after:.0f} times a position.after"
    )
    for rules in ("avalanche", "kalah"):
        forget()
        first = analyse(Position.start(rules))
        started = time.perf_counter()
        again = analyse(Position.start(rules))
        print(
            f"{rules}(6,4) start analysed: {first.seconds:.2f} s, {first.nodes:,} nodes; "
            f"again: {(time.perf_counter() - started) * 1e3:.2f} ms, {again.nodes:,} nodes"
        )
        if rules == "avalanche":
            walk(first.result)
            study(first)
    estimates()


def walk(result: Result) -> None:
    """Print what solve and analyse take at every position along a line."""
    for name, search in (("solve", solve), ("analyse", analyse)):
        position, times = result.position, []
        for pit in (pit for turn in result.line for pit in turn):
            position = position.passed() if position.must_pass else position
            position = position.after(pit)
            if position.legal_pits:
                started = time.perf_counter()
                search(position)
                times.append(time.perf_counter() - started)
        print(
            f"{name} along the line of {result.position}: {len(times)} positions, "
            f"median {statistics.median(times) * 1e3:.2f} ms, worst {max(times) * 1e3:.1f} ms"
        )


def study(first: Analysis) -> None:
    """Print the nodes of six analyses in a row, each as a page asks for it."""
    position, nodes = first.position, []
    with Engine(memory=256 << 20) as engine:
        for pit in (None, *[pit for turn in first.result.line for pit in turn][:5]):
            position = position if pit is None else position.after(pit)
            nodes.append(engine.analyse(position, seconds=20).nodes)
    print(f"analyses of the avalanche(6,4) start and five positions along its line: {sum(nodes):,} nodes, {nodes}")


def estimates() -> None:
    """Print how far estimates in a second are from exact values, with no table on disk and one thread."""
    errors = []
    chance = random.Random(1)
    for _ in range(POSITIONS):
        position = Position.start()
        for _ in range(4):
            position = position.after(chance.choice(position.legal_pits))
        with Engine(threads=1, memory=256 << 20) as engine:
            seen = engine.solve(position, seconds=LOOK_SECONDS)
        exact = solve(position)
        errors.append(abs(seen.value - exact.value))
    print(
        f"{POSITIONS} random kalah(6,4) positions after 4 moves, {LOOK_SECONDS:g} s on one thread: "
        f"{statistics.mean(errors):.2f} stones off on average"
    )
