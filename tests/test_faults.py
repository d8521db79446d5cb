"""Seeded schedules of faults over everything that is kept on disk: a second run gives the same result after any.

A run ends by itself, by a sentence or by a kill. Then the same command runs undisturbed, and what it has made is
compared with what it makes where nothing ever went wrong.
"""

import os
import random
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from tests.cli.program import PROGRAM, environment
from tests.cli.test_arena import games

KINDS = ("full", "error", "torn", "lost", "kill", "pause")
SEED = os.environ.get("SOWFISH_SEED", "1")
SCHEDULES = 2  # of each kind for each task
ENOUGH = 1 << 30  # bytes of address space: Python starts, and large allocations fail

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="faults come by LD_PRELOAD"),
    pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler to build the faults with"),
]


@dataclass(frozen=True)
class Task:
    """A command that keeps its work on disk."""

    words: Callable[[Path], list[str]]
    path: str  # part of the names of its files
    writes: int  # about as many writes and syncs
    result: Callable[[Path], object]


TABLE = ["table", "build", "kalah,pits=4", "12", "--threads", "1"]
SMALL = ["--rules", "kalah,pits=3", "--stones", "2", "--jobs", "1"]
CORPUS = [
    "--rules",
    "kalah,pits=3",
    "--games",
    "40",
    "--part",
    "10",
    "--player",
    "random",
    "--table",
    "6",
    "--jobs",
    "1",
]
START = "kalah: 4 4 4 4 0 / 4 4 4 4 0"
TASKS = {
    "table": Task(
        lambda _folder: TABLE, ".table", 40, lambda folder: (folder / "tables" / "kalah-4.table").read_bytes()
    ),
    "arena": Task(
        lambda folder: ["arena", "random", "greedy", "--games", "40", *SMALL, "--store", str(folder / "a.db")],
        "a.db",
        60,
        lambda folder: games(folder / "a.db"),
    ),
    "corpus": Task(
        lambda folder: ["learn", "corpus", str(folder / "c.npz"), *CORPUS, "--jobs", "1"],
        "npz",
        9,
        lambda folder: (folder / "c.npz").read_bytes(),
    ),
    "campaign": Task(
        lambda folder: [
            "solve",
            "kalah,pits=4: 4 4 4 4 0 / 4 4 4 4 0",
            "--campaign",
            str(folder / "campaign"),
            "--json",
        ],
        "campaign",
        4,
        lambda folder: (folder / "said").read_text().split('"value":')[1][:4],
    ),
}


@pytest.fixture(name="shim", scope="module")
def _shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("shim") / "faults.so"
    source = Path(__file__).with_name("faults.c")
    compiler = str(shutil.which("cc"))
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", str(place), str(source), "-ldl"], check=True)
    return place


def ran(
    task: Task, folder: Path, faults: dict[str, str] | None = None, *, memory: int | None = None
) -> "subprocess.CompletedProcess[str]":
    ended = subprocess.run(
        [PROGRAM, *task.words(folder)],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
        env=environment(SOWFISH_DATA=str(folder), **(faults or {})),
        preexec_fn=None if memory is None else lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory)),
    )
    (folder / "said").write_text(ended.stdout)
    assert "Traceback" not in ended.stderr, ended.stderr
    assert "fault of Sowfish" not in ended.stderr, ended.stderr
    return ended


@cache
def undisturbed(name: str, folder: Path) -> object:
    place = folder / f"undisturbed-{name}"
    place.mkdir()
    ended = ran(TASKS[name], place)
    assert ended.returncode == 0, ended.stderr
    return TASKS[name].result(place)


@pytest.fixture(name="folder", scope="module")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("faults")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", TASKS)
def test_work_that_meets_a_fault_is_finished_by_the_next_run(
    name: str, kind: str, folder: Path, tmp_path: Path, shim: Path
) -> None:
    task, chance = TASKS[name], random.Random(f"{SEED} {name} {kind}")
    right, disturbed = undisturbed(name, folder), 0
    for number in range(SCHEDULES):
        place, at = tmp_path / str(number), chance.randint(1, task.writes)
        place.mkdir()
        faults = {"LD_PRELOAD": str(shim), "FAULT_KIND": kind, "FAULT_AT": str(at), "FAULT_PATH": task.path}
        ended = ran(task, place, faults)
        disturbed += ended.returncode != 0
        if ended.returncode == 0:
            assert task.result(place) == right, f"fault at {at}"
        again = ran(task, place)
        assert again.returncode == 0, f"fault at {at}: {again.stderr}"
        assert task.result(place) == right, f"fault at {at}"
    assert disturbed or kind == "pause", "no fault was met"


@pytest.mark.parametrize("name", TASKS)
def test_work_that_runs_out_of_memory_is_finished_by_the_next_run(name: str, folder: Path, tmp_path: Path) -> None:
    right = undisturbed(name, folder)
    ran(TASKS[name], tmp_path, memory=ENOUGH)
    again = ran(TASKS[name], tmp_path)
    assert again.returncode == 0, again.stderr
    assert TASKS[name].result(tmp_path) == right
