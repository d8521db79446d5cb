"""`sowfish analyse --file` by several processes: in order, and going on where it ended."""

import csv
import json
from pathlib import Path

import pytest
from tests.cli.program import run

from sowfish import ValueTable

LINES = [f"{a} {b} 1 0 / 1 {a} 2 0" for a in range(3) for b in range(1, 4)]


@pytest.fixture(name="positions")
def _positions(tmp_path: Path) -> Path:
    path = tmp_path / "positions.txt"
    path.write_text("\n".join(LINES))
    return path


def _known(text: str) -> list[tuple[object, ...]]:
    return [(line["position"], line["value"]) for line in map(json.loads, text.splitlines())]


def test_two_processes_say_what_one_says_and_go_on_where_they_ended(positions: Path, tmp_path: Path) -> None:
    alone = run("analyse", "--file", str(positions)).stdout
    output = tmp_path / "values.jsonl"
    whole = alone.splitlines(keepends=True)
    output.write_text("".join(whole[:4]) + whole[4][:20])  # as a kill in the middle of a line leaves it
    ended = run("analyse", "--file", str(positions), "--jobs", "2", "--output", str(output))
    assert ended.returncode == 0, ended.stderr
    assert f"4 of {len(LINES)} positions already" in ended.stderr
    assert output.read_text().splitlines(keepends=True)[:4] == whole[:4]
    assert _known(output.read_text()) == _known(alone)
    assert run("analyse", "--file", str(positions), "--jobs", "2", "--output", str(output)).returncode == 0
    assert len(output.read_text().splitlines()) == len(LINES)


def test_a_table_has_the_values_of_the_lines(positions: Path, tmp_path: Path) -> None:
    alone = run("analyse", "--file", str(positions)).stdout
    for name in ("values.csv", "values.npz"):
        ended = run("analyse", "--file", str(positions), "--output", str(tmp_path / name))
        assert (ended.returncode, ended.stdout) == (0, ""), ended.stderr
    with (tmp_path / "values.csv").open() as file:
        assert [(line["position"], int(line["value"])) for line in csv.DictReader(file)] == _known(alone)
    assert ValueTable.load(tmp_path / "values.npz").value.tolist() == [value for _, value in _known(alone)]
    refused = run("analyse", "--file", str(positions), "--output", str(tmp_path / "values.csv"), "--jobs", "2")
    assert refused.returncode == 2
    assert "--jobs and --cluster write lines of JSON" in refused.stderr


def test_another_file_is_not_written_to(positions: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text("words\n")
    ended = run("analyse", "--file", str(positions), "--output", str(other))
    assert ended.returncode == 2
    assert "line 1 is no analysis" in ended.stderr
    assert other.read_text() == "words\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("1 0 / 1 0", "--jobs", "2"), "--jobs needs --file"),
        (("1 0 / 1 0", "--output", "x"), "--output needs --file"),
        (("--file", "-", "--jobs", "2", "--cluster", "tcp://x:1"), "either --jobs or --cluster"),
    ],
)
def test_options_without_effect_are_refused(words: tuple[str, ...], sentence: str) -> None:
    ended = run("analyse", *words, typed="1 0 / 1 0")
    assert ended.returncode == 2
    assert sentence in ended.stderr
