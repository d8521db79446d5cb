"""How sets of graded positions are made, on a board small enough to be solved at once."""

import sys
from pathlib import Path

import pytest

from sowfish import Position, Rules, solve
from sowfish.grading import making
from sowfish.grading.positions import read
from sowfish.grading.scoring import Phase, phase_of

RULES = Rules.named("kalah", pits=2)


def test_positions_of_a_game_have_a_choice_and_repeat_with_the_seed() -> None:
    found = making.positions(RULES, 1, 1)
    assert found == making.positions(RULES, 1, 1) != making.positions(RULES, 2, 1)
    assert all(len(position.legal_pits) > 1 for position in found)


def test_a_set_has_every_phase_and_proven_moves_that_differ(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(making, "FOLDER", tmp_path)
    monkeypatch.setattr(sys, "argv", ["making", "kalah,pits=2", "--each", "2", "--seed", "5", "--memory", str(1 << 26)])
    making.main()
    found = read(tmp_path / "kalah,pits=2.jsonl")
    assert [phase_of(one.position) for one in found.positions] == [phase for phase in Phase for _ in range(2)]
    for one in found.positions:
        assert len(set(one.values) - {None}) > 1
        assert max(value for value in one.values if value is not None) == solve(one.position).value
    assert "6 of 6" in capsys.readouterr().err
    assert isinstance(found.positions[0].position, Position)
