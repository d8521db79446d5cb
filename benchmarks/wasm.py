"""One thread of the core as WebAssembly, under node, against the same natively: `python -m benchmarks.wasm`.

Both do the same work in turn, each in one process, and the results and node counts must be the same. A first round is
not counted: then the browser's compiler is done. Times are of the processor, so that a busy machine disturbs them less;
the speed is native time by WebAssembly's, the best of some rounds each.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from sowfish import Engine, Position, _core
from sowfish.model.position import core_rules

ROOT = Path(__file__).parents[1]
WASM = ROOT / "src" / "sowfish" / "web" / "page" / "engine" / "engine.wasm"
ROUNDS = 4
MEMORY = 512 << 20
KALAH = "kalah: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0"
AVALANCHE = "avalanche: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0"
Task = tuple[object, ...]
TASKS: dict[str, Task] = {
    "perft(10), Kalah(6,4)": ("perft", KALAH, 10),
    "perft(9), Avalanche(6,4)": ("perft", AVALANCHE, 9),
    "table of 14 stones, Kalah": ("table", KALAH, 14),
    "table of 14 stones, Avalanche": ("table", AVALANCHE, 14),
    "every pit, Avalanche(6,4)": ("search", AVALANCHE, MEMORY, 50_000_000),
    "every pit, Kalah(6,3)": ("search", "kalah: 3 3 3 3 3 3 0 / 3 3 3 3 3 3 0", MEMORY, 50_000_000),
}


def _perft(position: Position, depth: int) -> object:
    return position.perft(depth)


def _table(position: Position, stones: int) -> object:
    task = _core.TableTask(core_rules(position.rules), stones, None)
    task.work()
    return str(task.checksum(stones))


def _search(position: Position, memory: int, nodes: int) -> object:
    with Engine(threads=1, memory=memory) as engine:
        found = engine.analyse(position, nodes=nodes)
    return [found.nodes, found.result.value, [move.value for move in found.moves]]


NATIVE: dict[str, Callable[..., object]] = {"perft": _perft, "table": _table, "search": _search}


def native(task: Task) -> tuple[object, float]:
    """Return a result and its seconds."""
    name, position, *asked = task
    began = time.process_time()
    result = NATIVE[str(name)](Position.parse(str(position)), *asked)
    return result, time.process_time() - began


class Node:
    """The core as WebAssembly, under node."""

    def __init__(self) -> None:
        """Start it."""
        words = ["node", str(Path(__file__).with_suffix(".js")), str(WASM)]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603  # our own words

    def run(self, task: Task) -> tuple[object, float]:
        """Return a result and its seconds."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(task) + "\n")
        self._process.stdin.flush()
        result, seconds = json.loads(self._process.stdout.readline())
        return result, seconds

    def close(self) -> None:
        """End it."""
        self._process.communicate()


def main() -> None:
    """Print how fast WebAssembly is, as a part of the native speed."""
    if not WASM.exists():
        sys.exit("there is no engine.wasm; `make wasm` builds it")
    print(f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    best = {name: [float("inf"), float("inf")] for name in TASKS}
    node = Node()
    for round_number in range(1 + ROUNDS):
        for name, task in TASKS.items():
            here, there = native(task), node.run(task)
            if here[0] != there[0]:
                sys.exit(f"{name}: {here[0]} natively, {there[0]} as WebAssembly")
            if round_number > 0:
                best[name] = [min(best[name][0], here[1]), min(best[name][1], there[1])]
    node.close()
    for name, (one, other) in best.items():
        print(f"{name:32} native {one:6.2f} s   WebAssembly {other:6.2f} s   speed {one / other:.2f}")


if __name__ == "__main__":
    main()
