"""`sowfish analyse --file` for many positions: lines of JSON by many workers, or a table of values in one call."""

from __future__ import annotations

import contextlib
import json
import sys
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

import click

from sowfish import ArenaError, Limits, Position, analyse, analyse_many
from sowfish.arena.worker_pool import Done, Task, WorkerPool, work
from sowfish.cli.commands.analysis_content import of_found
from sowfish.cli.commands.worker_pools import pool_of
from sowfish.cli.options import SearchOptions
from sowfish.cli.terminal.progress_line import ProgressLine, bar
from sowfish.content import json_line
from sowfish.engine import BatchProgress
from sowfish.errors import quoted

MOST_TRIES = 3  # of a position whose worker died
MOST_WAITING = 1000  # results that may wait for one before them


TABLE_SUFFIXES = (".npz", ".csv", ".parquet")


def write_table(positions: Sequence[Position], search: SearchOptions, output: Path) -> int:
    """Analyse positions in this process and write their values as a table; the suffix says which kind of file."""
    with ProgressLine() as thinking:

        def progress(at: BatchProgress) -> None:
            thinking.show(f"{bar(at.done / at.total)} {at.done} of {at.total} positions")

        found = analyse_many(
            positions, limits=search.limits, threads=search.threads, progress=progress, cancel=thinking
        )
    found.save(output)
    return thinking.exit_code


def write_lines(
    positions: Sequence[Position], search: SearchOptions, *, jobs: int | None, cluster: str | None, output: Path | None
) -> int:
    """Analyse positions elsewhere and write the results in order, behind those a file has already."""
    done = 0 if output is None else _kept(output, positions)
    if output is not None and done:
        click.echo(f"sowfish: {output} has {done} of {len(positions)} positions already", err=True)
    if done == len(positions):
        return 0
    with contextlib.ExitStack() as opened:
        file = sys.stdout if output is None else opened.enter_context(output.open("a", encoding="utf-8"))
        thinking = opened.enter_context(ProgressLine())
        pool = opened.enter_context(pool_of(jobs, cluster))
        _run(_Queue(positions, done, search), pool, thinking, file)
    return thinking.exit_code


class _Queue:
    """Positions to analyse, and results that wait for those before them."""

    def __init__(self, positions: Sequence[Position], done: int, search: SearchOptions) -> None:
        self.positions = positions
        self.written = done
        self._limits = search.limits
        self._threads = search.threads or 1  # the workers are as many as there is to be had
        self._todo = deque(range(done, len(positions)))
        self._waiting: dict[int, str] = {}
        self._tries: Counter[int] = Counter()

    def next_task(self) -> Task[int] | None:
        """Return the next position to analyse, unless too many are ahead of a slow one."""
        if not self._todo or self._todo[0] - self.written > MOST_WAITING:
            return None
        number = self._todo.popleft()
        arguments = (str(self.positions[number]), self._limits, self._threads)
        return Task(function=analysed, arguments=arguments, about=number)

    def take(self, done: Done[int]) -> Iterator[str]:
        """Keep a result, and yield those whose turn it is."""
        number = done.task.about
        if done.is_lost:
            self._tries[number] += 1
            if self._tries[number] >= MOST_TRIES:
                raise ArenaError(f"workers keep dying at {self.positions[number]}; allow less memory?")
            self._todo.appendleft(number)
            return
        self._waiting[number] = done.result
        while self.written in self._waiting:
            yield self._waiting.pop(self.written)
            self.written += 1


def _run(queue: _Queue, pool: WorkerPool, thinking: ProgressLine, file: IO[str]) -> None:
    total = len(queue.positions)
    for done in work(pool, queue.next_task, cancel=thinking):
        for line in queue.take(done) if done is not None else ():
            thinking.clear()
            file.write(f"{line}\n")
            file.flush()
        thinking.show(f"{bar(queue.written / total)} {queue.written} of {total} positions")


def analysed(position: str, limits: Limits, threads: int) -> str:
    """Return the line of one position; this is what a worker does."""
    found = analyse(Position.parse(position), limits=limits, threads=threads)
    return json_line(of_found(found)).decode()


def _kept(path: Path, positions: Sequence[Position]) -> int:
    """Return how many positions a file has, without the line that a kill may have left unfinished."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return 0
    whole = data[: data.rfind(b"\n") + 1]
    lines = whole.decode("utf-8", errors="replace").splitlines()
    if len(lines) > len(positions):
        raise ArenaError(f"{path} has {len(lines)} lines, and there are {len(positions)} positions")
    for number, (line, position) in enumerate(zip(lines, positions, strict=False), start=1):
        try:
            there = json.loads(line)["position"]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise ArenaError(f"{path}, line {number} is no analysis") from None
        if there != str(position):
            raise ArenaError(f"{path}, line {number} is about {quoted(there)}, not {position}")
    if len(whole) < len(data):
        with path.open("r+b") as file:
            file.truncate(len(whole))
    return len(lines)
