"""Damaged and forged tournaments: the right report or a sentence that names the file, never a wrong report."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import astuple, replace
from pathlib import Path

import pytest

from sowfish import ArenaError
from sowfish.arena.game_database import COLUMNS, GameDatabase
from sowfish.arena.games import Record, play_job
from sowfish.arena.record_check import checksum, record_checksum
from sowfish.arena.report import report
from sowfish.arena.tournament_plan import Plan
from sowfish.model.events import Outcome

PLAN = Plan(players=("random", "greedy", "leftmost"), games=8, rules="kalah,pits=3", stones=2)
DAMAGED = 150  # files a run


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


def told(path: Path) -> str:
    with GameDatabase(path) as store:
        return repr(report(store.plan, store.records()))


def edit(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        assert connection.execute(statement, values).rowcount > 0


def put(path: Path, record: Record, sealed: Callable[[Record], int] = record_checksum) -> None:
    """Replace a game by one with a checksum and a sum that are right."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        where = "WHERE pairing = ? AND opening = ? AND seat = ?"
        key = (record.pairing, record.opening, record.seat)
        (old,) = connection.execute(f"SELECT checksum FROM games {where}", key).fetchone()  # noqa: S608
        changes = ", ".join(f"{name} = ?" for name in (*COLUMNS, "checksum"))
        connection.execute(f"UPDATE games SET {changes} {where}", (*astuple(record), sealed(record), *key))  # noqa: S608
        connection.execute(
            "UPDATE tournament SET value = (CAST(value AS INTEGER) - ? + ?) % 4611686018427387904 WHERE name = 'sum'",
            (old, sealed(record)),
        )


def first(path: Path) -> Record:
    with GameDatabase(path) as store:
        return next(iter(store.records()))


def test_a_whole_file_is_reported(played: Path) -> None:
    assert "random" in told(played)


@pytest.mark.parametrize("seed", range(3))
def test_no_flipped_byte_changes_a_report(played: Path, tmp_path: Path, seed: int) -> None:
    whole, right = played.read_bytes(), told(played)
    chance, refused, same = random.Random(seed), 0, 0
    for number in range(DAMAGED):
        data = bytearray(whole)
        for _ in range(chance.choice([1, 1, 2, 20])):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        if chance.random() < 0.2:
            del data[chance.randrange(len(data)) :]
        path = tmp_path / f"{number}.db"
        path.write_bytes(data)
        try:
            assert told(path) == right, f"seed {seed}, file {number}"
        except ArenaError as error:
            refused += str(path) in str(error)
        else:
            same += 1
    assert refused + same == DAMAGED
    assert refused > DAMAGED / 4


@pytest.mark.parametrize(
    "change",
    [
        "pairing = pairing + 99",
        "opening = -1",
        "seat = 7",
        "seed = 'text'",
        "south_moves = 'three'",
        "south_seconds = 'nan'",
        "moves = x'00ff'",
        "outcome = 'south_wins_twice'",
        "explanation = explanation || 'x'",
        "checksum = checksum + 1",
        "start = 'kalah: 1 / 1'",
    ],
)
def test_an_edited_game_is_named(copy: Path, change: str) -> None:
    edit(copy, f"UPDATE games SET {change} WHERE pairing = 0 AND opening = 0 AND seat = 0")  # noqa: S608
    with pytest.raises(ArenaError, match=r"copy\.db is damaged: in the game of pairing"):
        told(copy)


def test_a_lost_game_is_noticed(copy: Path) -> None:
    edit(copy, "DELETE FROM games WHERE pairing = 1 AND opening = 2")
    with pytest.raises(ArenaError, match="games are missing"):
        told(copy)


def test_an_edited_plan_is_noticed(copy: Path) -> None:
    edit(copy, "UPDATE tournament SET value = replace(value, 'leftmost', 'leftmist') WHERE name = 'plan'")
    with pytest.raises(ArenaError, match="checksum of its plan"):
        told(copy)


@pytest.mark.parametrize("change", ['"games": "8"', '"games": -8', '"games": 1e99', '"games": null', '"games": true'])
def test_a_forged_plan_is_refused(copy: Path, change: str) -> None:
    text = PLAN.to_json().replace('"games": 8', change)
    edit(copy, "UPDATE tournament SET value = ? WHERE name = 'plan'", text)
    edit(copy, "UPDATE tournament SET value = ? WHERE name = 'plan checksum'", str(checksum([text])))
    with pytest.raises(ArenaError, match="not a tournament plan"):
        told(copy)


@pytest.mark.parametrize("other", [Outcome.SOUTH_WINS, Outcome.NORTH_WINS, Outcome.TIE])
def test_a_forged_result_is_replayed(copy: Path, other: Outcome) -> None:
    right, game = told(copy), first(copy)
    put(copy, replace(game, outcome=other))
    if other == game.outcome:
        assert told(copy) == right
    else:
        with pytest.raises(ArenaError, match="lead to another result"):
            told(copy)


def test_forged_moves_are_replayed(copy: Path) -> None:
    game = first(copy)
    for moves, why in (("9 9", "pit"), ("zero", "int"), (game.moves[:-2], "number of moves"), ("", "number of moves")):
        put(copy, replace(game, moves=moves))
        with pytest.raises(ArenaError, match=why):
            told(copy)
