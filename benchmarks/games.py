"""Print the rows of docs/checker.md: the shortest and longest games there are, and how many positions and games.

`python -m benchmarks.games shortest|longest|counts`; the large boards take minutes and up to `--memory` bytes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from sowfish import PROFILES, Limits, Position
from sowfish.checker import ask

STONES = 12  # on the whole board, of the longest games
UNITS = ("events", "moves", "turns")


def small_boards() -> Iterator[tuple[int, int]]:
    """Yield pits and stones of every start with few stones."""
    for pits in range(1, STONES // 2 + 1):
        for stones in range(1, STONES // (2 * pits) + 1):
            yield pits, stones


def row(rules: str, pits: int, stones: int, questions: list[str], limits: Limits) -> None:
    """Print the answers to some questions about one start."""
    start = Position.start(rules, stones, pits)
    cells = []
    for question in questions:
        answer = ask(question, start, limits=limits)
        found = "-" if answer.value is None else f"{answer.value:,}"
        cells.append(found if answer.is_known else f"stopped: {found}, nothing below {answer.seen_below}")
    print(f"| {rules}({pits},{stones}) | {' | '.join(cells)} |", flush=True)


def main() -> None:
    """Print one of the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", choices=["shortest", "longest", "counts"])
    parser.add_argument("--memory", type=int, default=3 << 30)
    parser.add_argument("--seconds", type=float, default=600.0)
    chosen = parser.parse_args()
    limits = Limits(memory=chosen.memory, seconds=chosen.seconds)
    if chosen.table == "shortest":
        for rules in PROFILES:
            row(rules, 6, 4, [f"shortest game in {unit}" for unit in UNITS], limits)
    elif chosen.table == "longest":
        for rules in PROFILES:
            for pits, stones in small_boards():
                row(rules, pits, stones, [f"longest game in {unit}" for unit in UNITS], limits)
    else:
        for rules in ("kalah", "avalanche", "events"):
            for pits, stones in ((3, 3), (3, 4), (4, 2), (4, 3), (5, 2), (6, 1)):
                row(rules, pits, stones, ["count positions", "count games", "longest game"], limits)
        for stones in (2, 3):
            row("kalah", 6, stones, ["count positions"], limits)


if __name__ == "__main__":
    main()
