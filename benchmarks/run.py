"""Print what the core and the solver do in a second, and the node counts that are a signature of the search.

Times depend on the machine and on who else uses it; node counts on one thread depend on neither.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

from benchmarks import deals as deal_figures
from benchmarks.asking import asking
from benchmarks.clock import clock
from benchmarks.deals import deals, deals_with_table, many, openings_of_kalah
from benchmarks.disk import disk
from benchmarks.searches import depths, engine, levels, playouts, trees
from sowfish import Analysis, Limits, Position, Result, analyse, best_turn, solve, tables
from sowfish.engine import forget
from sowfish.model.position import core_board
from sowfish.runtime.workers import available_threads

GIBIBYTE = 1 << 30


def timed(work: Callable[[], object], *, repeat: int = 1) -> float:
    """Return the shortest time of so many runs, in seconds."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def moves() -> None:
    """Perft, playouts and single moves on one core."""
    kalah, avalanche = core_board(Position.start()), core_board(Position.start("avalanche"))
    for name, board, depth in (("kalah", kalah, 11), ("avalanche", avalanche, 9)):
        count = board.perft(depth).sequences
        seconds = timed(lambda board=board, depth=depth: board.perft(depth), repeat=5)  # type: ignore[misc]
        print(f"perft({depth}) {name}(6,4): {count:,} moves, {count / seconds / 1e6:.1f} M/s")
    games = 300_000
    seconds = timed(lambda: kalah.playouts(1, 0, games), repeat=5)
    print(f"random games from the kalah(6,4) start: {games / seconds / 1e6:.2f} M/s")
    position = Position.start()
    seconds = timed(lambda: [position.after(2) for _ in range(100_000)], repeat=5) / 100_000
    print(f"position.after(pit): {seconds * 1e6:.2f} µs")
    bare, full = (
        timed(lambda code=code: subprocess.run([sys.executable, "-c", code], check=True), repeat=10)  # type: ignore[misc]  # noqa: S603
        for code in ("pass", "import sowfish")
    )
    print(f"import sowfish: {(full - bare) * 1e3:.0f} ms above a bare interpreter")


def turns() -> None:
    """The best single turn."""
    position = Position.start("avalanche")
    seconds = timed(lambda: best_turn(position, "stones"), repeat=30)
    print(f"best turn of the avalanche(6,4) start: {seconds * 1e3:.2f} ms")


def table() -> None:
    """Table building on all cores."""
    for rules, stones in (("kalah", 20), ("avalanche", 20)):
        forget()
        position = Position.start(rules)
        seconds = timed(lambda r=position.rules, s=stones: tables.load(r, s, threads=available_threads()))  # type: ignore[misc]
        built = tables.load(position.rules, stones)
        assert built is not None
        print(
            f"{stones}-stone {rules} table: {built.bytes:,} positions in {seconds:.2f} s, "
            f"{built.bytes / seconds / 1e6:.0f} M/s"
        )


def told(name: str, found: Result | Analysis) -> None:
    """Print a result with its nodes and its time."""
    if isinstance(found, Analysis):
        value = " ".join(f"{move.pit}:{move.value:+d}" for move in found.moves)
    else:
        value = f"{found.value:+d} {found.kind}"
    print(f"{name}: {value}, {found.nodes:,} nodes, {found.seconds:.2f} s")


def proofs() -> None:
    """Proven values from nothing, tables included, on all cores."""
    for rules in ("avalanche", "avalanche-sweep"):
        for name, search in (("start", solve), ("all pits", analyse)):
            forget()
            told(f"{rules}(6,4) {name}", search(Position.start(rules)))
    forget()
    told("kalah(6,4) start", solve(Position.start()))
    forget()
    told("kalah(6,4) all pits", analyse(Position.start()))


def signature() -> None:
    """Node counts of a fixed set on one thread: they change only when the search does."""
    total = 0
    for rules, stones, pits in (
        ("kalah", 3, 6),
        ("kalah-empty-capture", 4, 5),
        ("kalah-lazy", 3, 5),
        ("avalanche", 4, 6),
        ("avalanche-sweep", 4, 5),
        ("events", 3, 5),
    ):
        forget()
        result = solve(Position.start(rules, stones, pits), threads=1)
        total += result.nodes
        told(f"  {rules}({pits},{stones})", result)
    print(f"signature: {total:,} nodes")


def kalah65() -> None:
    """Kalah(6,5), a matter of minutes."""
    forget()
    result = solve(Position.start("kalah", 5), limits=Limits(memory=12 * GIBIBYTE))
    told("kalah(6,5) start", result)


PARTS = {
    part.__name__: part
    for part in (
        moves,
        turns,
        table,
        proofs,
        deals,
        deals_with_table,
        openings_of_kalah,
        many,
        signature,
        asking,
        disk,
        playouts,
        depths,
        trees,
        engine,
        levels,
        clock,
        kalah65,
    )
}


def main() -> None:
    """Run the parts named on the command line, or all but the one that takes minutes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="which parts to run")
    parser.add_argument("--few", type=int, default=1, help="solve only so many times fewer deals and openings")
    asked = parser.parse_args()
    deal_figures.few = asked.few
    chosen = asked.parts or [name for name in PARTS if name != "kalah65"]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SOWFISH_DATA"] = folder  # no table of the user shall help
        for name in chosen:
            print(f"-- {name}: {(PARTS[name].__doc__ or '').strip()}")
            PARTS[name]()


if __name__ == "__main__":
    main()
