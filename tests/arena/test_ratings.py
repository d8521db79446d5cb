import math
import random

import pytest

from sowfish.arena.ratings import ratings
from sowfish.arena.tally import ELO_SCALE, Tally, Z, score_of

# The American League's eastern division of 1987, wins of the row over the column, and the strengths that a
# Bradley-Terry model gives it: A. Agresti, "Categorical Data Analysis", 2nd edition (2002), section 10.6, and to more
# digits H. Turner and D. Firth, "Bradley-Terry models in R: the BradleyTerry2 package" (2012).
LEAGUE = {
    "Milwaukee": (0, 7, 9, 7, 7, 9, 11),
    "Detroit": (6, 0, 7, 5, 11, 9, 9),
    "Toronto": (4, 6, 0, 7, 7, 8, 12),
    "New York": (6, 8, 6, 0, 6, 7, 10),
    "Boston": (6, 2, 6, 7, 0, 7, 12),
    "Cleveland": (4, 4, 5, 6, 6, 0, 6),
    "Baltimore": (2, 4, 1, 3, 1, 7, 0),
}
PUBLISHED = {
    "Milwaukee": 1.5814,
    "Detroit": 1.4364,
    "Toronto": 1.2945,
    "New York": 1.2476,
    "Boston": 1.1077,
    "Cleveland": 0.6839,
    "Baltimore": 0.0,
}


def test_a_published_table_gives_the_published_strengths() -> None:
    names, wins = list(LEAGUE), list(LEAGUE.values())
    results = {(a, b): Tally((wins[b][a], 0, wins[a][b])) for a in range(7) for b in range(a + 1, 7)}
    found = {rating.player: rating.elo / ELO_SCALE for rating in ratings(names, results).players}
    for name, strength in PUBLISHED.items():
        assert found[name] - found["Baltimore"] == pytest.approx(strength, abs=0.0001)


def test_an_independent_method_agrees() -> None:
    """Zermelo's iteration, as in Hunter, "MM algorithms for generalized Bradley-Terry models" (2004)."""
    names, wins = list(LEAGUE), list(LEAGUE.values())
    strength = [1.0] * 7
    for _ in range(2000):
        strength = [
            sum(wins[a]) / sum((wins[a][b] + wins[b][a]) / (strength[a] + strength[b]) for b in range(7) if b != a)
            for a in range(7)
        ]
    results = {(a, b): Tally((wins[b][a], 0, wins[a][b])) for a in range(7) for b in range(a + 1, 7)}
    found = {rating.player: rating.elo for rating in ratings(names, results).players}
    for a in range(1, 7):
        expected = ELO_SCALE * math.log(strength[a] / strength[0])
        assert found[names[a]] - found[names[0]] == pytest.approx(expected, abs=0.01)


def test_two_players_get_the_elo_and_error_of_their_match() -> None:
    tally = Tally((3, 20, 40, 30, 17))
    first, second = ratings(["a", "b"], {(0, 1): tally}).players
    assert first.elo - second.elo == pytest.approx(tally.elo)
    slope = ELO_SCALE / (tally.score * (1 - tally.score))
    assert 2 * first.error == pytest.approx(Z * tally.error * slope)


def test_known_strengths_are_found_within_their_errors() -> None:
    truth = {"a": 150.0, "b": 50.0, "c": -20.0, "d": -180.0}
    names = list(truth)
    source = random.Random(1)
    held = 0
    for _ in range(60):
        results = {}
        for a in range(4):
            for b in range(a + 1, 4):
                elo = truth[names[a]] - truth[names[b]]
                wins = sum(source.random() < score_of(elo) for _ in range(200))
                results[a, b] = Tally((200 - wins, 0, wins))
        found = ratings(names, results)
        held += sum(abs(rating.elo - truth[rating.player]) <= rating.error for rating in found.players)
    assert 0.9 <= held / 240 <= 0.99


def test_who_won_everything_is_rated_all_the_same() -> None:
    found = ratings(["a", "b", "c"], {(0, 1): Tally((0, 0, 0, 0, 20)), (1, 2): Tally((0, 5, 5, 5, 5))})
    assert found.is_held
    assert [rating.player for rating in found.players] == ["a", "b", "c"]
    assert all(math.isfinite(rating.elo) and math.isfinite(rating.error) for rating in found.players)


def test_nothing_played_rates_all_alike() -> None:
    found = ratings(["a", "b"], {(0, 1): Tally((0, 0, 0, 0, 0))})
    assert [rating.elo for rating in found.players] == [0, 0]
