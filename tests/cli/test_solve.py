import json
import re

from tests.cli.program import run, run_on_terminal

from sowfish import Position, solve

SMALL = Position.parse("kalah: 0 4 2 1 0 3 14 / 1 0 2 0 3 2 16 south")
HARD = "4 4 4 4 4 4 4 4 0 / 4 4 4 4 4 4 4 4 0"  # beyond every proof


def test_solve_in_json_has_the_value_and_a_line_that_reaches_it() -> None:
    content = json.loads(run("solve", str(SMALL), "--json").stdout)
    assert set(content) == {"rules", "position", "value", "kind", "line", "nodes", "seconds"}
    assert (content["value"], content["kind"]) == (solve(SMALL).value, "proven")
    position = SMALL
    for pit in (pit for turn in content["line"] for pit in turn):
        position = position.after(pit)
    assert position.is_over
    sign = 1 if position.to_move == "south" else -1
    assert sign * position.margin == content["value"]


def test_solve_tells_the_line_in_whole_turns() -> None:
    shown = run("solve", str(SMALL))
    assert (shown.returncode, shown.stderr) == (0, "")
    turns = re.findall(r"^ ?\d+\. (you |they) ([0-9 ]+)$", shown.stdout, re.MULTILINE)
    line = json.loads(run("solve", str(SMALL), "--json").stdout)["line"]
    assert [[int(pit) for pit in pits.split()] for _, pits in turns] == line
    assert "\n    the end: you 27, they 21\n" in shown.stdout
    assert re.search(r"\nYou win by 6, proven\.\n[\d,]+ positions in [\d.]+ s\n$", shown.stdout)


def test_finished_game_has_a_value_too() -> None:
    content = json.loads(run("solve", "kalah: 0 0 9 / 4 1 8", "--json").stdout)
    assert (content["value"], content["kind"], content["line"]) == (-4, "proven", [])
    assert "You lose by 4, proven." in run("solve", "kalah: 0 0 9 / 4 1 8").stdout


def test_time_ends_a_proof() -> None:
    content = json.loads(run("solve", HARD, "--time", "0.5", "--json").stdout)
    assert content["kind"] in ("bound", "estimate")
    assert content["seconds"] < 5


def test_little_memory_gives_the_same_value() -> None:
    values = [
        json.loads(run("solve", str(SMALL), "--json", *words).stdout)["value"] for words in ([], ["--memory", "64k"])
    ]
    assert values[0] == values[1]


def test_terminal_shows_progress_and_the_line_is_removed() -> None:
    shown = run_on_terminal("solve", HARD, "--time", "1.5", columns=80)
    assert re.search("\r\x1b\\[K1 s: .*\r\x1b\\[Kkalah: you", shown, re.DOTALL)


def test_nothing_about_progress_reaches_a_pipe() -> None:
    assert run("solve", HARD, "--time", "1").stderr == ""
