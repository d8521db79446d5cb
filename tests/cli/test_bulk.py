"""`sowfish analyse --file`: many positions here or by several processes, in order, and going on where it ended."""

import csv
import io
import json
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from tests.cli.program import PROGRAM, environment, run

from sowfish import ArenaError, Limits, Position, ValueTable, analyse
from sowfish.arena.worker_pool import Done, Task
from sowfish.cli.commands import bulk_analysis
from sowfish.cli.commands.analysis_content import of_found
from sowfish.cli.options import SearchOptions
from sowfish.cli.terminal.progress_line import ProgressLine
from sowfish.content import json_line

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


MIXED = """\
# several rules, sizes and sides; finished games and a forced pass
kalah: 0 4 2 1 0 3 14 / 1 0 2 0 3 2 16 south
avalanche: 1 2 0 / 2 1 3 north

kalah: 0 0 5 / 1 0 3 south # over
events: 0 0 3 / 2 1 1 south
kalah,pits=8: 0 1 0 0 2 0 1 0 3 / 0 0 1 0 0 2 0 0 4 north
avalanche-sweep: 2 0 1 / 0 2 3
2 1 0 / 1 1 0
avalanche: 0 1 0 / 1 0 3 north
"""


@pytest.mark.parametrize("how", [(), ("--threads", "2"), ("--jobs", "2")])
def test_a_mixed_file_gets_what_each_position_gets_alone(tmp_path: Path, how: tuple[str, ...]) -> None:
    file = tmp_path / "mixed.txt"
    file.write_text(MIXED)
    ended = run("analyse", "--file", str(file), *how)
    assert (ended.returncode, ended.stderr) == (0, "")
    texts = [text for line in MIXED.splitlines() if (text := line.partition("#")[0].strip())]
    for text, line in zip(texts, ended.stdout.splitlines(), strict=True):
        position, content = Position.parse(text), json.loads(line)
        alone = json.loads(json_line(of_found(analyse(position))))
        assert list(content) == list(alone)
        assert _timeless(content) == _timeless(alone)
        for move in content["moves"]:
            assert _margin(position, move["line"]) == move["value"]
        assert _margin(position, content["line"]) == content["value"]


def _timeless(content: dict[str, Any]) -> dict[str, Any]:
    """Leave out what differs from run to run: the cost, and which of several best lines is shown."""
    moves = [{name: value for name, value in move.items() if name != "line"} for move in content["moves"]]
    return {name: value for name, value in content.items() if name not in ("nodes", "seconds", "line")} | {
        "moves": moves
    }


def _margin(position: Position, line: list[list[int]]) -> int:
    """Return the margin at the end of a line, for the side to move at its beginning."""
    side = position.to_move
    for turn in line:
        position = position if turn else position.passed()
        for pit in turn:
            position = position.after(pit)
    assert position.is_over
    return position.margin if position.to_move is side else -position.margin


def test_ctrl_c_leaves_whole_lines_of_finished_positions_in_a_file(tmp_path: Path) -> None:
    file, output = tmp_path / "positions.txt", tmp_path / "values.jsonl"
    hard = "4 4 4 4 4 4 4 4 0 / 4 4 4 4 4 4 4 4 0"
    file.write_text("\n".join([*LINES, hard, *LINES]))
    words = [PROGRAM, "analyse", "--file", str(file), "--time", "60", "--output", str(output)]
    with subprocess.Popen(words, env=environment()) as process:
        deadline = time.monotonic() + 60
        while not output.exists() or len(output.read_text().splitlines()) < len(LINES):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 130
    assert output.read_text().endswith("\n")
    assert len(output.read_text().splitlines()) == len(LINES)
    ended = run("analyse", "--file", str(file), "--time", "0.1", "--output", str(output))
    assert ended.returncode == 0
    assert len(output.read_text().splitlines()) == 2 * len(LINES) + 1


def test_chunks_that_end_early_are_gone_on_with(
    positions: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bulk_analysis, "PATIENCE_HERE", 0.0)
    monkeypatch.setattr(bulk_analysis, "CHUNK", 4)
    search = SearchOptions(limits=Limits(seconds=5), threads=1)
    asked = [Position.parse(line) for line in positions.read_text().splitlines()]
    assert bulk_analysis.write_lines(asked, search, jobs=None, cluster=None, output=None) == 0
    assert [text for text, _ in _known(capsys.readouterr().out)] == [str(position) for position in asked]


def test_positions_whose_worker_died_are_asked_for_alone() -> None:
    asked = [Position.parse(line) for line in LINES]
    with ProgressLine() as thinking:
        lines = bulk_analysis._Lines(asked, 0, io.StringIO(), thinking)
        chunk = lines._next_chunk()
        assert len(chunk) == len(LINES)
        lost = Done(task=Task(function=len, arguments=(), about=chunk), is_lost=True)
        lines._take(lost)
        assert [lines._next_chunk() for _ in LINES] == [[number] for number in chunk]
        alone = Done(task=Task(function=len, arguments=(), about=[3]), is_lost=True)
        lines._take(alone)
        with pytest.raises(ArenaError, match=re.escape(f"workers keep dying at {asked[3]}")):
            lines._take(alone)


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
    assert "line 1 is not an analysis" in ended.stderr
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
