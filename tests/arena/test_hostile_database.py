"""Tournament files whose schema runs code, or whose pages contain each other: refused at once, in one sentence."""

import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from sowfish import ArenaError
from sowfish.arena.game_database import GameDatabase
from sowfish.arena.games import play_job
from sowfish.arena.tournament_plan import Plan

PLAN = Plan(players=("random", "greedy", "leftmost"), games=16, rules="kalah,pits=3", stones=2)
ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"
SECONDS = 20  # far more than a report takes
DEPTH = 15  # pages below each other; SQLite's limit is 20


@pytest.fixture(name="played", scope="module")
def _played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("arena") / "whole.db"
    with GameDatabase(path, PLAN) as store:
        for job in PLAN.jobs():
            store.add(play_job(PLAN, job))
    return path


@pytest.fixture(name="copy")
def _copy(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(played, tmp_path / "copy.db"))


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def replace_by_view(path: Path, table: str, columns: str, source: str) -> None:
    change(
        path,
        f"ALTER TABLE {table} RENAME TO other",
        f"CREATE VIEW {table} AS {ENDLESS} SELECT {columns} FROM {source}",  # noqa: S608  # our own names
    )


def endless_games(path: Path) -> None:
    replace_by_view(path, "games", ", ".join(f"x AS {name}" for name in columns(path)), "n")


def columns(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [name for _, name, *_ in connection.execute("PRAGMA table_info(games)")]


def huge(path: Path) -> None:
    names = [f"hex(zeroblob(490000000)) AS {name}" if name in ("start", "moves") else name for name in columns(path)]
    replace_by_view(path, "games", ", ".join(names), "other")


def repeat_pages(path: Path) -> None:
    """Put pages above the table of games, each of which has the next one as all of its children."""
    with closing(sqlite3.connect(path)) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'games'").fetchone()
    data = bytearray(path.read_bytes())
    page = data[(root - 1) * size : root * size]
    assert page[0] == 2, "the table has a single page"
    cells = [int.from_bytes(page[at : at + 2], "big") for at in range(12, 12 + 2 * int.from_bytes(page[3:5], "big"), 2)]

    def above(number: int) -> bytes:
        copy = bytearray(page)
        for at in (8, *cells):
            copy[at : at + 4] = number.to_bytes(4, "big")
        return bytes(copy)

    last = len(data) // size
    data += b"".join(above(last + number) for number in range(2, DEPTH + 1)) + page
    data[(root - 1) * size : root * size] = above(last + 1)
    data[28:32] = (len(data) // size).to_bytes(4, "big")
    path.write_bytes(data)


ATTACKS: dict[str, Callable[[Path], None]] = {
    "endless view of games": endless_games,
    "endless view of the plan": lambda path: replace_by_view(path, "tournament", "'plan' AS name, x AS value", "n"),
    "huge values": huge,
    "trigger": lambda path: change(path, "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END"),
    "virtual table": lambda path: change(path, "CREATE VIRTUAL TABLE words USING fts5(word)"),
    "generated column": lambda path: change(
        path, "ALTER TABLE games ADD COLUMN more TEXT AS (hex(zeroblob(490000000))) VIRTUAL"
    ),
    "index": lambda path: change(path, "CREATE INDEX more ON games (hex(moves))"),
    "table": lambda path: change(path, "CREATE TABLE more (name TEXT)"),
    "repeated pages": repeat_pages,
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_hostile_file_is_refused_at_once(copy: Path, attack: str) -> None:
    ATTACKS[attack](copy)
    command = [sys.executable, "-m", "sowfish", "arena", "--store", str(copy), "--report"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert ran.returncode == 2
    why = "is damaged or not a tournament: " if attack == "repeated pages" else "is not a tournament of this version"
    assert ran.stderr.startswith(f"sowfish: {copy} {why}")
    assert ran.stderr.count("\n") == 1


def test_a_file_that_is_only_reported_is_not_written(copy: Path) -> None:
    with GameDatabase(copy) as store, pytest.raises(ArenaError, match="attempt to write a readonly database"):
        store.add(play_job(PLAN, next(iter(PLAN.jobs()))))


def test_ctrl_c_reaches_a_statement(copy: Path) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored in the background
    try:
        with GameDatabase(copy) as store:
            threading.Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()
            with pytest.raises(KeyboardInterrupt), store._explained():
                store._connection.execute(f"{ENDLESS} SELECT count(*) FROM n").fetchone()  # noqa: S608  # our own names
    finally:
        signal.signal(signal.SIGINT, before)
