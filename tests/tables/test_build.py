"""Building tables on disk: killed, cancelled, refused by the system, or in each other's way."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest
from tests.tables.files import RULES, built, place_of

from sowfish import LimitError, Position, Rules, RulesError, TableError, solve, tables

LARGE = Rules.named("kalah")
LARGE_STONES = 15  # 17 million positions: some tenths of a second
KILLS = int(os.environ.get("SOWFISH_KILLS", "20"))

pytestmark = pytest.mark.usefixtures("data_folder")


def builder(stones: int = LARGE_STONES, setup: str = "") -> subprocess.Popen[str]:
    """Start a process that builds the large table with one thread."""
    code = f"""
        {setup}
        from sowfish import tables
        print("ready", flush=True)
        try:
            tables.build("kalah", {stones}, threads=1, progress=lambda p: print(p.stones, flush=True))
        except Exception as error:
            print(type(error).__name__, error, flush=True)
    """
    return subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True)


def wait_for_layer(process: subprocess.Popen[str], stones: int) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        if line.strip().isdigit() and int(line) >= stones:
            return


def test_a_build_killed_at_any_moment_resumes_and_no_reader_sees_half_a_layer() -> None:
    chance = random.Random(4)
    started = time.perf_counter()
    whole = tables.build(LARGE, LARGE_STONES, threads=1)
    seconds = time.perf_counter() - started
    expected = whole.path.read_bytes()
    tables.remove(LARGE)
    reached = []
    for _ in range(KILLS):
        process = builder()
        assert process.stdout is not None
        process.stdout.readline()
        deadline = time.perf_counter() + chance.uniform(0, seconds)
        while time.perf_counter() < deadline and process.poll() is None:
            _read_as_others_do(expected)
            time.sleep(0.02)
        process.kill()
        process.communicate()
        reached.append(_read_as_others_do(expected))
        if reached[-1] == LARGE_STONES:
            tables.remove(LARGE)
    assert len(set(reached)) > 2  # the moments did differ
    tables.build(LARGE, LARGE_STONES)
    assert place_of(LARGE).read_bytes() == expected


def _read_as_others_do(expected: bytes) -> int:
    """Return the stones of the table there is, after comparing all that it offers with a whole one."""
    if not place_of(LARGE).exists():
        return -1
    table = tables.open(LARGE)
    if table.stones >= 0:
        table.values(table.stones)  # checks the checksums
        assert place_of(LARGE).read_bytes()[4096 : table.head.bytes] == expected[4096 : table.head.bytes]
    return table.stones


def test_a_second_builder_is_rejected_and_the_first_continues() -> None:
    process = builder(17)
    wait_for_layer(process, 3)
    with pytest.raises(TableError, match=r"kalah-6\.table is being built by another process"):
        tables.build(LARGE, 10)
    with pytest.raises(TableError, match="is being built by another process"):
        tables.remove(LARGE)
    assert "Error" not in process.communicate()[0]
    assert tables.verify(LARGE, samples=100_000).is_good


def test_a_search_reads_while_the_table_grows() -> None:
    position = Position.parse("kalah: 1 0 2 1 0 3 0 / 0 2 1 0 2 1 0")
    value = solve(position).value
    tables.forget()
    tables.build(LARGE, 8)
    process = builder(17)
    answers: set[int | None] = set()
    while process.poll() is None:
        tables.forget()
        answers.add(solve(position).value)
        answers.add(tables.probe(position))
    process.communicate()
    assert answers - {None} == {value}
    assert tables.probe(position) == value


def test_a_cancelled_build_keeps_its_layers() -> None:
    cancel = threading.Event()
    table = tables.build(LARGE, 20, cancel=cancel, progress=lambda p: cancel.set() if p.stones >= 10 else None)
    assert 10 <= table.stones < 20
    assert tables.verify(LARGE, samples=10_000).is_good


def test_an_interrupted_build_keeps_its_layers() -> None:
    def interrupt(progress: tables.BuildProgress) -> None:
        if progress.stones >= 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tables.build(LARGE, 20, progress=interrupt)
    table = tables.open(LARGE)
    assert 10 <= table.stones < 20
    assert table.path.stat().st_size == table.head.bytes


def test_a_full_disk_is_said_and_loses_nothing() -> None:
    tables.build(LARGE, 9)
    size = place_of(LARGE).stat().st_size
    limit = "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
    limit += f"resource.setrlimit(resource.RLIMIT_FSIZE, ({size + 3_000_000}, {size + 3_000_000}))"
    process = builder(setup=limit)
    shown = process.communicate()[0]
    assert "TableError" in shown
    assert "kalah-6.table" in shown
    table = tables.open(LARGE)
    assert 9 <= table.stones < LARGE_STONES
    assert tables.verify(LARGE, samples=10_000).is_good
    assert tables.build(LARGE, LARGE_STONES).stones == LARGE_STONES


def test_no_space_left_on_the_device_is_said_so() -> None:
    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    built()
    sentence = r"the disk is full: kalah-3\.table keeps the layers it has"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(TableError, match=sentence):
            tables.build(RULES, 9)
    assert tables.open(RULES).stones == 6


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("SOWFISH_DATA", str(tmp_path / "file"))
    with pytest.raises(TableError, match=r"cannot write .*kalah-3.table: "):
        tables.build(RULES, 3)
    if os.geteuid() != 0:  # nothing is forbidden to root
        (tmp_path / "closed").mkdir(mode=0o500)
        monkeypatch.setenv("SOWFISH_DATA", str(tmp_path / "closed"))
        with pytest.raises(TableError, match="permission denied"):
            tables.build(RULES, 3)


def test_what_cannot_be_built_is_refused() -> None:
    for stones in (-1, 101, 2.0, "7", True):
        with pytest.raises(LimitError, match="stones must be a whole number from 0 to 100"):
            tables.build(RULES, stones)  # type: ignore[arg-type]
    for rules in (Rules(relay=True), Rules(pits=8)):
        with pytest.raises(RulesError, match="with up to 7 pits a side, not for"):
            tables.build(rules, 3)
    with pytest.raises(LimitError, match=r"needs 15363\.3 GB of memory while it is built, more than is free"):
        tables.build(LARGE, 60)
    with pytest.raises(LimitError, match="samples must be a positive whole number"):
        tables.verify(RULES, samples=0)


def test_progress_tells_what_is_done_and_what_is_left() -> None:
    told: list[tables.BuildProgress] = []
    tables.build(RULES, 5)
    tables.build(RULES, 9, progress=told.append)
    assert [progress.stones for progress in told] == sorted({progress.stones for progress in told})
    last = told[-1]
    assert (last.stones, last.positions, last.seconds_left) == (9, last.wanted, 0)
    assert last.started_at == 462
