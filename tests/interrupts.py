"""Interrupt every command at seeded moments: `python -m tests.interrupts [runs]`, or `make interrupts`.

A command that is still running must exit with 130, one that has finished as usual; no signal may be lost and no
traceback shown. Moments count from the first line of `program`; a signal before it is counted as early.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from random import Random

RUNS = 1000
PATIENCE = 30.0  # seconds for a command to end after the signal
SLACK = 0.1  # seconds after the signal within which a command that exits as usual must have returned from main
LONGEST = 2.0  # seconds of a command within which it is interrupted
INTERRUPTED = 130
# Reports that the program has begun, and when it returned; SIGUSR1 shows where it hangs.
CHILD = """
import faulthandler, os, signal, sys, time
from sowfish.cli.main import program
def report(frame, event, argument):
    if event == "call" and frame.f_code is program.__code__:
        sys.setprofile(None)
        os.write(int(sys.argv.pop(1)), b"begun ")
pipe = int(sys.argv[1])
faulthandler.register(signal.SIGUSR1)
sys.setprofile(report)
code = program()
os.write(pipe, str(time.monotonic()).encode())
sys.exit(code)
"""


class Result(StrEnum):
    """How a run ended."""

    INTERRUPTED = "interrupted"
    FINISHED = "finished"
    EARLY = "early"  # the signal came before the first line of `program`
    LOST = "lost"
    TRACEBACK = "traceback"
    OTHER = "other"  # another exit code


ACCEPTED = (Result.INTERRUPTED, Result.FINISHED, Result.EARLY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command line, and what makes it different from others."""

    words: str  # separated by |
    typed: bytes | None = b""  # standard input, then its end; None for one that stays open
    ends_well: bool = False  # Ctrl-C is its usual end, or ends only a part of it


BOARD = "avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9"
PHONE = "avalanche: 3 1 4 1 5 2 0 / 2 5 1 3 3 4 0"
HARD = "5 5 5 5 5 5 0 / 5 5 5 5 5 5 0"
COMMANDS = {
    "best": Command(words=f"best|{PHONE}|--json"),
    "best, text": Command(words=f"best|{BOARD}"),
    "analyse": Command(words=f"analyse|{PHONE}|--time|1"),
    "solve": Command(words=f"solve|{HARD}"),
    "solve, short": Command(words=f"solve|{BOARD}|--json"),
    "solve, certificate": Command(words="solve|3 3 3 3 0 / 3 3 3 3 0|--certificate|c.certificate"),
    "move": Command(words=f"move|{BOARD}|5"),
    "tree": Command(words=f"tree|{PHONE}|--depth|4"),
    "play": Command(words="play|--south|engine:time=0.05|--north|greedy|--json"),
    "review": Command(words="review|game.txt|--time|1"),
    "shell": Command(words="shell", typed=b"f\nq\n", ends_well=True),
    "players": Command(words="players"),
    "arena": Command(words="arena|greedy|minimax:depth=4|--games|20|--store|t.db|--jobs|2"),
    "grade": Command(words="grade|greedy|minimax:depth=4|--limit|60"),
    "engine": Command(words="engine|greedy", typed=None),
    "kgp": Command(words="kgp|--serve|--port|0", typed=None),
    "serve": Command(words="serve|--port|0|--no-open", typed=None, ends_well=True),
    "site": Command(words="site|site"),
    "table": Command(words="table|build|kalah|17"),
    "solved": Command(words="solved"),
    "solved, recompute": Command(words="solved|kalah|--recompute|--file|s.json|--max-stones|24"),
    "certificate": Command(words="certificate|check|given.certificate"),
    "deals": Command(words="deals|--recompute|--file|d.json|--count|20|--stones|28"),
    "data": Command(words="data|export|datasets"),
    "learn corpus": Command(
        words="learn|corpus|c.npz|--games|20|--rules|kalah,pits=4|--stones|1-3|--table|10|--jobs|1"
    ),
    "learn train": Command(words="learn|train|given.npz|--output|n.net|--epochs|50"),
    "check": Command(words="check|longest game of kalah(3,3)"),
    "check, prove": Command(words="check|prove|all|--rules|avalanche|--pits|1-4"),
}
GIVEN = {
    "game.txt": "play|--south|greedy|--north|random:seed=1|--save|game.txt",
    "given.certificate": "solve|3 3 3 3 3 0 / 3 3 3 3 3 0|--certificate|given.certificate",
    "given.npz": "learn|corpus|given.npz|--games|60|--rules|kalah,pits=4|--stones|1-3|--table|10|--jobs|1",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Usual:
    """What a command does when left alone."""

    code: int | None  # None if it takes longer than `LONGEST`
    seconds: float  # from the first line of `program`, at most `LONGEST`


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One interrupted run."""

    name: str
    after: float  # seconds
    result: Result
    code: int | None
    output: str


class Process:
    """A command in a folder of its own, with what it reports of itself."""

    def __init__(self, command: Command, given: Path | None) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="interrupts-", ignore_cleanup_errors=True)
        folder = Path(self._folder.name)
        for name in GIVEN if given is not None else ():
            (folder / name).symlink_to(given / name)  # type: ignore[operator]  # there are none to link otherwise
        self.reports, theirs = os.pipe()
        self.errors = folder / "errors"
        with self.errors.open("wb") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-c", CHILD, str(theirs), *command.words.split("|")],
                cwd=folder,
                env={**os.environ, "SOWFISH_DATA": str(folder / "data")},
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                pass_fds=(theirs,),
                start_new_session=True,
            )
        os.close(theirs)
        assert self._process.stdin is not None
        if command.typed is not None:
            with self._process.stdin as stdin:
                stdin.write(command.typed)
        self.has_begun = os.read(self.reports, len("begun ")) == b"begun "
        self.begun = time.monotonic()

    def wait(self, seconds: float) -> int | None:
        """Return the exit code, or None if it is still running."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def send(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def returned(self) -> float:
        """Return when the program returned, once the process has ended; infinity if it did not."""
        return float(os.read(self.reports, 100) or "inf")

    def close(self) -> None:
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()
        os.close(self.reports)
        self._folder.cleanup()


def usual(command: Command, given: Path) -> Usual:
    """Run a command to its end, or for `LONGEST` seconds."""
    process = Process(command, given)
    try:
        code = process.wait(LONGEST)
        return Usual(code=code, seconds=min(LONGEST, time.monotonic() - process.begun))
    finally:
        process.close()


def moments(name: str, runs: int, seconds: float, seed: int) -> list[float]:
    """Return when to interrupt: half of the moments anywhere, half near the beginning."""
    source = Random(f"{seed} {name}")
    return [seconds * source.random() ** (1 if number % 2 else 3) for number in range(runs)]


def interrupt(name: str, after: float, *, normal: Usual, given: Path) -> Run:
    """Start a command, interrupt it and judge how it ends."""
    command = COMMANDS[name]
    process = Process(command, given)
    try:
        time.sleep(max(0.0, process.begun + after - time.monotonic()))
        sent = time.monotonic()
        process.send(signal.SIGINT)
        code = process.wait(PATIENCE)
        if code is None:
            process.send(signal.SIGUSR1)
            time.sleep(1)
        is_late = code is not None and process.returned() > sent + SLACK
        output = process.errors.read_text(errors="replace")
    finally:
        process.close()
    result = _judged(command, normal, code, output, is_late=is_late)
    return Run(name=name, after=after, result=result, code=code, output=output)


def _judged(command: Command, normal: Usual, code: int | None, output: str, *, is_late: bool) -> Result:
    if code is None:
        return Result.LOST
    if "Traceback" in output or "Exception ignored" in output:
        is_early = "in report\n" in output or not ("in main\n" in output or "Exception ignored" in output)
        return Result.EARLY if is_early else Result.TRACEBACK
    if code == INTERRUPTED:
        return Result.INTERRUPTED
    if normal.code in (code, None):
        return Result.LOST if is_late and not command.ends_well else Result.FINISHED
    return Result.OTHER


def make_given(folder: Path) -> None:
    """Write the files that commands read."""
    for words in GIVEN.values():
        command = [sys.executable, "-m", "sowfish", *words.split("|")]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)


def interrupt_all(names: Sequence[str], runs: int, *, seed: int, jobs: int) -> Iterable[Run]:
    """Yield the runs of all commands, evenly divided."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have started us with Ctrl-C ignored
    with tempfile.TemporaryDirectory(prefix="interrupts-") as place, ThreadPoolExecutor(jobs) as pool:
        given = Path(place)
        make_given(given)
        normals = dict(zip(names, pool.map(lambda name: usual(COMMANDS[name], given), names), strict=True))
        each = [runs // len(names) + (number < runs % len(names)) for number in range(len(names))]
        calls = [
            partial(interrupt, name, after, normal=normals[name], given=given)
            for name, count in zip(names, each, strict=True)
            for after in moments(name, count, normals[name].seconds, seed)
        ]
        yield from pool.map(lambda call: call(), calls)


def main() -> int:
    """Run from the command line; return 1 if a signal was lost or a traceback shown."""
    parser = argparse.ArgumentParser(prog="python -m tests.interrupts", description=__doc__)
    parser.add_argument("runs", nargs="?", type=int, default=RUNS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--command", action="append", choices=list(COMMANDS), help="only this one; may be repeated")
    asked = parser.parse_args()
    counts: dict[str, Counter[Result]] = {}
    for run in interrupt_all(asked.command or list(COMMANDS), asked.runs, seed=asked.seed, jobs=asked.jobs):
        counts.setdefault(run.name, Counter())[run.result] += 1
        if run.result not in ACCEPTED:
            say(f"{run.name}, after {run.after:.4f} s: {run.result}, exit code {run.code}\n{run.output}")
    say(f"{'':20}" + "".join(f"{result:>12}" for result in Result))
    total = sum(counts.values(), Counter())
    for name, found in [*counts.items(), ("all", total)]:
        say(f"{name:20}" + "".join(f"{found[result]:12}" for result in Result))
    return int(any(total[result] for result in Result if result not in ACCEPTED))


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201  # a command's output


if __name__ == "__main__":
    sys.exit(main())
