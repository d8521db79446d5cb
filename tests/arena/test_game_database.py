import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from sowfish import ArenaError
from sowfish.arena import game_database as stores
from sowfish.arena.game_database import GameDatabase
from sowfish.arena.games import play_job
from sowfish.arena.tournament_plan import Job, Plan

PLAN = Plan(players=("random", "greedy"), games=8, rules="kalah,pits=3", stones=2)


@pytest.fixture(name="store")
def _store(tmp_path: Path) -> Iterator[GameDatabase]:
    with GameDatabase(tmp_path / "games.db", PLAN) as store:
        yield store


def test_games_come_back_as_they_were(store: GameDatabase) -> None:
    games = play_job(PLAN, Job(0, 0)) + play_job(PLAN, Job(0, 1))
    store.add(games[2:])
    store.add(games[:2])
    assert list(store.records()) == games


def test_a_game_is_never_there_twice_and_a_failed_chunk_not_at_all(store: GameDatabase) -> None:
    games = play_job(PLAN, Job(0, 0))
    store.add(games)
    with pytest.raises(sqlite3.IntegrityError):
        store.add(play_job(PLAN, Job(0, 1)) + games)
    assert list(store.records()) == games


def test_a_second_process_is_kept_out(store: GameDatabase) -> None:
    with pytest.raises(ArenaError, match="another process is playing"):
        GameDatabase(store.path, PLAN)


def test_reading_is_free_for_all(store: GameDatabase) -> None:
    store.add(play_job(PLAN, Job(0, 0)))
    with GameDatabase(store.path) as other:
        assert other.plan == PLAN
        assert len(list(other.records())) == 2


def test_more_games_may_be_asked_for_but_nothing_else_changed(store: GameDatabase) -> None:
    store.close()
    with GameDatabase(store.path, replace(PLAN, games=20)) as again:
        assert again.plan.games == 20
    with pytest.raises(ArenaError, match="another tournament: its seed"):
        GameDatabase(store.path, replace(PLAN, seed=9))


def test_a_locked_database_gives_a_sentence(store: GameDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "WAIT_SECONDS", 0.05)
    path = store.path
    store.close()
    with GameDatabase(path, PLAN) as quick:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(ArenaError, match="locked by another program"):
            quick.add(play_job(PLAN, Job(0, 0)))
        other.execute("ROLLBACK")
        other.close()
        quick.add(play_job(PLAN, Job(0, 0)))
        assert len(list(quick.records())) == 2


def test_a_full_disk_gives_a_sentence_and_keeps_what_is_there(store: GameDatabase) -> None:
    store.add(play_job(PLAN, Job(0, 0)))
    (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
    store._connection.execute(f"PRAGMA max_page_count={pages}")  # SQLite's own way to have no room
    many = [game for opening in range(1, 50) for game in play_job(PLAN, Job(0, opening))]
    with pytest.raises(ArenaError, match="disk is full"):
        store.add(many)
    assert len(list(store.records())) == 2


def test_other_files_are_refused(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("no database, only words " * 50)
    with pytest.raises(ArenaError, match="damaged or not a tournament"):
        GameDatabase(words, PLAN)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE things (name TEXT)")
    connection.close()
    with pytest.raises(ArenaError, match="not a tournament"):
        GameDatabase(other, PLAN)
    with pytest.raises(ArenaError, match="there is no tournament"):
        GameDatabase(tmp_path / "nothing.db")
