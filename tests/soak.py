"""Compare the native core with the reference for a long time: `python -m tests.soak [moves]`.

`python -m tests.soak --openspiel GAMES` compares with OpenSpiel instead. Work comes in numbered chunks, each
with its number as seed, so a run is the same on any number of processes, and an interrupted one goes on with
`--after` and the count it printed last.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random

from tests import lockstep, openspiel

MOVES = 100_000_000
CHUNK_MOVES = 100_000
RULES_MOVES = 1_000  # before the rules change
CHUNK_GAMES = 500


def soak_chunk(total: int, number: int) -> int:
    """Compare the moves of one chunk, in games of all kinds."""
    source = Random(number)
    moves = min(CHUNK_MOVES, total - number * CHUNK_MOVES)
    compared = 0
    while compared < moves:
        rules = lockstep.random_rules(source)
        compared += lockstep.compare(rules, min(RULES_MOVES, moves - compared), source)
    return compared


def openspiel_chunk(total: int, number: int) -> int:
    """Compare the games of one chunk with OpenSpiel; return their number."""
    import pyspiel  # noqa: PLC0415  # only this needs it

    source = Random(number)
    game = pyspiel.load_game("mancala")
    games = min(CHUNK_GAMES, total - number * CHUNK_GAMES)
    for _ in range(games):
        openspiel.compare_game(game, source)
    return games


def soak(work: Callable[[int], int], chunks: range, processes: int) -> Iterator[int]:
    """Work through the chunks and yield the count of each, in order."""
    with ProcessPoolExecutor(processes) as pool:
        try:
            yield from pool.map(work, chunks)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def main() -> int:
    """Run from the command line; return 1 if there is a difference."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("moves", type=int, nargs="?", default=MOVES)
    parser.add_argument("--openspiel", type=int, metavar="GAMES")
    parser.add_argument("--after", type=int, default=0, metavar="COUNT")
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    if given.openspiel is None:
        total, size, unit, chunk = given.moves, CHUNK_MOVES, "moves", soak_chunk
    else:
        total, size, unit, chunk = given.openspiel, CHUNK_GAMES, "games", openspiel_chunk
    if given.after % size:
        parser.error(f"--after must be a multiple of {size:,}, not {given.after:,}")
    started, told, done = time.monotonic(), 0.0, given.after
    try:
        for count in soak(partial(chunk, total), range(done // size, -(-total // size)), given.processes):
            done += count
            seconds = time.monotonic() - started
            if seconds - told > 10 or done == total:
                told = seconds
                print(f"{done:,} of {total:,} {unit} agree after {seconds:,.0f} s", flush=True)  # noqa: T201  # a command's output
    except lockstep.DifferenceError as difference:
        print(f"after {done:,} {unit}: {difference}", file=sys.stderr)  # noqa: T201  # a command's output
        return 1
    except KeyboardInterrupt:
        print(f"stopped; {done:,} {unit} agreed", file=sys.stderr)  # noqa: T201  # a command's output
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
