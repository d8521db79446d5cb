"""Records of games: whose points they are, and the games they stand for."""

import os
from dataclasses import replace

import pytest
from tests.arena.records import pair, won

from sowfish.arena.games import Record, play_job
from sowfish.arena.record_check import checked_record, checksum, record_checksum
from sowfish.arena.tournament_plan import Job, Plan, checked
from sowfish.errors import ArenaError
from sowfish.runtime import safe_path

PLAN = checked(Plan(players=("random", "greedy"), games=4, rules="kalah,pits=3", stones=2))
FIELDS = Record.__dataclass_fields__


@pytest.mark.parametrize(("winner", "points"), [("a", 2), ("=", 1), ("b", 0)])
def test_half_points_are_the_first_players_in_either_seat(winner: str, points: int) -> None:
    assert [record.half_points for record in pair(0, 0, 2 * winner)] == [points, points]


def test_the_opener_is_the_side_that_moves_first() -> None:
    record = won(0, 0, 0, "a")  # south wins, and moves first
    assert record.opener_half_points == 2
    moved = replace(record, start=record.start.replace("south", "north"))
    assert moved.opener_half_points == 0


def test_a_record_becomes_the_game_that_was_played() -> None:
    first, second = play_job(PLAN, Job(0, 0))
    game, swapped = first.game(PLAN.names, "a test"), second.game(PLAN.names, "a test")
    assert (game.metadata["south"], game.metadata["north"]) == ("random", "greedy")
    assert (swapped.metadata["south"], swapped.metadata["north"]) == ("greedy", "random")
    assert " ".join(map(str, game.moves)) == first.moves
    assert game.position.outcome == first.outcome
    assert "termination" not in game.metadata


def values(record: Record) -> dict[str, object]:
    """Return a row as a database has it: plain texts and numbers."""
    row = {name: getattr(record, name) for name in FIELDS}
    return {name: str(value) if isinstance(value, str) else value for name, value in row.items()}


def test_a_record_with_its_checksum_is_read_back() -> None:
    record = play_job(PLAN, Job(0, 1))[1]
    assert checked_record(values(record), record_checksum(record), PLAN) == record


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"opening": "1"}, "its opening is not of type int"),
        ({"pairing": 7}, "there is no pairing 7"),
        ({"opening": -1}, "there is no opening -1 with seat 1"),
        ({"seat": 2}, "there is no opening 1 with seat 2"),
        ({"seed": 1}, "its seed is not the plan's"),
        ({"south_seconds": -1.0}, "its times are impossible"),
        ({"north_slowest": float("inf")}, "its times are impossible"),
        ({"south_moves": 99}, "its number of moves is wrong"),
        ({"moves": "0 0 0"}, "empty"),
        ({"outcome": "sideways"}, "not a valid Outcome"),
        (
            {"reason": "technical_win", "moves": "", "south_moves": 0, "north_moves": 0},
            "its moves lead to another result",
        ),
        ({"reason": "fault", "offender": "nobody"}, "not a valid Side"),
    ],
)
def test_a_forged_record_is_refused_whatever_its_checksum(change: dict[str, object], sentence: str) -> None:
    forged = {**values(play_job(PLAN, Job(0, 1))[1]), **change}
    with pytest.raises(ArenaError, match=sentence):
        checked_record(forged, checksum(forged.values()), PLAN)
    with pytest.raises(ArenaError, match=r"checksum|is not of type int"):
        checked_record(forged, 1, PLAN)


@pytest.mark.parametrize("before", [None, "1", "0"])
def test_the_path_of_workers_is_safe_for_a_moment_only(before: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    if before is None:
        monkeypatch.delenv(safe_path.VARIABLE, raising=False)
    else:
        monkeypatch.setenv(safe_path.VARIABLE, before)
    with safe_path.safe_path():
        assert os.environ[safe_path.VARIABLE] == "1"
    assert os.environ.get(safe_path.VARIABLE) == before
    assert safe_path.python_command("pass")[1] in ("-P", "-I")
