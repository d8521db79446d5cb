"""Levels: legal, reproducible, never absurd, and each stronger than those well below it."""

import random
from collections import Counter
from itertools import islice

import pytest
from tests.search.boards import game, playable

from sowfish import Position, Side, SowfishError
from sowfish.search.levels import LEVELS, Weakened


def score(stronger: int, weaker: int, games: int) -> float:
    """Return the share of points of one level against another, each start played from both sides."""
    points = 0.0
    for number in range(games):
        position = Position.random(36, seed=number // 2)
        side = list(Side)[number % 2]
        players = {side: Weakened(stronger, seed=number), side.other: Weakened(weaker, seed=-number)}
        while not position.is_over:
            position = position.after(players[position.to_move].choose(position).pit)
        lead = position.store(side) - position.store(side.other)
        points += 0.5 + 0.5 * ((lead > 0) - (lead < 0))
    return points / games


@pytest.mark.parametrize(("stronger", "weaker"), [(3, 1), (5, 3), (7, 5)])
def test_a_level_beats_the_one_two_below(stronger: int, weaker: int) -> None:
    assert score(stronger, weaker, 60) > 0.55


def test_level_one_beats_chance() -> None:
    points = 0.0
    for number in range(60):
        position = Position.random(36, seed=number)
        chance, player = random.Random(number), Weakened(1, seed=number)
        while not position.is_over:
            ours = position.to_move is Side.SOUTH
            position = position.after(player.choose(position).pit if ours else chance.choice(position.legal_pits))
        points += 0.5 + 0.5 * (
            (position.south_store > position.north_store) - (position.south_store < position.north_store)
        )
    assert points > 33


@pytest.mark.parametrize("level", LEVELS)
def test_every_position_gets_a_legal_move_that_is_not_a_blunder(level: int) -> None:
    player = Weakened(level, seed=level)
    for position in playable(40, seed=level):
        choice = player.choose(position)
        assert tuple(move.pit for move in choice.moves) == position.legal_pits
        assert choice.pit in position.legal_pits
        assert choice.value >= max(move.value for move in choice.moves) - LEVELS[level].overlooked
        assert choice.depth <= LEVELS[level].depth


def test_the_same_seed_gives_the_same_moves_and_others_give_others() -> None:
    def moves(seed: int) -> list[int]:
        player = Weakened(2, seed=seed)
        return [player.choose(position).pit for position in game("kalah", 4)]

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


def test_worse_moves_are_drawn_less_often() -> None:
    position = next(islice(game("kalah", 11), 6, None))
    player = Weakened(1, seed=0)
    choices = [player.choose(position) for _ in range(600)]
    drawn = Counter(choice.pit for choice in choices)
    by_value = sorted(choices[0].moves, key=lambda move: move.value)
    assert drawn[by_value[-1].pit] > drawn[by_value[0].pit]
    assert len(drawn) > 2


@pytest.mark.parametrize("level", [0, 10, True])
def test_there_are_no_other_levels(level: int) -> None:
    with pytest.raises(SowfishError, match="level"):
        Weakened(level)
