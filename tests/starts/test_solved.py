"""The table of solved starts: agreed upon by others, by plain minimax and by a new computation."""

import json
import signal
import subprocess
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from tests.naive import Minimax
from tests.truth import load as truth

from sowfish import SowfishError
from sowfish.engine import Kind
from sowfish.model.events import Side
from sowfish.model.reference import ReferenceBoard
from sowfish.model.rules import Rules
from sowfish.starts import SIZES, SOLVED_RULES, Bounds, SolvedStart, load, save
from sowfish.starts.recompute import Effort, recompute, to_solve

TABLE = load()
SMALL = 10  # stones: what plain minimax on the reference does in a moment
QUICK = 16  # stones: what the solver does in a moment


def reference_values(start: SolvedStart) -> tuple[int, list[int]]:
    """Return the value and those of the openings by plain minimax on the reference's board."""
    rules = Rules.named(start.rules, pits=start.pits)
    row = [start.stones] * start.pits
    board = ReferenceBoard(rules, [*row, 0, *row, 0], Side.SOUTH)
    minimax = Minimax(rules)
    return minimax.value(board), [minimax.move_value(board, pit) for pit in range(start.pits)]


def test_table_has_every_start() -> None:
    assert set(TABLE) == set(product(SOLVED_RULES, SIZES, SIZES))


def test_table_agrees_with_what_others_found() -> None:
    compared = 0
    for known in truth("kalah_values")["starts"]:
        start = TABLE[known["rules"], known["pits"], known["stones"]]
        assert start.margin.low <= known["value"] <= start.margin.high
        compared += start.value == known["value"]
    assert compared >= 50
    for known in truth("kalah_values")["opening_moves"]:
        start = TABLE[known["rules"], known["pits"], known["stones"]]
        for bounds, value in zip(start.openings, known["moves"], strict=True):
            assert bounds.low <= value <= bounds.high


@pytest.mark.parametrize("rules", SOLVED_RULES)
def test_small_starts_are_what_plain_minimax_says(rules: str) -> None:
    small = [start for start in TABLE.values() if start.rules == rules and start.total <= SMALL]
    assert len(small) == 10
    for start in small:
        value, openings = reference_values(start)
        assert (start.value, [bounds.low for bounds in start.openings]) == (value, openings)
        assert start.best == tuple(pit for pit, found in enumerate(openings) if found == value)


def test_quick_starts_are_computed_again(tmp_path: Path) -> None:
    again = recompute(tmp_path / "solved.json", version="now", most_stones=QUICK, effort=Effort(threads=1))
    for start in again:
        stored = TABLE[start.key]
        assert (start.margin, start.openings) == (stored.margin, stored.openings)
    assert load(tmp_path / "solved.json").keys() == {key for key, start in TABLE.items() if start.total <= QUICK}


@pytest.mark.parametrize("start", TABLE.values(), ids=lambda start: start.name)
def test_value_is_that_of_the_best_opening(start: SolvedStart) -> None:
    assert start.margin.low <= max(bounds.high for bounds in start.openings)
    assert start.margin.high >= max(bounds.low for bounds in start.openings)
    if start.is_proven:
        assert start.best
        assert all(start.openings[pit] == start.margin for pit in start.best)
        assert all(bounds.high <= start.margin.high for bounds in start.openings)
    assert (start.tried is None) == start.is_complete
    assert start.version
    if start.rules.startswith("kalah") or start.rules == "avalanche-sweep":  # no stone is lost
        assert all(number % 2 == 0 for number in start.margin)


def test_file_round_trips(tmp_path: Path) -> None:
    unsolved = SolvedStart.unknown("kalah", 6, 6).narrowed(Bounds(-4, 20), (Bounds(-72, 72),) * 6)
    starts = [unsolved, *(start for start in TABLE.values() if start.key != unsolved.key)]
    save(tmp_path / "solved.json", starts)
    assert list(load(tmp_path / "solved.json").values()) == sorted(
        starts, key=lambda start: (SOLVED_RULES.index(start.rules), start.key)
    )
    assert len((tmp_path / "solved.json").read_text().splitlines()) == len(starts) + 2


def test_what_is_known_narrows_and_never_widens() -> None:
    start = SolvedStart.unknown("kalah", 2, 2)
    assert (start.value, start.margin.kind, start.best) == (None, Kind.BOUND, ())
    proven = start.narrowed(Bounds(-2, -2), (Bounds(-8, 8), Bounds(-2, -2)))
    assert (proven.value, proven.best, proven.perhaps_best) == (-2, (1,), (0,))
    assert proven.openings[0] == (-8, -2)
    assert proven.narrowed(start.margin, start.openings) == proven
    whole = proven.narrowed(proven.margin, (Bounds(-4, -4), Bounds(-2, -2)))
    assert (whole.is_complete, whole.best, whole.perhaps_best) == (True, (1,), ())


def test_open_starts_are_tried_again_with_more_time_only() -> None:
    start = SolvedStart.unknown("kalah", 6, 6)
    effort = Effort(seconds=10.0)
    for tried, again in ((0.0, True), (9.0, True), (10.0, False), (None, False)):
        known = {start.key: replace(start, tried=tried)}
        assert (start.key in {found.key for found in to_solve(known, ["kalah"], 72, effort)}) == again


def test_unproven_start_keeps_its_bounds(tmp_path: Path) -> None:
    path = tmp_path / "solved.json"
    others = [start for key, start in TABLE.items() if key != ("kalah", 6, 6)]
    save(path, others)
    (found,) = recompute(path, version="now", rules=["kalah"], effort=Effort(seconds=0.3, memory=1 << 26, threads=1))
    assert found == load(path)["kalah", 6, 6]
    assert (found.value, found.margin.kind, found.tried) == (None, Kind.BOUND, 0.3)
    assert list(recompute(path, version="now", rules=["kalah"], effort=Effort(seconds=0.3))) == []


RECOMPUTE = """
import sys
from sowfish.starts.recompute import Effort, recompute
for start in recompute(sys.argv[1], version="now", most_stones=16, effort=Effort(threads=1)):
    print(start.name, flush=True)
"""


def test_killed_run_resumes_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "solved.json"
    finished: list[str] = []
    for enough in (3, 9):
        with subprocess.Popen([sys.executable, "-c", RECOMPUTE, path], stdout=subprocess.PIPE, text=True) as run:
            assert run.stdout
            finished += [run.stdout.readline().strip() for _ in range(enough)]
            run.send_signal(signal.SIGKILL)
            finished += run.stdout.read().split()
        assert {start.name for start in load(path).values()} >= set(finished)
    left = [start.name for start in recompute(path, version="now", most_stones=16, effort=Effort(threads=1))]
    assert len(finished) == len(set(finished))
    assert len(set(finished) | set(left)) == len([start for start in TABLE.values() if start.total <= QUICK])
    assert len(left) <= len(TABLE) - len(finished)
    assert [child.name for child in tmp_path.iterdir() if child.name.endswith(".json")] == ["solved.json"]


WRONG = {
    "": "is no file of solved starts",
    "{}": "is no file of solved starts",
    '{"format": "sowfish solved starts 1", "starts": [{}]}': "is no file of solved starts",
    '{"format": "sowfish solved starts 1", "starts": 3}': "is no file of solved starts",
}


@pytest.mark.parametrize("text", WRONG)
def test_wrong_files_are_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "solved.json").write_text(text)
    with pytest.raises(SowfishError, match=WRONG[text]):
        load(tmp_path / "solved.json")


def test_file_that_contradicts_itself_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "solved.json"
    save(path, [TABLE["kalah", 2, 2]])
    content = json.loads(path.read_text())
    content["starts"][0]["openings"] = [1, 2, 3]
    path.write_text(json.dumps(content))
    with pytest.raises(SowfishError, match=r"the values of kalah\(2,2\) contradict each other"):
        load(path)
