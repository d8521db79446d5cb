"""Games a second of `random` against `random`: one process, two, and a local cluster of two workers.

`python -m benchmarks.arena` prints a table for docs/arena.md.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from sowfish.arena import GameDatabase, LocalPool, Plan, WorkerPool, checked, run

WARM_UP = 64  # games that start the workers and do not count


def speed(pool: WorkerPool, games: int) -> float:
    """Return the games a second of workers that are at work already."""
    with tempfile.TemporaryDirectory() as folder:
        players = ("random", "random")
        with GameDatabase(Path(folder) / "warm.db", checked(Plan(players=players, games=WARM_UP))) as store:
            run(store, pool)
        with GameDatabase(Path(folder) / "games.db", checked(Plan(players=players, games=games, seed=2))) as store:
            started = time.perf_counter()
            run(store, pool)
            return games / (time.perf_counter() - started)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    games = parser.parse_args().games
    print("| workers | games/s |\n|---|---|")
    for workers in (1, 2):
        with LocalPool(workers) as pool:
            print(f"| {workers} of this machine | {speed(pool, games):,.0f} |", flush=True)
    from distributed import LocalCluster  # noqa: PLC0415  # an extra

    from sowfish.arena.cluster import ClusterPool  # noqa: PLC0415  # the same

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        ClusterPool(cluster.scheduler_address) as pool,
    ):
        print(f"| cluster of 2 workers, same machine | {speed(pool, games):,.0f} |")


if __name__ == "__main__":
    main()
