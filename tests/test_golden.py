from pathlib import Path

import pytest
from tests import golden
from tests.lockstep import reference_of, text_of

from sowfish import PROFILES, Position

FILES = sorted(golden.FOLDER.glob("*.txt"))


def test_every_profile_has_golden_games() -> None:
    assert {path.stem for path in FILES} > set(PROFILES)


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_golden_games_replay_identically(path: Path) -> None:
    games = golden.read(path)
    assert len(games) >= 5
    for game in games:
        position = Position.parse(game.start)
        assert str(position) == game.start
        for pit, text in game.moves:
            if pit is None:
                position = position.passed()
            else:
                assert str(position.move(pit).after) == text
                position = position.after(pit)
            assert str(position) == text
        assert position.is_over


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_the_reference_replays_golden_games_too(path: Path) -> None:
    for game in golden.read(path):
        reference = reference_of(Position.parse(game.start))
        for pit, text in game.moves:
            if pit is None:
                reference.pass_turn()
            else:
                reference.move(pit)
            assert text_of(reference) == text
        assert reference.is_over()
