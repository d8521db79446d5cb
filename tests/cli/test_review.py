"""Reviews by the real program."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from tests.cli.program import Terminal, run, run_on_terminal

from sowfish import Game, Position

ROOT = Path(__file__).parent.parent.parent
GAME = ROOT / "docs" / "games" / "kalah.txt"


def test_review_in_json_has_every_turn_the_graph_and_the_accuracy() -> None:
    content = json.loads(run("review", str(GAME), "--json").stdout)
    game = Game.load(GAME)
    assert [turn["turn"] for turn in content["turns"]] == [list(turn.pits) for turn in game.turns]
    first = content["turns"][0]
    assert first["before"] == {"value": 6, "kind": "proven"}
    assert first["after"] == {"value": -2, "kind": "proven"}
    assert (first["lost"]["value"], first["mark"], first["best"]) == (8, "??", [1, 3])
    assert [known["value"] for known in content["graph"]][:2] == [6, -2]
    assert content["accuracy"]["north"] == {"percent": 100.0, "kind": "proven", "turns": 6, "lost": 0}
    assert (content["result"], content["score"]) == ("north_wins", "8-16")


def test_game_file_comes_from_a_pipe_as_well() -> None:
    typed = GAME.read_text(encoding="utf-8")
    piped = json.loads(run("review", "-", "--json", typed=typed).stdout)
    assert piped["turns"] == json.loads(run("review", str(GAME), "--json").stdout)["turns"]


def test_picture_shows_a_bar_for_every_value(tmp_path: Path) -> None:
    svg = tmp_path / "graph.svg"
    shown = run("review", str(GAME), "--svg", str(svg))
    assert (shown.returncode, shown.stderr) == (0, "")
    tree = ET.parse(svg)  # noqa: S314  # our own
    bars = [item.get("class") for item in tree.iter() if item.get("class") in ("sowfish-south", "sowfish-north")]
    assert bars == ["sowfish-south"] + ["sowfish-north"] * 13
    assert [item.text for item in tree.iter() if item.text in ("??", "?", "?!")] == ["??", "?", "?!"]


def test_what_time_does_not_prove_is_marked_as_estimated(tmp_path: Path) -> None:
    game = Game(Position.start("kalah", stones=8))
    for pit in (0, 1, 2):
        game.play(pit)
    game.save(tmp_path / "game.txt")
    shown = run("review", str(tmp_path / "game.txt"), "--time", "0.5").stdout
    assert re.search(r"  1\. you  0 +~[+-]?\d+ → ~[+-]?\d+", shown)
    assert "accuracy about " in shown
    assert "░" in shown


def test_narrow_terminal_holds_every_line() -> None:
    shown = run_on_terminal("review", str(GAME), columns=40, NO_COLOR="1", TERM="dumb")
    assert max(map(len, re.sub("\x1b.*?[A-Za-z]", "", shown).replace("\r", "\n").splitlines())) <= 40


def test_ascii_output_gets_ascii() -> None:
    shown = run("review", str(GAME), PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert shown.returncode == 0
    assert "+6 -> -2    lost 8 ??" in shown.stdout


def test_ctrl_c_shows_what_is_known(tmp_path: Path) -> None:
    game = Game(Position.start("kalah", stones=8))
    for pit in (0, 1, 2):
        game.play(pit)
    game.save(tmp_path / "game.txt")
    with Terminal("review", str(tmp_path / "game.txt"), "--time", "100") as terminal:
        terminal.until(" of 4; ")
        terminal.interrupt()
        assert "stopped by Ctrl-C" in terminal.end(code=130)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "Missing argument 'GAMEFILE'"),
        (["/no/such/file"], "No such file or directory: '/no/such/file'"),
        (["/"], "Is a directory: '/'"),
        ([__file__], "line 1: a game starts with the header"),
        ([str(GAME), "--svg", "/no/such/graph.svg"], "No such file or directory: '/no/such/graph.svg'"),
        ([str(GAME), "--svg", "/"], "Is a directory: '/'"),
        ([str(GAME), "--time", "0"], "seconds must be a positive number"),
    ],
)
def test_wrong_input_is_one_sentence(words: list[str], message: str) -> None:
    shown = run("review", *words)
    assert shown.returncode == 2
    assert message in shown.stderr
    assert shown.stderr.count("\n") == 1


@pytest.mark.parametrize("text", ["", "garbage", "{}", '[Sowfish "1"]\n[Start "1 0 / 1 0"]\n'])
def test_an_invalid_game_is_rejected(text: str) -> None:
    shown = run("review", "-", typed=text)
    assert (shown.returncode, shown.stdout) == (2, "")
    assert shown.stderr.count("\n") == 1
