"""Random games of the core: reproducible, additive, fair, and by the rules."""

import math
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.lockstep import reference_of
from tests.strategies import combinations, positions
from tests.truth import load

from sowfish import PROFILES, Position, Rules, Side, _core
from sowfish.model.reference import ReferenceBoard

STEP = 0x9E3779B97F4A7C15
WORD = 2**64


class Results(NamedTuple):
    wins: int
    losses: int
    ties: int
    margins: int
    moves: int


def results(position: Position, seed: int, first: int, games: int) -> Results:
    tally: _core.Tally = position._board.playouts(seed, first, games)
    return Results(tally.wins, tally.losses, tally.ties, tally.margins, tally.moves)


class Stream:
    """The numbers of one game: SplitMix64 and Lemire's unbiased choice, written anew from their papers."""

    def __init__(self, seed: int, game: int) -> None:
        self.counter = self.mixed(self.mixed(seed) ^ game * STEP % WORD)

    @staticmethod
    def mixed(word: int) -> int:
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB % WORD
        return word ^ word >> 31

    def below(self, bound: int) -> int:
        while True:
            self.counter = (self.counter + STEP) % WORD
            product = (self.mixed(self.counter) >> 32) * bound
            if product % 2**32 >= 2**32 % bound:
                return product >> 32


def reference_game(board: ReferenceBoard, stream: Stream) -> tuple[int, int]:
    """Play a random game by the reference; return the margin for the side to move, and the moves."""
    mover, moves = board.to_move, 0
    if board.is_over():
        board._sweep()
    while not board.is_over():
        pits = board.legal_pits()
        if pits:
            board.move(pits[stream.below(len(pits))])
            moves += 1
        else:
            board.pass_turn()
    return board.ring[board.store(mover)] - board.ring[board.store(mover.other)], moves


def by_reference(position: Position, seed: int, games: range) -> Results:
    played = [reference_game(reference_of(position), Stream(seed, game)) for game in games]
    margins = [margin for margin, _ in played]
    return Results(
        wins=sum(margin > 0 for margin in margins),
        losses=sum(margin < 0 for margin in margins),
        ties=sum(margin == 0 for margin in margins),
        margins=sum(margins),
        moves=sum(moves for _, moves in played),
    )


@pytest.mark.parametrize("pits", [1, 3, 6, 7, 8, 12])
@pytest.mark.parametrize("name", PROFILES)
def test_playouts_are_the_games_the_reference_plays_with_the_same_numbers(name: str, pits: int) -> None:
    position = Position.start(Rules.named(name, pits=pits), stones=3)
    assert results(position, 5, 0, 20) == by_reference(position, 5, range(20))


@settings(max_examples=60)
@given(positions(), st.integers(0, 2**64 - 1), st.integers(0, 2**40))
def test_playouts_from_any_position_are_the_games_of_the_reference(position: Position, seed: int, first: int) -> None:
    assert results(position, seed, first, 2) == by_reference(position, seed, range(first, first + 2))


@given(positions(combinations()), st.integers(0, 2**64 - 1), st.integers(0, 5), st.integers(0, 5))
def test_playouts_add_up_over_any_split(position: Position, seed: int, some: int, more: int) -> None:
    whole = results(position, seed, 3, some + more)
    parts = zip(results(position, seed, 3, some), results(position, seed, 3 + some, more), strict=True)
    assert whole == Results(*(one + two for one, two in parts))
    assert whole.wins + whole.losses + whole.ties == some + more
    assert whole == results(position, seed, 3, some + more)


def test_games_are_numbered_round_the_end_of_the_numbers() -> None:
    start = Position.start()
    ends = zip(results(start, 1, 2**64 - 2, 2), results(start, 1, 0, 2), strict=True)
    assert results(start, 1, 2**64 - 2, 4) == Results(*(one + two for one, two in ends))


def test_other_seeds_and_other_numbers_are_other_games() -> None:
    start = Position.start()
    seen = {results(start, seed, first, 50) for seed in range(20) for first in (0, 50)}
    assert len(seen) == 40


def test_playouts_from_a_turned_board_are_the_same() -> None:
    position = Position.start().after(0)
    assert results(position, 9, 0, 100) == results(position.turned(), 9, 0, 100)


@pytest.mark.parametrize("pit", range(6))
def test_results_by_first_move_are_those_of_another_program(pit: int) -> None:
    known = load("baselines")["naive_monte_carlo_200000_playouts_from_kalah_start"]
    other_games, *other_rates = known["win_loss_tie_rates_by_first_pit"][str(pit)]
    games = 200_000
    after = Position.start().after(pit)
    tally = results(after, 2024, 0, games)
    own, other = (tally.wins, tally.losses) if after.to_move is Side.SOUTH else (tally.losses, tally.wins)
    for count, rate in zip((own, other, tally.ties), other_rates, strict=True):
        error = math.sqrt(rate * (1 - rate) * (1 / games + 1 / other_games))
        assert abs(count / games - rate) < 4 * error


def test_random_games_of_kalah_are_as_long_as_those_of_another_program() -> None:
    known = load("baselines")["naive_monte_carlo_200000_playouts_from_kalah_start"]
    games = 200_000
    assert results(Position.start(), 1, 0, games).moves / games == pytest.approx(known["moves_per_playout"], abs=0.1)
