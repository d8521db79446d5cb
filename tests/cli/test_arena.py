"""Tournaments as users run them: real processes, killed, resumed, and with players that misbehave."""

import json
import os
import signal
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest
from tests.arena import rude
from tests.cli.program import PROGRAM, Terminal, environment, run

from sowfish import ArenaError, Game, arena
from sowfish.arena import GameDatabase, LocalPool, Plan

SMALL = ("--rules", "kalah,pits=4", "--stones", "3")
SLOW = ("montecarlo:playouts=3000", "random", "--games", "60")  # long enough to be interrupted


def games(path: Path) -> list[tuple[object, ...]]:
    """Return what must be the same on any number of workers: all but the times."""
    with closing(sqlite3.connect(path)) as connection:  # also if the table is not there yet
        return connection.execute(
            "SELECT pairing, opening, seat, seed, start, moves, outcome, reason, explanation FROM games"
            " ORDER BY pairing, opening, seat"
        ).fetchall()


def count(path: Path) -> int:
    return len(games(path)) if path.exists() else 0


def until_some(path: Path, process: subprocess.Popen[bytes], least: int = 1) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            if count(path) >= least:
                return
        except sqlite3.OperationalError:  # the table is just being made
            pass
        assert process.poll() is None, "it has ended already"
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_round_robin_rates_the_players_in_order(tmp_path: Path) -> None:
    page, folder = tmp_path / "report.html", tmp_path / "games"
    words = ("arena", "random", "greedy", "turn", "--games", "60", *SMALL, "--store", str(tmp_path / "a.db"))
    first = run(*words, "--html", str(page), "--export", str(folder))
    assert first.returncode == 0, first.stderr
    assert "180 games" in first.stdout
    again = run(*words, "--json")
    assert "resuming with 180 games" in again.stderr
    found = json.loads(again.stdout)
    assert [line["player"] for line in found["ratings"]][-1] == "random"
    assert sum(line["points"] for line in found["results"]) == found["games"] == found["planned"] == 180
    assert all(sum(line["pairs"]) == 30 for line in found["pairings"])
    text = page.read_text()
    assert text.count("<svg") == 2
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    files = sorted(folder.iterdir())
    assert len(files) == 180
    assert Game.load(files[0]).metadata["south"] == "random"
    assert Game.load(files[1]).metadata["south"] == "greedy"


def test_one_worker_and_two_play_the_same_games(tmp_path: Path) -> None:
    for jobs in ("1", "2"):
        place = str(tmp_path / f"{jobs}.db")
        run("arena", "random", "random", "greedy", "--games", "20", "--jobs", jobs, "--store", place, *SMALL)
    assert len(games(tmp_path / "1.db")) == 60
    assert games(tmp_path / "1.db") == games(tmp_path / "2.db")


@pytest.fixture(name="whole", scope="module")
def _whole(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[object, ...]]:
    """Return the games of a run that nothing interrupts."""
    store = tmp_path_factory.mktemp("whole") / "whole.db"
    assert run("arena", *SLOW, "--store", str(store)).returncode == 0
    return games(store)


def test_a_killed_run_resumes_without_losing_or_repeating_a_game(
    tmp_path: Path, whole: list[tuple[object, ...]]
) -> None:
    store = tmp_path / "killed.db"
    words = ("arena", *SLOW, "--jobs", "2", "--store", str(store))
    with subprocess.Popen([PROGRAM, *words], env=environment(), stdout=subprocess.DEVNULL) as process:
        until_some(store, process)
        children = _children(process.pid)
        process.kill()
    before = games(store)
    assert 0 < len(before) < 60
    assert len(before) % 2 == 0
    _wait_for_end(children)
    ended = run(*words)
    assert ended.returncode == 0, ended.stderr
    after = games(store)
    assert len(after) == 60
    assert set(before) <= set(after)
    assert after == whole


def _children(pid: int) -> list[int]:
    listed = subprocess.run(["/bin/ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(word) for word in listed.stdout.split()]


def _wait_for_end(pids: list[int]) -> None:
    """Wait until processes are gone: those of a run that was killed must not stay behind."""
    deadline = time.monotonic() + 20
    for pid in pids:
        while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not Path(f"/proc/{pid}").exists()


def test_a_killed_worker_costs_only_time(tmp_path: Path, whole: list[tuple[object, ...]]) -> None:
    store = tmp_path / "worker.db"
    words = ("arena", *SLOW, "--jobs", "2", "--store", str(store))
    with subprocess.Popen([PROGRAM, *words], env=environment(), stdout=subprocess.PIPE) as process:
        until_some(store, process)
        victim = max(_children(process.pid))
        os.kill(victim, signal.SIGKILL)
        process.communicate()
    assert process.returncode == 0
    assert games(store) == whole


def test_ctrl_c_reports_what_is_finished(tmp_path: Path) -> None:
    store = tmp_path / "interrupted.db"
    with Terminal("arena", *SLOW, "--jobs", "1", "--store", str(store), columns=60) as terminal:
        terminal.until("games")
        until_some(store, terminal.process)
        terminal.type("\x03")
        shown = terminal.end(130)
    assert "of 60 games" in shown
    assert "repeat the command to resume" in shown
    assert 0 < count(store) < 60


@pytest.fixture(name="path")
def _path(tmp_path: Path) -> str:
    folder = tmp_path / "package"
    folder.mkdir()
    rude.install(folder)
    return str(folder)


def stored(place: Path, *players: str) -> str:
    """Return a file with a tournament that somebody else may have made."""
    GameDatabase(place, Plan(players=players, games=2, rules="kalah,pits=4", stones=1)).close()
    return str(place)


def test_a_file_runs_no_program_unless_it_is_allowed(tmp_path: Path) -> None:
    command = f"program:command=touch {tmp_path}/run"
    words = ("arena", "--store", stored(tmp_path / "a.db", "random", command))
    ended = run(*words)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == (
        f"sowfish: {tmp_path}/a.db wants to run the player {command!r}; "
        "if you trust it, add --allow-programs (allow_programs=True in Python)\n"
    )
    run(*words, "--fresh")
    run(*words, "--report")
    assert not (tmp_path / "run").exists()
    run(*words, "--allow-programs")
    assert (tmp_path / "run").exists()


def test_a_file_runs_no_code_of_other_packages_unless_it_is_allowed(tmp_path: Path, path: str) -> None:
    words = ("arena", "--store", stored(tmp_path / "a.db", "random", "faulty"), "--patience", "1")
    ended = run(*words, PYTHONPATH=path)
    assert ended.returncode == 2
    assert "wants to run the player 'faulty'" in ended.stderr
    assert run(*words, "--allow-programs", PYTHONPATH=path).returncode == 0
    assert count(tmp_path / "a.db") == 2


def test_a_tournament_with_programs_of_the_command_line_needs_no_permission(tmp_path: Path) -> None:
    words = ("random", f"program:command={PROGRAM} engine leftmost", "--games", "2", *SMALL)
    ended = run("arena", *words, "--store", str(tmp_path / "a.db"))
    assert ended.returncode == 0, ended.stderr
    assert count(tmp_path / "a.db") == 2


def test_a_file_runs_no_program_from_python_either(tmp_path: Path) -> None:
    place = stored(tmp_path / "a.db", "random", f"program:command=touch {tmp_path}/run")
    with (
        GameDatabase(Path(place)) as store,
        LocalPool(1) as pool,
        pytest.raises(ArenaError, match="allow_programs=True"),
    ):
        arena.run(store, pool)
    assert not (tmp_path / "run").exists()


def test_players_that_misbehave_lose_and_are_reported_and_the_rest_is_played(tmp_path: Path, path: str) -> None:
    words = ("arena", "random", *rude.NAMES, "--format", "gauntlet", "--games", "2", "--patience", "0.3")
    ended = run(*words, "--json", "--store", str(tmp_path / "rude.db"), PYTHONPATH=path)
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    results = {line["player"]: line for line in found["results"]}
    assert results["random"]["games"] == found["games"] == 8
    assert results["random"]["fouls"] == 0
    for name, why in (
        ("hanger", "still thinking"),
        ("cheater", "illegal move"),
        ("faulty", "RuntimeError: no idea"),
        ("killer", "SIGKILL"),
    ):
        said = [foul["explanation"] for foul in found["fouls"] if foul["player"] == name]
        assert results[name]["fouls"] == len(said) > 0
        assert all(why in words for words in said)
    assert all(results[name]["losses"] == 2 for name in ("hanger", "cheater", "faulty"))


def test_a_test_ends_a_match_early_at_the_same_game_on_any_number_of_workers(tmp_path: Path) -> None:
    reports = []
    for jobs in ("1", "2"):
        words = ("arena", "greedy", "random", "--sprt", "0,100", "--games", "400", "--jobs", jobs, *SMALL)
        reports.append(json.loads(run(*words, "--json", "--store", str(tmp_path / f"{jobs}.db")).stdout))
    assert reports[0]["pairings"] == reports[1]["pairings"]
    (pairing,) = reports[0]["pairings"]
    assert pairing["verdict"] == "H1"
    assert 10 <= pairing["games"] < 400
    assert pairing["llr"] >= reports[0]["sprt"]["upper"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("random",), "two players"),
        ((), "Name two players or more"),
        (("random", "gredy"), "did you mean greedy"),
        (("random", "human"), "no person to ask"),
        (("random", "greedy", "--games", "3"), "even number"),
        (("random", "greedy", "--openings", "nowhere"), "neither mirrored, balanced, start nor a file"),
        (("random", "greedy", "--sprt", "x"), "a test is ELO0,ELO1"),
        (("random", "greedy", "--jobs", "1", "--cluster", "tcp://x:1"), "either --jobs or --cluster"),
        (("random", "greedy", "--store", "/dev/null/all.db"), "cannot write"),
        (("--store", "nothing.db"), "there is no tournament"),
    ],
)
def test_wrong_input_gets_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    ended = run("arena", *words)
    assert ended.returncode == 2
    assert sentence in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_standings_fit_a_narrow_terminal(tmp_path: Path) -> None:
    words = (
        "arena",
        "random:seed=123456789",
        "greedy",
        "turn",
        "--games",
        "8",
        *SMALL,
        "--store",
        str(tmp_path / "n.db"),
    )
    with Terminal(*words, columns=40) as terminal:
        shown = terminal.end(0)
    lines = shown.replace("\r", "").splitlines()
    tables = [line for line in lines if line[:1].isdigit() and "\x1b" not in line]
    assert tables
    assert all(len(line) < 40 for line in tables)
    assert "The side that moves first" in shown
    assert all(len(line) < 40 for line in lines if "moves first" in line)
