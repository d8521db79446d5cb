"""Reviews: values before and after every turn, what was given away, marks and accuracy."""

import random
from pathlib import Path

import pytest
from tests.lockstep import reference_of
from tests.naive import Minimax

from sowfish import Game, GameError, Kind, Limits, Position, Side, solve
from sowfish.engine.review import Mark, mark_of, review
from sowfish.engine.values import Number
from sowfish.starts import solved_start

GAMES = Path(__file__).parent / "data" / "games"


def random_game(start: Position, seed: int) -> Game:
    source = random.Random(seed)
    game = Game(start)
    while not game.position.is_over:
        game.play(source.choice(game.position.legal_pits))
    return game


@pytest.mark.parametrize("rules", ["kalah", "kalah-lazy", "avalanche", "events"])
def test_values_before_and_after_are_those_of_the_solver(rules: str) -> None:
    found = review(random_game(Position.start(rules, stones=2, pits=4), seed=1), threads=1)
    for reviewed in found.turns:
        turn = reviewed.turn
        after = solve(turn.after).value * (1 if turn.after.to_move is turn.side else -1)
        assert (reviewed.before.value, reviewed.before.kind) == (solve(turn.before).value, Kind.PROVEN)
        assert (reviewed.after.value, reviewed.after.kind) == (after, Kind.PROVEN)
        assert (reviewed.lost.value, reviewed.lost.kind) == (reviewed.before.value - after, Kind.PROVEN)
        assert reviewed.lost.value >= 0


def test_best_turn_instead_keeps_the_value() -> None:
    found = review(random_game(Position.start("kalah", stones=2, pits=4), seed=2), threads=1)
    bad = [reviewed for reviewed in found.turns if reviewed.lost.value]
    assert bad
    for reviewed in bad:
        position = reviewed.turn.before
        for pit in reviewed.best:
            position = position.after(pit)
        sign = 1 if position.to_move is reviewed.turn.side else -1
        assert sign * solve(position).value == reviewed.before.value


def test_graph_is_souths_view_from_the_start_to_the_end() -> None:
    game = Game.load(GAMES / "events_passes.txt")
    found = review(game, threads=1)
    assert len(found.graph) == len(game.turns) + 1
    assert found.graph[-1].value == game.position.south_store - game.position.north_store
    assert found.graph[0].value == Minimax(game.start.rules).value(reference_of(game.start))


def test_perfect_play_is_a_hundred_percent_without_marks() -> None:
    game = Game(Position.parse("kalah: 0 4 2 1 0 3 14 / 1 0 2 0 3 2 16"))
    while not game.position.is_over:
        for pit in solve(game.position).turn:
            game.play(pit)
    found = review(game, threads=1)
    assert {turn.mark for turn in found.turns} == {Mark.NONE}
    assert [found.accuracy(side).percent for side in Side] == [100.0, 100.0]


def test_accuracy_halves_with_every_eighth_of_all_stones() -> None:
    game = Game(Position.parse("kalah: 1 0 2 3 / 0 1 1 4"))  # of 12 stones; 0 is worth +2 and 2 is worth -4
    game.play(2)
    found = review(game, threads=1)
    assert found.turns[0].lost.value == 6
    assert found.accuracy(Side.SOUTH).percent == pytest.approx(100 * 0.5**4)
    assert found.accuracy(Side.NORTH).percent is None


def test_forced_turns_do_not_count_for_accuracy() -> None:
    game = Game(Position.parse("kalah: 0 1 0 3 / 1 1 0 2"))
    game.play(1)
    found = review(game, threads=1)
    assert found.turns[0].is_forced
    assert found.accuracy(Side.SOUTH).percent is None


@pytest.mark.parametrize(
    ("before", "after", "mark"),
    [
        (8, 8, Mark.NONE),
        (8, 7, Mark.NONE),  # less than a 24th of 48 stones
        (8, 6, Mark.INACCURACY),
        (8, 2, Mark.MISTAKE),  # an eighth
        (1, 0, Mark.MISTAKE),  # a win given away
        (0, -1, Mark.MISTAKE),  # a tie given away
        (1, -1, Mark.BLUNDER),  # a win turned into a loss
        (20, 8, Mark.BLUNDER),  # a quarter
        (-8, -10, Mark.INACCURACY),
    ],
)
def test_marks_follow_stones_lost_and_the_result(before: int, after: int, mark: Mark) -> None:
    assert mark_of(before, after, 48) is mark


def test_what_is_not_proven_is_called_so_and_bounds_hold() -> None:
    game = random_game(Position.start("kalah"), seed=3)
    found = review(game, limits=Limits(seconds=1.0), threads=1)
    kinds = [turn.before.kind for turn in found.turns]
    assert kinds[0] is not Kind.PROVEN
    assert kinds[-1] is Kind.PROVEN
    for turn in found.turns:
        for number in (turn.before, turn.after, turn.lost):
            assert number.low <= number.value <= number.high
            assert (number.kind is Kind.PROVEN) == (number.low == number.high)
        assert turn.before.low >= turn.after.low  # a turn that was played can be played
        assert turn.lost.value >= 0


@pytest.mark.parametrize("pits", [(0, 0), (2,), (2, 0, 0), (2, 5, 1), (5,)])
def test_solved_start_is_looked_up_and_no_estimate_contradicts_it(pits: tuple[int, ...]) -> None:
    game = Game(Position.start("kalah"))
    for pit in pits:
        game.play(pit)
    found = review(game, limits=Limits(seconds=0.2), threads=1, known=solved_start)
    openings = (-14, -10, 8, -2, -8, 4)
    first = found.turns[0]
    assert found.graph[0] == first.before == Number(value=8, low=8, high=8, kind=Kind.PROVEN)
    assert first.after.high <= openings[pits[0]]
    if len(first.turn.pits) == 1:
        assert (first.after.value, first.after.kind) == (openings[pits[0]], Kind.PROVEN)
        assert (first.lost.value, first.lost.kind) == (8 - openings[pits[0]], Kind.PROVEN)
    if first.lost.value:
        assert first.best[0] == 2


def test_start_with_proven_bounds_only_is_narrowed_by_them() -> None:
    game = Game(Position.start("kalah", stones=6))
    game.play(3)
    found = review(game, limits=Limits(seconds=0.1), threads=1, known=solved_start)
    assert (found.graph[0].kind, found.graph[0].low, found.graph[0].high) == (Kind.BOUND, -28, 34)


def test_no_turn_reaches_more_than_the_proven_value_before_it() -> None:
    game = random_game(Position.start("kalah"), seed=3)
    found = review(game, limits=Limits(seconds=1.0), threads=1)
    for turn in found.turns:
        assert turn.after.high <= turn.before.high


def test_game_without_moves_has_nothing_to_review() -> None:
    with pytest.raises(GameError, match="no move has been made"):
        review(Game())


def test_unfinished_turn_is_reviewed_as_far_as_it_goes() -> None:
    game = Game(Position.start("kalah", stones=2, pits=3))
    game.play(1)
    assert game.is_mid_turn
    found = review(game, threads=1)
    assert found.turns[0].after.value == solve(game.position).value
