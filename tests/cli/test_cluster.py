"""A real cluster: a scheduler and two workers, each a process of its own, and one of them is killed."""

import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.cli.program import PROGRAM, environment, run
from tests.cli.test_arena import games, until_some

from sowfish import ArenaError
from sowfish.arena.cluster import ClusterPool

pytest.importorskip("distributed")

PLAYERS = ("montecarlo:playouts=3000", "random", "--games", "60")


@dataclass(frozen=True)
class Cluster:
    address: str
    workers: list["subprocess.Popen[bytes]"]
    scheduler: "subprocess.Popen[bytes]"


@pytest.fixture(name="cluster", scope="module")
def _cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with started_cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


@contextlib.contextmanager
def started_cluster(folder: Path) -> Iterator[Cluster]:
    where = folder / "scheduler.json"
    with contextlib.ExitStack() as started:

        def start(kind: str, *words: str) -> "subprocess.Popen[bytes]":
            log = started.enter_context((folder / f"{kind}.log").open("ab"))
            command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--scheduler-file", str(where), *words]
            process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, env=environment())
            started.callback(process.wait)
            started.callback(process.kill)
            return process

        scheduler = start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        deadline = time.monotonic() + 60
        while not where.exists():
            assert scheduler.poll() is None, (folder / "scheduler.log").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.05)
        few = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
        workers = [start("worker", "--name", name, *few) for name in ("one", "two")]
        while (folder / "worker.log").read_text().count("Registered to") < 2:
            assert all(worker.poll() is None for worker in workers), (folder / "worker.log").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield Cluster(json.loads(where.read_text())["address"], workers, scheduler)


def test_a_cluster_that_loses_a_worker_plays_the_same_games(tmp_path: Path, cluster: Cluster) -> None:
    store, local = tmp_path / "cluster.db", tmp_path / "local.db"
    words = ("arena", *PLAYERS, "--cluster", cluster.address, "--store", str(store))
    with subprocess.Popen([PROGRAM, *words], env=environment(), stdout=subprocess.PIPE) as process:
        until_some(store, process)
        cluster.workers[0].kill()
        assert len(games(store)) < 60
        process.communicate(timeout=120)
    assert process.returncode == 0
    run("arena", *PLAYERS, "--store", str(local))
    assert len(games(store)) == 60
    assert games(store) == games(local)


def test_bulk_analysis_on_a_cluster_is_the_same_and_in_order(tmp_path: Path, cluster: Cluster) -> None:
    lines = [f"{a} {b} 0 0 / 1 {a} 2 0" for a in range(4) for b in range(1, 4)]
    positions = tmp_path / "positions.txt"
    positions.write_text("\n".join(lines))
    there = run("analyse", "--file", str(positions), "--cluster", cluster.address)
    here = run("analyse", "--file", str(positions))
    assert there.returncode == here.returncode == 0, there.stderr
    assert _told(there.stdout) == _told(here.stdout)


def test_a_corpus_made_on_a_cluster_is_the_same(tmp_path: Path, cluster: Cluster) -> None:
    words = ("--rules", "kalah,pits=3", "--stones", "1-3", "--player", "random", "--table", "6", "--games", "12")
    for place, where in (("there", ("--cluster", cluster.address)), ("here", ("--jobs", "1"))):
        ended = run("learn", "corpus", str(tmp_path / place), *words, "--part", "4", *where)
        assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "there").read_bytes() == (tmp_path / "here").read_bytes()


def _told(lines: str) -> list[tuple[object, ...]]:
    found = [json.loads(line) for line in lines.splitlines()]
    return [(line["position"], line["value"], line["kind"]) for line in found]


@pytest.mark.parametrize(
    "address", ["nonsense", "", "tcp://", "tcp://host:port", "http://host:80", "inproc://x/1", "\ud800:1", "../../x"]
)
def test_nonsense_is_not_an_address(address: str) -> None:
    with pytest.raises(ArenaError, match="is not the address of a scheduler"):
        ClusterPool(address)


def test_whatever_dask_raises_is_a_lost_task_and_not_a_fault() -> None:
    pool = ClusterPool.__new__(ClusterPool)
    pool._address = "tcp://host:1"
    assert pool.is_loss(ValueError("too many values to unpack (expected 2)"))
    assert not pool.is_loss(ArenaError("a sentence of ours"))
    with pytest.raises(ArenaError, match="is gone"):
        pool.is_loss(CancelledError())


def test_a_scheduler_that_dies_gives_a_sentence_and_keeps_the_games(tmp_path: Path) -> None:
    with started_cluster(tmp_path) as cluster:
        store = tmp_path / "games.db"
        words = [PROGRAM, "arena", *PLAYERS, "--cluster", cluster.address, "--store", str(store)]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
        until_some(store, process)
        cluster.scheduler.kill()
        _, told = process.communicate(timeout=90)
    assert process.returncode == 2
    assert told.decode().splitlines()[-1].startswith(f"sowfish: the cluster at '{cluster.address}' is gone; finished")
    assert "Traceback" not in told.decode()
    kept = len(games(store))
    assert run("arena", "--store", str(store), "--jobs", "2").returncode == 0
    assert len(games(store)) == 60 > kept > 0


def test_no_scheduler_gives_a_sentence() -> None:
    ended = run("arena", "random", "greedy", "--cluster", "tcp://127.0.0.1:9")
    assert ended.returncode == 2
    assert ended.stderr == "sowfish: no scheduler answers at 'tcp://127.0.0.1:9'\n"
