"""Flat Monte Carlo: counts for the right side, fair shares, reproducible."""

import math
import random
import re
import threading
from itertools import islice

import pytest
from tests.search.boards import game, playable
from tests.truth import load

from sowfish import IllegalMoveError, Position, SowfishError
from sowfish.players import Clock
from sowfish.players.montecarlo import MonteCarlo
from sowfish.players.options import options_of
from sowfish.search.montecarlo import Count, Select, montecarlo


def test_rates_by_first_pit_agree_with_the_other_program() -> None:
    known = load("baselines")["naive_monte_carlo_200000_playouts_from_kalah_start"]
    rates = known["win_loss_tie_rates_by_first_pit"]
    for count in montecarlo(Position.start(), seed=5).counts:
        games, *theirs = rates[str(count.pit)]
        ours = [number / count.playouts for number in (count.wins, count.losses, count.draws)]
        for mine, other in zip(ours, theirs, strict=True):
            error = math.sqrt(other * (1 - other) * (1 / count.playouts + 1 / games))
            assert abs(mine - other) < 4 * error, count.pit


@pytest.mark.parametrize("policy", ["uniform", "greedy"])
def test_counts_are_those_of_the_side_to_move(policy: str) -> None:
    for position in islice(playable(1000, seed=3), 100):
        here = montecarlo(position, playouts=60, policy=policy, seed=1)
        there = montecarlo(position.turned(), playouts=60, policy=policy, seed=1)
        assert here.counts == there.counts
        assert here.pit == there.pit


def test_a_move_that_wins_at_once_wins_every_game() -> None:
    position = Position.parse("0 0 0 0 0 1 24 / 1 0 0 0 0 0 22 south")
    assert montecarlo(position, playouts=100).counts == (Count(pit=5, wins=100, draws=0, losses=0),)
    lost = Position.parse("0 0 0 0 0 1 22 / 1 0 0 0 0 0 24 south")
    assert montecarlo(lost, playouts=100).counts == (Count(pit=5, wins=0, draws=0, losses=100),)


@pytest.mark.parametrize("rules", ["kalah", "events", "avalanche-sweep"])
def test_games_cut_short_end_as_whole_games_do(rules: str) -> None:
    for position in islice(game(rules, 8), 0, None, 4):
        found = montecarlo(position, playouts=len(position.legal_pits) * 3, seed=9)
        for number, count in enumerate(found.counts):
            wins = losses = 0
            for turn in range(3):
                board = position.after(count.pit)
                sign = 1 if board.to_move == position.to_move else -1
                game_number = turn * len(found.counts) + number
                tally = board._board.playouts(9, game_number, 1)
                result = sign * (tally.wins - tally.losses)
                wins, losses = wins + (result > 0), losses + (result < 0)
            assert (count.wins, count.losses) == (wins, losses)


def test_every_pit_gets_its_share_and_threads_do_not_matter() -> None:
    position = Position.start("avalanche")
    one = montecarlo(position, playouts=10_001, seed=4, threads=1)
    assert sorted(count.playouts for count in one.counts) == [1666, 1667, 1667, 1667, 1667, 1667]
    for threads in (2, 3, 7):
        assert montecarlo(position, playouts=10_001, seed=4, threads=threads).counts == one.counts
    assert montecarlo(position, playouts=10_001, seed=5, threads=1).counts != one.counts


def test_select_says_what_is_best() -> None:
    safe = Count(pit=0, wins=10, draws=90, losses=0)
    bold = Count(pit=1, wins=60, draws=0, losses=40)
    assert safe.score(Select.RATIO) > bold.score(Select.RATIO)
    assert bold.score(Select.DIFFERENCE) > safe.score(Select.DIFFERENCE)
    found = montecarlo(Position.start(), playouts=6_000, select="ratio")
    assert found.best.ratio == max(count.ratio for count in found.counts)


def test_time_and_a_wish_end_it() -> None:
    found = montecarlo(Position.start(), playouts=None, seconds=0.05)
    assert found.playouts >= 6
    assert found.seconds < 2
    wish = threading.Event()
    wish.set()
    assert montecarlo(Position.start(), playouts=10**12, cancel=wish).seconds < 5


def test_wrong_options_are_named() -> None:
    start = Position.start()
    for options, word in (
        ({"playouts": 0}, "playouts"),
        ({"playouts": None}, "limit"),
        ({"policy": "best"}, "policy"),
        ({"select": "most"}, "select"),
        ({"seed": -1}, "seed"),
        ({"threads": 0}, "threads"),
        ({"seconds": 0}, "seconds"),
    ):
        with pytest.raises(SowfishError, match=word):
            montecarlo(start, **options)
    with pytest.raises(SowfishError, match="the game is over"):
        montecarlo(Position.parse("0 0 1 / 0 0 2"))


@pytest.mark.parametrize(
    ("select", "pit"),
    [("difference", 0), ("ratio", 1), ("wins", 2)],
)
def test_three_ways_to_choose_can_disagree(select: str, pit: int) -> None:
    counts = [
        Count(pit=0, wins=50, draws=20, losses=30),  # +20, 0.625, 0.50
        Count(pit=1, wins=15, draws=80, losses=5),  # +10, 0.75, 0.15
        Count(pit=2, wins=55, draws=0, losses=45),  # +10, 0.55, 0.55
    ]
    assert max(counts, key=lambda count: count.score(Select(select))).pit == pit
    assert [count.win_share for count in counts] == [0.5, 0.15, 0.55]


class TestARolloutInPython:
    START = Position.start("kalah", 2, 3)

    @staticmethod
    def uniform(position: Position, source: random.Random) -> int:
        return source.choice(position.legal_pits)

    def test_plays_as_the_built_in_policy_does(self) -> None:
        ours = montecarlo(self.START, playouts=3_000, policy=self.uniform, seed=1)
        core = montecarlo(self.START, playouts=30_000, seed=1)
        for one, other in zip(ours.counts, core.counts, strict=True):
            assert one.playouts == 1_000
            assert abs(one.win_share - other.win_share) < 0.06

    def test_repeats_with_its_seed(self) -> None:
        first, again = (montecarlo(self.START, playouts=60, policy=self.uniform, seed=4).counts for _ in range(2))
        assert first == again

    def test_that_plays_an_illegal_pit_is_told(self) -> None:
        with pytest.raises(IllegalMoveError, match="there is no pit 9"):
            montecarlo(self.START, playouts=3, policy=lambda _position, _source: 9)

    def test_keeps_its_time(self) -> None:
        found = montecarlo(self.START, playouts=None, seconds=0.1, policy=self.uniform)
        assert found.seconds < 1
        assert found.playouts >= 3

    def test_passes_where_there_is_nothing_to_sow(self) -> None:
        start = Position.parse("events: 1 0 1 3 / 0 0 1 2")
        assert montecarlo(start, playouts=20, policy=self.uniform).playouts == 20

    def test_makes_a_player(self) -> None:
        player = MonteCarlo(playouts=30, rollout=self.uniform)
        assert player.choose(self.START, Clock()) in self.START.legal_pits
        assert "rollout" not in [option.name for option in options_of(MonteCarlo)]


def test_the_player_tells_all_three_counts() -> None:
    player = MonteCarlo(playouts=300, select=Select.WINS)
    player.choose(Position.start(), Clock())
    seen = player.narrate()
    assert seen is not None
    assert re.search(r"pit 0 \+\d+ =\d+ -\d+ \(difference [+-]\d+, ratio 0\.\d+, wins 0\.\d+\)", seen.text)
    assert seen.data["select"] == "wins"
