"""Grades of Sowfish's own players and levels, as docs/grading.md shows them: `python -m benchmarks.grades`."""

from __future__ import annotations

import argparse

from sowfish.grading import Grade, grade

PLAYERS = (
    "leftmost",
    "random",
    "greedy",
    "turn",
    "montecarlo:playouts=1000",
    "minimax:depth=6",
    "net",
    "uct:playouts=2000",
    "puct:playouts=400",
    "engine:nodes=20000",
    "engine:nodes=200000",
    *(f"engine:level={level}" for level in range(1, 10)),
)


def row(found: Grade) -> str:
    """Return a line of the table."""
    score = found.score
    share = f"{100 * score.optimal:.1f} % ({100 * score.optimal_low:.0f} to {100 * score.optimal_high:.0f})"
    phases = " | ".join(f"{100 * part.optimal:.0f} %" for part in found.phases.values())
    lost = f"{score.lost:.2f} ± {score.lost_error:.2f}"
    return f"| `{found.agent}` | {share} | {lost} | {100 * score.thrown:.1f} % | {phases} |"


def main() -> None:
    """Print a table for each set of rules."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rules", nargs="+", default=["kalah", "avalanche"])
    for rules in options.parse_args().rules:
        print(f"<!-- grades-{rules}: begin -->")
        print("| player | optimal (95 %) | lost per move | thrown | opening | middlegame | endgame |")
        print("|---|---|---|---|---|---|---|")
        for player in PLAYERS:
            print(row(grade(player, rules)), flush=True)
        print(f"<!-- grades-{rules}: end -->")


if __name__ == "__main__":
    main()
