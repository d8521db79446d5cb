"""What the searches that answer in time do in a second, and how strong the levels are.

Rates are by the second of processor time, so that others on the machine matter less; where a search gets a second, that
is one on the wall, and the processor time it got is told with it.
"""

from __future__ import annotations

import itertools
import random
import statistics
import time
from collections.abc import Callable, Iterator

from sowfish import Engine, Position, Side
from sowfish.search.levels import LEVELS, STRONGEST, Weakened
from sowfish.search.minimax import minimax
from sowfish.search.montecarlo import Policy, montecarlo
from sowfish.search.uct import Uct, uct

# How deep a plain alpha-beta search of the same evaluation, without memory, gets in the 37,749,695 nodes of the hobby
# minimax in 9.89 s from the start: trying pits from the farthest on or from the nearest to the store on.
HOBBY_DEPTHS = (13, 18)
GAMES = 3
LEVEL_GAMES = 60
LEVEL_NODES = 200_000  # of level 10, so that it is the same on every machine


def processor_time(work: Callable[[], object]) -> float:
    """Return the processor time of some work, in seconds."""
    started = time.process_time()
    work()
    return time.process_time() - started


def playouts() -> None:
    """Monte Carlo playouts a second on one core."""
    for rules, policy in (("kalah", Policy.UNIFORM), ("kalah", Policy.GREEDY), ("avalanche", Policy.UNIFORM)):
        start, games = Position.start(rules), 300_000
        seconds = min(
            processor_time(lambda s=start, g=games, p=policy: montecarlo(s, playouts=g, policy=p, threads=1))  # type: ignore[misc]
            for _ in range(3)
        )
        print(f"{rules}(6,4), {policy}: {games / seconds:,.0f} playouts/s per core")


def depths() -> None:
    """How deep minimax looks from the Kalah start in a second of processor time."""
    for depth in itertools.count(12):
        started = time.process_time()
        found = minimax(Position.start(), depth=depth, seconds=None)
        seconds = time.process_time() - started
        if seconds > 1:
            break
        told = f"depth {depth}: {found.nodes:,} nodes in {seconds:.2f} s, {found.nodes / seconds / 1e6:.1f} M nodes/s"
    print(f"minimax, the deepest within a second: {told}")
    least, most = HOBBY_DEPTHS
    print(f"  a plain search gets to depth {least} to {most} with the nodes of the hobby minimax in 9.89 s")


def trees() -> None:
    """UCT playouts a second."""
    for rules, games in (("kalah", 300_000), ("avalanche", 50_000)):
        started = time.process_time()
        found = uct(Position.start(rules), playouts=games)
        seconds = time.process_time() - started
        print(f"uct {rules}(6,4): {found.playouts / seconds:,.0f} playouts/s, tree of {found.nodes:,} nodes")
    tree = Uct()
    kept = [tree.search(position, playouts=20_000).kept for position in random_game("kalah", 1)]
    print(f"uct along a random game: {statistics.median(kept):,.0f} nodes kept from move to move (median)")


def engine() -> None:
    """The engine in a second a move, along random games: depth, nodes and how often it proves the value."""
    for rules in ("kalah", "kalah-lazy", "events", "avalanche"):
        for threads in (1, 2):
            thoughts = []
            started = time.process_time()
            for seed in range(GAMES):
                mind = Engine(threads=threads, memory=256 << 20)
                thoughts += [mind.best_move(position, seconds=1.0) for position in random_game(rules, seed)]
            busy = time.process_time() - started
            choices = [thought for thought in thoughts if len(thought.position.legal_pits) > 1]
            hard = [thought for thought in choices if not thought.is_proven]
            depth = statistics.median(thought.depth for thought in hard) if hard else 0
            print(
                f"{rules}(6,4), {threads} thread{'s' if threads > 1 else ''}: proven {len(choices) - len(hard)} of "
                f"{len(choices)}, {sum(thought.seconds for thought in choices) / len(choices):.2f} s a move, "
                f"depth of the others {depth:.0f} (median), "
                f"{sum(thought.nodes for thought in thoughts) / busy / 1e6:.1f} M nodes/s of processor time, "
                f"longest {max(thought.seconds for thought in thoughts):.3f} s"
            )


def levels() -> None:
    """Each level against the one below, from mirrored random deals, both sides of each."""
    for level in range(2, STRONGEST + 1):
        points = sum(_points(level, level - 1, number) for number in range(LEVEL_GAMES))
        print(f"level {level} against level {level - 1}: {points:g} of {LEVEL_GAMES}")
    for rival, pick in (("random", _any_pit), ("greedy", _greediest_pit)):
        points = sum(_points_against(1, pick, number) for number in range(LEVEL_GAMES))
        print(f"level 1 against {rival}: {points:g} of {LEVEL_GAMES}")


def random_game(rules: str, seed: int) -> Iterator[Position]:
    """Yield the positions of a random game in which there is a move to make."""
    source = random.Random(seed)
    position = Position.start(rules)
    while not position.is_over:
        if position.must_pass:
            position = position.passed()
            continue
        yield position
        position = position.after(source.choice(position.legal_pits))


Pick = Callable[[Position], int]


def _picker(level: int, seed: int) -> Pick:
    if level in LEVELS:
        weakened = Weakened(level, seed=seed)
        return lambda position: weakened.choose(position).pit
    strong = Engine(threads=1, memory=256 << 20)
    return lambda position: strong.best_move(position, nodes=LEVEL_NODES).turn[0]


def _points(stronger: int, weaker: int, number: int) -> float:
    return _played(_picker(stronger, number), _picker(weaker, -number - 1), number)


def _points_against(level: int, pick: Callable[[random.Random, Position], int], number: int) -> float:
    source = random.Random(number)
    return _played(_picker(level, number), lambda position: pick(source, position), number)


def _played(one: Pick, other: Pick, number: int) -> float:
    """Return the points of the first in a game from one of the deals; odd numbers change sides."""
    position = Position.random(48, seed=number // 2)
    side = list(Side)[number % 2]
    while not position.is_over:
        position = position.after(one(position) if position.to_move is side else other(position))
    lead = position.store(side) - position.store(side.other)
    return 0.5 + 0.5 * ((lead > 0) - (lead < 0))


def _any_pit(source: random.Random, position: Position) -> int:
    return source.choice(position.legal_pits)


def _greediest_pit(_source: random.Random, position: Position) -> int:
    return max(position.legal_pits, key=lambda pit: (position.move(pit).banked, pit))
