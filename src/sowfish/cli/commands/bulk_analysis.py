"""`sowfish analyse --file`: JSON lines for many positions, computed here or by workers, or a table of values."""

from __future__ import annotations

import contextlib
import json
import sys
from collections import Counter, deque
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import click

from sowfish import Analysis, ArenaError, Limits, Position, analyse_many
from sowfish.arena.worker_pool import Done, Task, WorkerPool, work
from sowfish.cli.commands.analysis_content import of_found
from sowfish.cli.commands.worker_pools import pool_of
from sowfish.cli.options import SearchOptions
from sowfish.cli.terminal.progress_line import ProgressLine, bar
from sowfish.content import json_line
from sowfish.engine import BatchProgress
from sowfish.engine.batch_analysis import analyse_each
from sowfish.errors import quoted

CHUNK = 500  # positions per chunk
PATIENCE, PATIENCE_HERE = 5.0, 30.0  # seconds after which no more positions of a chunk are started, by a worker or here
MOST_TRIES = 3  # attempts at a position whose worker died
MOST_WAITING = 10_000  # results that may wait for an earlier one
TABLE_SUFFIXES = (".npz", ".csv", ".parquet")


def write_table(positions: Sequence[Position], search: SearchOptions, output: Path) -> int:
    """Analyse positions in this process and write their values as a table; the suffix determines the format."""
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
    """Analyse positions, here or with workers, and append the results in order."""
    done = 0 if output is None else _kept(output, positions)
    if output is not None and done:
        click.echo(f"sowfish: {output} has {done} of {len(positions)} positions already", err=True)
    with contextlib.ExitStack() as opened:
        file = sys.stdout if output is None else opened.enter_context(output.open("a", encoding="utf-8"))
        thinking = opened.enter_context(ProgressLine())
        lines = _Lines(positions, done, file, thinking)
        if jobs is None and cluster is None:
            lines.analyse_here(search)
        else:
            lines.analyse_elsewhere(opened.enter_context(pool_of(jobs, cluster)), search)
    return thinking.exit_code


class _Lines:
    """Positions to analyse, and results that wait for earlier ones."""

    def __init__(self, positions: Sequence[Position], done: int, file: IO[str], thinking: ProgressLine) -> None:
        self.positions = positions
        self.written = done
        self._file = file
        self._thinking = thinking
        self._todo = deque(range(done, len(positions)))
        self._waiting: dict[int, str] = {}
        self._tries: Counter[int] = Counter()

    def analyse_here(self, search: SearchOptions) -> None:
        """Analyse with all threads of this process; Ctrl-C shows what is known about the current positions."""

        def found(at: int, analysis: Analysis) -> None:
            if self._file is sys.stdout or not self._thinking.is_set():  # a file gets only complete answers
                self._put(chunk[at], _line(analysis))

        while not self._thinking.is_set() and (chunk := self._next_chunk()):
            asked = [self.positions[number] for number in chunk]
            limits, threads = search.limits, search.threads
            analyse_each(asked, found, limits=limits, threads=threads, patience=PATIENCE_HERE, cancel=self._thinking)
            self._give_back(chunk)

    def analyse_elsewhere(self, pool: WorkerPool, search: SearchOptions) -> None:
        """Analyse with the workers of a pool."""

        def next_task() -> Task[list[int]] | None:
            chunk = self._next_chunk()
            texts = [str(self.positions[number]) for number in chunk]
            # There is one worker per core, so each uses one thread.
            arguments = (texts, search.limits, search.threads or 1)
            return Task(function=analysed, arguments=arguments, about=chunk) if chunk else None

        for done in work(pool, next_task, cancel=self._thinking):
            if done is not None:
                self._take(done)
            self._show()

    def _next_chunk(self) -> list[int]:
        """Return the indices of the next positions, none if too many results wait for a slow one."""
        chunk: list[int] = []
        while self._todo and len(chunk) < CHUNK and self._todo[0] - self.written <= MOST_WAITING:
            chunk.append(self._todo.popleft())
            if self._tries[chunk[-1]]:  # its worker died: retry it alone, so that it cannot affect others
                break
        return chunk

    def _take(self, done: Done[list[int]]) -> None:
        chunk = done.task.about
        if done.is_lost:
            self._tries.update(chunk)
            if self._tries[chunk[0]] >= MOST_TRIES:
                raise ArenaError(f"workers keep dying at {self.positions[chunk[0]]}; allow less memory?")
        for at, line in (done.result or {}).items():
            self._put(chunk[at], line)
        self._give_back(chunk)

    def _give_back(self, chunk: list[int]) -> None:
        """Put the positions of a chunk without a result back."""
        self._todo.extendleft(
            number for number in reversed(chunk) if number >= self.written and number not in self._waiting
        )

    def _put(self, number: int, line: str) -> None:
        """Store a result, and write all that are next in order."""
        self._waiting[number] = line
        if self.written in self._waiting:
            self._thinking.clear()
        while self.written in self._waiting:
            self._file.write(f"{self._waiting.pop(self.written)}\n")
            self.written += 1
        self._file.flush()
        self._show()

    def _show(self) -> None:
        total = len(self.positions)
        self._thinking.show(f"{bar(self.written / total)} {self.written} of {total} positions")


def analysed(positions: list[str], limits: Limits, threads: int) -> dict[int, str]:
    """Return the lines of the positions reached within a few seconds; this runs in a worker."""
    found: dict[int, str] = {}
    analyse_each(
        [Position.parse(position) for position in positions],
        lambda number, analysis: found.update({number: _line(analysis)}),
        limits=limits,
        threads=threads,
        patience=PATIENCE,
    )
    return found


def _line(found: Analysis) -> str:
    return json_line(of_found(found)).decode()


def _kept(path: Path, positions: Sequence[Position]) -> int:
    """Return the number of positions in a file, ignoring an incomplete last line."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return 0
    whole = data[: data.rfind(b"\n") + 1]
    lines = whole.decode("utf-8", errors="replace").splitlines()
    if len(lines) > len(positions):
        raise ArenaError(f"{path} has {len(lines)} lines, but there are {len(positions)} positions")
    for number, (line, position) in enumerate(zip(lines, positions, strict=False), start=1):
        try:
            there = json.loads(line)["position"]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise ArenaError(f"{path}, line {number} is not an analysis") from None
        if there != str(position):
            raise ArenaError(f"{path}, line {number} is for {quoted(there)}, not {position}")
    if len(whole) < len(data):
        with path.open("r+b") as file:
            file.truncate(len(whole))
    return len(lines)
