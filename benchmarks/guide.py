"""What a trained net costs and what it saves: `python -m benchmarks.guide [--net FILE] [PART ...]`.

Node counts on one thread are the same on every machine; times are processor time, so that others on the machine matter
less. Positions are along random games from mirrored deals, from seeds.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time
from collections.abc import Callable, Iterator
from itertools import islice

from sowfish.search.engine import Guide

from sowfish import Limits, Position, _core, solve, tables, workers
from sowfish.nets import Net
from sowfish.nets.shipped import net_from, source
from sowfish.position import core_board, core_rules
from sowfish.rules import Rules
from sowfish.search.puct import puct
from sowfish.search.uct import uct

MEBIBYTE = 1 << 20
EVALUATIONS = 300_000
TABLE_STONES = 16
MOST_NODES = 3_000_000  # of a proof; harder positions are left out for both


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
            value, _ = _look(position, used, Guide.VALUES, 1)
            errors[name].append(abs(value / _core.PARTS_OF_STONE - exact.value))
    for name, found in errors.items():
        print(f"{name}: {statistics.mean(found):.2f} stones off on average over {len(found)} positions")


def looks(net: Net) -> None:
    """Nodes to look as deep with the net's order and without."""
    ratios = []
    for position in positions(net.rules, 40, least=20, most=48):
        depth = 9
        (value, before), (again, after) = (_look(position, used, Guide.ORDER, depth) for used in (None, net))
        assert value == again, "an order must not change a value"
        ratios.append(after / before)
    print(_told("nodes of a look ahead of 9 moves", ratios))


def proofs(net: Net) -> None:
    """Nodes and time to the same proof with the net's order and without."""
    for least, most in ((20, 26), (27, 34)):
        nodes, times = [], []
        for position in positions(net.rules, 30, least=least, most=most):
            without, guided = _proof(position, None), _proof(position, net)
            if without is None or guided is None:
                continue
            assert without[0] == guided[0], "an order must not change a value"
            nodes.append(guided[1] / without[1])
            times.append(guided[2] / without[2])
        print(_told(f"{least} to {most} stones, nodes", nodes))
        print(_told(f"{least} to {most} stones, processor time", times))


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


def _look(position: Position, net: Net | None, guide: Guide, depth: int) -> tuple[int, int]:
    """Return the value in parts of a stone, and the nodes it took."""
    deepening = _core.Deepening(core_rules(position.rules), 16 * MEBIBYTE)
    deepening.set_net(None if net is None else net.core, list(Guide).index(guide))
    deepening.set_root(core_board(position), every_move=False)
    control = _core.Control(seconds=0.0, nodes=0)
    while deepening.result().depth < depth and deepening.deepen(control):
        pass
    return deepening.result().value, control.nodes


def _proof(position: Position, net: Net | None) -> tuple[int, int, float] | None:
    """Return the value, the nodes and the processor time of a proof, None if it is too hard."""
    table = tables.for_search(position.rules, TABLE_STONES)
    solver = _core.solver(core_rules(position.rules), 64 * MEBIBYTE, table)
    solver.set_net(None if net is None else net.core)
    control = _core.Control(seconds=0.0, nodes=MOST_NODES)
    started = time.process_time()
    proof = solver.prove(core_board(position), every_move=False, threads=1, control=control)
    workers.run(proof.work, 1, stop=control.stop)
    seconds = time.process_time() - started
    known = proof.proven()[0]
    if known.low != known.high or control.nodes < 100:
        return None
    return known.low, control.nodes, seconds


def _told(what: str, ratios: list[float]) -> str:
    mean = math.exp(statistics.mean(map(math.log, ratios)))
    fewer = sum(ratio < 1 for ratio in ratios)
    return f"{what}: {mean:.2f} of what it takes without (geometric mean), less in {fewer} of {len(ratios)}"


PARTS = {part.__name__: part for part in (speed, estimates, looks, proofs, trees)}


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
