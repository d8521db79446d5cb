"""Players that attack the tournament they play in: they lose their games, and nothing else happens."""

import json
import os
import sys
import time
from pathlib import Path

import pytest
from tests.arena import rude
from tests.cli.program import run

SMALL = ("--rules", "kalah,pits=3", "--stones", "2", "--games", "2")


def report(tmp_path: Path, *words: str, **environment: str) -> dict[str, object]:
    """Return the report of a tournament with the rude players at hand."""
    folder = tmp_path / "players"
    folder.mkdir()
    rude.install(folder)
    store = ("--store", str(tmp_path / "games.db"))
    ended = run("arena", *words, *SMALL, *store, "--json", PYTHONPATH=str(folder), **environment)
    assert ended.returncode == 0, ended.stderr
    found: dict[str, object] = json.loads(ended.stdout)
    return found


def fouls(found: dict[str, object]) -> list[str]:
    told = found["fouls"]
    assert isinstance(told, list)
    return [foul["explanation"] for foul in told]


def test_words_that_cannot_be_written_are_cut_and_escaped(tmp_path: Path) -> None:
    for said in fouls(report(tmp_path, "talker", "leftmost")):
        assert said.startswith(("south (talker) failed: RuntimeError: \\ud800 half", "north (talker) failed: "))
        assert said.isprintable()
        assert len(said) < 1200


def test_prints_do_not_get_into_the_json(tmp_path: Path) -> None:
    assert report(tmp_path, "printer", "leftmost")["games"] == 2


def test_a_player_that_takes_too_much_memory_loses(tmp_path: Path) -> None:
    told = fouls(report(tmp_path, "eater", "leftmost", "--worker-memory", "4G"))
    assert len(told) == 2
    assert all("MemoryError" in said for said in told)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process has started")
def test_what_a_player_starts_ends_with_the_tournament(tmp_path: Path) -> None:
    escaped = tmp_path / "escaped"
    report(tmp_path, "escaper", "leftmost", ESCAPED=str(escaped))
    started = [int(line) for line in escaped.read_text().split()]
    assert started
    deadline = time.monotonic() + 5
    while (alive := [process for process in started if is_alive(process)]) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not alive


def is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.slow
def test_a_player_that_keeps_python_waiting_is_ended(tmp_path: Path) -> None:
    started = time.monotonic()
    found = report(tmp_path, "blocker", "leftmost", "--patience", "0.3", "--jobs", "1")
    assert time.monotonic() - started < 90
    told = fouls(found)
    assert len(told) == 2
    assert all("(blocker) crashed its process: exit code 1" in said for said in told)


PROGRAM = """
import os, sys, time
for line in sys.stdin:
    word = line.split()[0]
    if word == "protocol":
        if os.fork() == 0:
            os.setsid()
            open({place!r}, "w").write(str(os.getpid()))
            time.sleep(1000)
        print("protocolok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        {go}
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process has started")
def test_a_program_takes_what_it_started_with_it(tmp_path: Path) -> None:
    place, script = tmp_path / "child", tmp_path / "program.py"
    script.write_text(PROGRAM.format(place=str(place), go="sys.exit(3)"))
    found = report(tmp_path, f'program:command="{sys.executable} {script}"', "leftmost")
    assert all("ended with code 3" in said for said in fouls(found))
    child = int(place.read_text())
    time.sleep(0.2)
    assert not is_alive(child)
    assert child != os.getpid()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can limit another process")
def test_a_program_keeps_to_its_memory(tmp_path: Path) -> None:
    place, script = tmp_path / "child", tmp_path / "program.py"
    script.write_text(PROGRAM.format(place=str(place), go="bytearray(1 << 30); print('bestmove 0', flush=True)"))
    found = report(tmp_path, f'program:command="{sys.executable} {script}",memory=256', "leftmost")
    assert fouls(found)
    assert all("MemoryError" in said for said in fouls(found))
