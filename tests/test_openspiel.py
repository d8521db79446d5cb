"""Somebody else's program plays the same games; see tests/openspiel.py for how its rules map to ours."""

from random import Random

import pytest
from tests import openspiel

GAMES = 1_000
CHUNKS = 4

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this machine")


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games_agree_with_openspiel(chunk: int) -> None:
    game, source = pyspiel.load_game("mancala"), Random(f"OpenSpiel, chunk {chunk}")
    games = [openspiel.compare_game(game, source) for _ in range(GAMES // CHUNKS)]
    assert len(games) * CHUNKS == GAMES
    assert 30 < sum(games) / len(games) < 60  # moves in a game
