"""Does a net help? Matches with and without it, in the arena: `python -m benchmarks.learning`.

Prints the table "Does it help" of docs/learning.md, match after match: the first player's score with its 95 % interval.
Every opening is a mirrored deal of 48 stones and is played twice with seats swapped. All but the matches at equal time
are the same games on every machine. `--folder` keeps the games, and a run that was ended goes on from there.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from sowfish.arena import GameDatabase, LocalPool, Plan, checked, report, run

RULES = ("kalah", "avalanche")


def matches(net: str, seconds: float) -> Iterator[tuple[str, str, str]]:
    """Yield what is compared, and the two players."""
    for playouts in (400, 2000):
        yield f"{playouts} playouts", f"puct:playouts={playouts},net={net}", f"uct:playouts={playouts}"
    yield f"{seconds * 1000:g} ms a move", f"puct:time={seconds},net={net}", f"uct:time={seconds}"
    yield "10,000 nodes", f"engine:nodes=10000,memory=16,net={net}", "engine:nodes=10000,memory=16"
    for other in ("random", "greedy", "turn"):
        yield "at first sight", f"net:net={net}", other


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="of each match")
    parser.add_argument("--seconds", type=float, default=0.02, help="for a move, in the matches at equal time")
    parser.add_argument("--jobs", type=int, help="processes; one a core")
    parser.add_argument("--nets", type=Path, help="folder of nets RULES-6.net; those that come with the package")
    parser.add_argument("--folder", type=Path, help="where the games are kept")
    parser.add_argument("--rules", choices=RULES, action="append", help="only these")
    parser.add_argument("--only", default="", help="only matches in whose line this text stands")
    chosen = parser.parse_args()
    print("| rules | players | limit | score of the first | games | minutes |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as forgotten, LocalPool(chosen.jobs) as pool:
        folder = chosen.folder or Path(forgotten)
        folder.mkdir(parents=True, exist_ok=True)
        for rules in chosen.rules or RULES:
            net = "shipped" if chosen.nets is None else str(chosen.nets / f"{rules}-6.net")
            for limit, first, second in matches(net, chosen.seconds):
                if chosen.only not in f"{limit} {first} {second}":
                    continue
                plan = checked(Plan(players=(first, second), rules=rules, games=chosen.games))
                started = time.monotonic()
                with GameDatabase(folder / f"{plan.digest}.db", plan) as store:
                    run(store, pool)
                    (line,) = report(plan, store.records()).pairings
                minutes = (time.monotonic() - started) / 60
                within = line.tally.score_interval
                score = f"{100 * line.tally.score:.1f} % ({100 * within.low:.1f} to {100 * within.high:.1f})"
                names = " against ".join(player.partition(":")[0] for player in (first, second))
                print(f"| {rules} | {names} | {limit} | {score} | {line.games} | {minutes:.1f} |", flush=True)


if __name__ == "__main__":
    main()
