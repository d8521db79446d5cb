"""What proofs of the positions people meet cost: deals as phones make them, Kalah after a few moves, many at once."""

from __future__ import annotations

import os
import random
import statistics
import time
from collections.abc import Callable, Sequence

from sowfish import Analysis, Deal, Position, Result, analyse, analyse_many, solve, solve_many, tables
from sowfish.engine import forget

DEALS, MIRRORED_DEALS, ALL_PITS, OPENINGS = 500, 100, 100, 200
OPENING_MOVES = 4
AVALANCHE = ("avalanche", "avalanche-sweep")
Search = Callable[[Position], Result | Analysis]
few = 1  # counts are divided by this


def told(name: str, positions: Sequence[Position], search: Search, *, fresh: bool = True) -> None:
    """Print the median, the ninth decile and the worst of the times of so many searches, each from nothing if fresh."""
    found = []
    for position in positions:
        if fresh:
            forget()
        found.append(search(position))
    times = sorted(result.seconds for result in found)
    nodes = sorted(result.nodes for result in found)
    proven = sum(result.is_proven for result in found)
    print(
        f"{name}: {proven} of {len(times)} proven, median {statistics.median(times):.2f} s, "
        f"9 in 10 {times[len(times) * 9 // 10]:.2f} s, worst {times[-1]:.2f} s; "
        f"nodes: median {statistics.median(nodes) / 1e6:.2f} M, worst {nodes[-1] / 1e6:.1f} M, "
        f"all {sum(nodes) / 1e6:.0f} M; load {os.getloadavg()[0]:.1f}"
    )


def dealt(count: int, rules: str, deal: Deal) -> list[Position]:
    """Return the deals of the seeds from 0 on."""
    return [Position.random(48, seed=seed, deal=deal, rules=rules) for seed in range(max(1, count // few))]


def openings(count: int) -> list[Position]:
    """Return Kalah(6,4) after random moves."""
    source = random.Random(1)
    found = []
    for _ in range(max(1, count // few)):
        position = Position.start()
        for _ in range(OPENING_MOVES):
            position = position.after(source.choice(position.legal_pits))
        found.append(position)
    return found


def deals() -> None:
    """Deals as phones make them, from nothing: the best turn, and every pit."""
    for rules in AVALANCHE:
        told(f"{rules}, phone deals, the best turn", dealt(DEALS, rules, Deal.PHONE), solve)
        told(f"{rules}, phone deals, all pits", dealt(ALL_PITS, rules, Deal.PHONE), analyse)
        told(f"{rules}, mirrored phone deals, the best turn", dealt(MIRRORED_DEALS, rules, Deal.PHONE_MIRRORED), solve)
    told("avalanche, mirrored deals", dealt(MIRRORED_DEALS, "avalanche", Deal.MIRRORED), solve)


def deals_with_table() -> None:
    """The same with a 20-stone table on disk."""
    for rules in AVALANCHE:
        tables.build(rules, 20)
        told(f"{rules}, phone deals, with the table", dealt(DEALS, rules, Deal.PHONE), solve)
        tables.remove(rules)


def openings_of_kalah() -> None:
    """Kalah(6,4) after four random moves, from nothing and with a 24-stone table on disk."""
    told("kalah after 4 moves", openings(OPENINGS), solve)
    tables.build("kalah", 24)
    told("kalah after 4 moves, with the table", openings(OPENINGS), solve)
    tables.remove("kalah")


def many() -> None:
    """Many positions in one call."""
    sixteen = [Position.random(16, seed=seed, deal=Deal.FREE) for seed in range(100_000)]
    forget()
    _timed("100,000 positions of 16 stones, every pit, from nothing", lambda: analyse_many(sixteen))
    cells = analyse_many(sixteen).cells
    _timed("the same with the table there, as an array", lambda: analyse_many(cells))
    tables.build("kalah", 20)
    forget()
    twenty_four = [Position.random(24, seed=seed, deal=Deal.FREE) for seed in range(10_000)]
    _timed("10,000 positions of 24 stones with a 20-stone table", lambda: solve_many(twenty_four))
    tables.remove("kalah")


def _timed(name: str, work: Callable[[], object]) -> None:
    started = time.perf_counter()
    work()
    print(f"{name}: {time.perf_counter() - started:.2f} s; load {os.getloadavg()[0]:.1f}")
