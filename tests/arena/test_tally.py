import math
import random

import pytest
from tests.arena.simulated import mean_score, pair

from sowfish.arena.tally import Tally, elo_of, score_of


def test_elo_and_score_undo_each_other() -> None:
    for elo in (-800, -35.5, 0, 1, 400):
        assert elo_of(score_of(elo)) == pytest.approx(elo)


def test_a_published_match_of_single_games() -> None:
    # What cutechess says of 880 wins, 759 losses and 1863 draws in https://github.com/cutechess/cutechess/issues/543
    # is a score of 0.517, an Elo difference of 12.0 +/- 7.9, and a likelihood of superiority of 99.9 %.
    tally = Tally((759, 1863, 880))
    assert tally.score == pytest.approx(0.517, abs=0.0005)
    assert tally.elo == pytest.approx(12.0, abs=0.05)
    assert (tally.elo_interval.high - tally.elo_interval.low) / 2 == pytest.approx(7.9, abs=0.05)
    assert tally.superiority == pytest.approx(0.999, abs=0.0005)


@pytest.mark.parametrize(
    ("counts", "elo", "error", "superiority"),
    [
        # The tables in fastchess's tests, app/tests/elo_test.cpp: another program's formulas for pairs.
        ((34, 54, 63, 64, 75), 55.58, 27.65, 1.0),
        ((332, 433, 498, 333, 334), -8.64, 10.33, 0.0505),
    ],
)
def test_pairs_agree_with_another_program(
    counts: tuple[int, ...], elo: float, error: float, superiority: float
) -> None:
    tally = Tally(counts)
    assert tally.elo == pytest.approx(elo, abs=0.01)
    assert (tally.elo_interval.high - tally.elo_interval.low) / 2 == pytest.approx(error, rel=0.01)
    assert tally.superiority == pytest.approx(superiority, abs=0.0005)


@pytest.mark.parametrize(("elo", "bias"), [(0, 0), (60, 0), (60, 250), (300, 100)])
def test_intervals_hold_the_truth_as_often_as_they_say(elo: float, bias: float) -> None:
    source = random.Random(3)
    runs, held = 400, 0
    for _ in range(runs):
        tally = Tally.of_pairs(pair(source, elo, bias=bias) for _ in range(60))
        interval = tally.score_interval
        held += interval.low <= mean_score(elo, bias) <= interval.high
    assert 0.92 <= held / runs <= 0.98


def test_single_games_would_overstate_the_error_where_openings_decide() -> None:
    source = random.Random(4)
    halves = [pair(source, 0, bias=600) for _ in range(200)]
    assert Tally.of_pairs(halves).error < 0.7 * 0.5 / math.sqrt(400)


def test_equal_players_come_out_equal() -> None:
    source = random.Random(5)
    tallies = [Tally.of_pairs(pair(source, 0) for _ in range(50)) for _ in range(400)]
    assert abs(sum(tally.elo for tally in tallies)) / 400 < 6
    assert 0.02 <= sum(tally.superiority > 0.95 for tally in tallies) / 400 <= 0.09


def test_all_won_is_infinite_with_a_finite_lower_end() -> None:
    tally = Tally((0, 0, 0, 0, 50))
    assert tally.elo == tally.elo_interval.high == math.inf
    assert 300 < tally.elo_interval.low < 700
    assert tally.superiority > 0.999


def test_a_few_like_results_are_no_certainty() -> None:
    interval = Tally((0, 0, 10, 0, 0)).elo_interval
    assert interval.low < -20
    assert interval.high > 20


def test_nothing_played_says_nothing() -> None:
    tally = Tally.of_pairs([])
    assert (tally.score, tally.superiority) == (0.5, 0.5)
    assert tally.elo_interval.low == -math.inf
