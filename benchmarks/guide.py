"""What a trained net costs and what it is worth: `python -m benchmarks.guide [--net FILE] [PART ...]`.

Node counts on one thread are the same on every machine; times are processor time, so that others on the machine matter
less. Positions are along random games from mirrored deals, from seeds.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator
from itertools import islice

from sowfish import Engine, Limits, Position, solve
from sowfish.model.position import core_board
from sowfish.model.rules import Rules
from sowfish.nets import Net
from sowfish.nets.shipped import net_from, source
from sowfish.search.puct import puct
from sowfish.search.uct import uct

MEBIBYTE = 1 << 20
EVALUATIONS = 300_000


def positions(rules: Rules, count: int, *, least: int, most: int, seed: int = 1) -> Iterator[Position]:
    """Yield positions with so many stones in play, each from a random game of its own."""
    return islice(_many(rules, least, most, seed), count)


def _many(rules: Rules, least: int, most: int, seed: int) -> Iterator[Position]:
    source_of_chance = random.Random(seed)
    while True:
        position = Position.random(48, seed=source_of_chance.getrandbits(32), rules=rules)
        goal = source_of_chance.randint(least, most)
        while not position.is_over and position.rest > goal:
            position = position.passed() if position.must_pass else position
            position = position.after(source_of_chance.choice(position.legal_pits))
        if not position.is_over and position.rest >= least and len(position.legal_pits) > 1:
            yield position


def speed(net: Net) -> None:
    """Nanoseconds of one look of the net."""
    board = core_board(Position.start(net.rules))
    times = []
    for _ in range(5):
        started = time.process_time()
        net.core.evaluate_often(board, EVALUATIONS)
        times.append(time.process_time() - started)
    size = f"{net.layout.widths or 'linear'}, {net.layout.weights:,} weights"
    print(f"{min(times) / EVALUATIONS * 1e9:.0f} ns a look, {size}")


def estimates(net: Net) -> None:
    """How far a look ahead of one move is from the proven value, by the net and by the evaluation of the engine."""
    errors: dict[str, list[float]] = {"engine": [], "net": []}
    for position in positions(net.rules, 150, least=10, most=30):
        exact = solve(position, limits=Limits(nodes=500_000), threads=1)
        if exact.low != exact.high:
            continue
        for name, used in (("engine", None), ("net", net)):
            seen = Engine(threads=1, memory=MEBIBYTE, net=used).look_ahead(position, depth=1, nodes=1)
            errors[name].append(abs(seen.result.estimate - exact.value))
    for name, found in errors.items():
        print(f"{name}: {statistics.mean(found):.2f} stones off on average over {len(found)} positions")


def trees(net: Net) -> None:
    """Playouts a second of trees with and without the net, and how often each plays a best move."""
    kinds: dict[str, Callable[[Position, int], int]] = {
        "uct": lambda position, playouts: uct(position, playouts=playouts).pit,
        "puct": lambda position, playouts: puct(position, net=net, playouts=playouts).pit,
    }
    known = []
    for position in positions(net.rules, 80, least=14, most=30):
        after = {pit: _exact(position, pit) for pit in position.legal_pits}
        if None not in after.values():
            known.append((position, after))
    for playouts in (100, 1_000, 10_000):
        for name, choose in kinds.items():
            started = time.process_time()
            lost = [max(after.values()) - after[choose(position, playouts)] for position, after in known]  # type: ignore[type-var, operator]
            seconds = time.process_time() - started
            best = sum(loss == 0 for loss in lost) / len(known)
            print(
                f"{name}, {playouts:,} playouts: a best move in {best:.0%} of {len(known)}, "
                f"{statistics.mean(lost):.2f} stones lost, {playouts * len(known) / seconds:,.0f} playouts/s"
            )


def _exact(position: Position, pit: int) -> int | None:
    after = position.after(pit)
    if after.is_over:
        return after.margin if after.to_move is position.to_move else -after.margin
    found = solve(after, limits=Limits(nodes=500_000), threads=1)
    if found.low != found.high:
        return None
    return found.value if after.to_move is position.to_move else -found.value


PARTS = {part.__name__: part for part in (speed, estimates, trees)}


def main() -> None:
    """Print the parts asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--net", default="shipped", help="file of a net; shipped is the one of the package")
    parser.add_argument("--rules", default="kalah", help="whose shipped net")
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="which parts to run")
    chosen = parser.parse_args()
    origin = source(chosen.net)
    net = origin if isinstance(origin, Net) else net_from(origin, Rules.parse(chosen.rules))
    for name in chosen.parts or PARTS:
        print(f"-- {name}, {net.rules}: {(PARTS[name].__doc__ or '').strip()}")
        PARTS[name](net)


if __name__ == "__main__":
    main()
