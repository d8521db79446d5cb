import json
import os
import pty
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest
from tests.cli.program import PROGRAM, environment, run, run_on_terminal

from sowfish import Position, analyse, best_turn

SMALL = Position.parse("kalah: 0 4 2 1 0 3 14 / 1 0 2 0 3 2 16 south")
HARD = "4 4 4 4 4 4 4 4 0 / 4 4 4 4 4 4 4 4 0"  # beyond every proof
SHOWN = (Path(__file__).parent.parent / "data" / "screens" / "analyse.txt").read_text(encoding="utf-8")


def timeless(text: str) -> str:
    return re.sub(r"[\d,]+ positions in [\d.]+ s", "N positions in T s", text)


def test_analysis_looks_like_the_golden_one() -> None:
    shown = run("analyse", str(SMALL))
    assert (shown.returncode, shown.stderr) == (0, "")
    assert timeless(shown.stdout) == SHOWN


def test_american_spelling_is_the_same_command() -> None:
    assert timeless(run("analyze", str(SMALL)).stdout) == SHOWN


def test_terminal_shows_the_same_in_the_end() -> None:
    assert timeless(run_on_terminal("analyse", str(SMALL), columns=100)).endswith(SHOWN)


def test_terminal_shows_progress() -> None:
    shown = run_on_terminal("analyse", HARD, "--time", "1.5", columns=80)
    assert "Ctrl-C stops" in shown
    assert re.search("[~≥≤]", shown)


def test_values_in_json_are_those_of_the_solver() -> None:
    content = json.loads(run("analyse", str(SMALL), "--json").stdout)
    found = analyse(SMALL)
    assert [(move["pit"], move["value"], move["kind"]) for move in content["moves"]] == [
        (move.pit, move.value, "proven") for move in found.moves
    ]
    assert (content["value"], content["kind"]) == (found.best.value, "proven")
    threat = best_turn(SMALL.with_to_move("north"), "stones")
    assert content["threat"] == {"turn": list(threat.pits), "banked": threat.score - SMALL.north_store}


def test_bound_has_low_and_high() -> None:
    content = json.loads(run("analyse", HARD, "--time", "0.5", "--json").stdout)
    for known in (content, *content["moves"]):
        assert ("low" in known) == ("high" in known) == (known["kind"] == "bound")


def test_file_gets_one_line_for_each_position_in_order(tmp_path: Path) -> None:
    positions = [SMALL, Position.parse("avalanche: 1 2 0 / 2 1 3 north"), Position.parse("kalah: 0 0 5 / 1 0 3 south")]
    file = tmp_path / "positions.txt"
    file.write_text("# three\n\n" + "\n".join(map(str, positions)) + " # over\n")
    lines = run("analyse", "--file", str(file)).stdout.splitlines()
    assert [json.loads(line)["position"] for line in lines] == list(map(str, positions))
    assert json.loads(lines[2])["value"] == 1
    assert json.loads(lines[2])["moves"] == []


def test_standard_input_is_a_file_as_well() -> None:
    shown = run("analyse", "--file", "-", "--rules", "avalanche", typed="1 1 0 / 1 1 0\n")
    assert json.loads(shown.stdout)["rules"] == "avalanche,pits=2"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"1 0 / 1 0\n1 0 / x\n", "positions.txt, line 2: 'x' is not a number of stones"),
        (b"\n# nothing\n", "positions.txt contains no positions"),
        (b"\xff\n", "positions.txt: byte 0 is not UTF-8 text"),
    ],
)
def test_wrong_file_is_refused_before_anything_is_written(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "positions.txt"
    file.write_bytes(content)
    shown = run("analyse", "--file", str(file))
    assert (shown.returncode, shown.stdout) == (2, "")
    assert message in shown.stderr


def test_forced_pass_is_shown() -> None:
    assert "You have nothing to sow and pass: " in run("analyse", "events: 0 0 3 / 2 1 1 south").stdout


def test_interrupt_on_a_terminal_keeps_the_last_answer() -> None:
    ours, theirs = pty.openpty()
    words = [PROGRAM, "analyse", HARD, "--time", "60"]
    with subprocess.Popen(words, stdin=theirs, stdout=theirs, stderr=theirs, env=environment()) as process:
        os.close(theirs)
        shown = b""
        while b"Ctrl-C stops" not in shown:
            shown += os.read(ours, 4096)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        try:
            while chunk := os.read(ours, 4096):
                shown += chunk
        except OSError:
            pass  # the program has ended
        assert process.wait(timeout=20) == 130
    os.close(ours)
    assert shown.rstrip().endswith(b"stopped by Ctrl-C")


def test_nothing_is_said_about_a_threat_of_nothing_and_a_search_that_was_none() -> None:
    shown = run("analyse", "kalah: 0 1 0 / 1 0 0").stdout
    assert shown.endswith("\nThreat: none, they would bank nothing now.\n")
    assert "positions" not in run("solve", "kalah: 0 1 0 / 1 0 0").stdout
