"""`sowfish grade`: tables, JSON, and moves that were chosen elsewhere."""

import json
import sys
import warnings
from pathlib import Path

import pytest

from sowfish.cli.main import main
from sowfish.grading import load


def ran(*words: str) -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["sowfish", "grade", *words])
        patch.setattr(warnings, "showwarning", warnings.showwarning)  # which the program replaces
        return main()


def graded(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert ran(*words) == 0
    return capsys.readouterr().out


def test_one_player_is_reported_by_phase(capsys: pytest.CaptureFixture[str]) -> None:
    shown = graded(capsys, "greedy", "--limit", "30")
    assert shown.startswith("kalah v1, 30 positions, every move proven")
    assert [line.split()[0] for line in shown.splitlines() if line.startswith("  ") and "%" in line] == [
        "opening",
        "middlegame",
        "endgame",
    ]
    assert "Lost: stones given away, with a 95 % interval." in shown


def test_several_players_stand_in_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    shown = graded(capsys, "greedy", "leftmost", "--limit", "12", "--rules", "avalanche")
    assert "optimal by phase" in shown
    assert shown.count("greedy") == shown.count("leftmost") == 2


def test_ctrl_c_before_the_first_position_ends_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "late.py").write_text(
        "import signal\n"
        "from sowfish.players import Player\n"
        "class Late(Player):\n"
        "    def __init__(self): signal.raise_signal(signal.SIGINT)\n"
        "    def choose(self, position, clock): return position.legal_pits[0]\n"
    )
    assert ran(f"{tmp_path / 'late.py'}:Late", "--limit", "12") == 130
    assert capsys.readouterr().err == "sowfish: interrupted before a position was graded\n"


def test_programs_get_json(capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = json.loads(graded(capsys, "turn", "--limit", "12", "--json"))["grades"]
    assert found["agent"] == "turn"
    assert 0 <= found["score"]["optimal"] <= 1


def test_a_set_is_exported_and_moves_for_it_are_graded(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    exported, chosen = tmp_path / "positions.txt", tmp_path / "moves.txt"
    assert "300 positions" in graded(capsys, "--export", str(exported))
    best = {str(one.position): max(range(6), key=lambda pit: one.values[pit] or -99) for one in load("kalah").positions}
    lines = exported.read_text().splitlines()[:20]
    chosen.write_text("".join(f"{line}; {best[line]}\n" for line in lines))
    assert "20 positions" in graded(capsys, "--moves", str(chosen))


@pytest.mark.parametrize(
    ("words", "sentence"), [((), "name a player to grade"), (("--moves", "empty"), "empty has no moves")]
)
def test_nothing_to_grade_is_a_sentence(
    words: tuple[str, ...],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").write_text("")
    assert ran(*words) == 2
    assert sentence in capsys.readouterr().err
