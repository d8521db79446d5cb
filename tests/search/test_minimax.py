"""Minimax: the evaluation of the contract, the values of a plain search, and limits that hold."""

import threading
from itertools import islice

import pytest
from tests.search.boards import game, playable

from sowfish import Position, Side, SowfishError
from sowfish.search.minimax import evaluate, minimax


def plain_evaluation(position: Position) -> float:
    if position.is_over:
        swept = position.swept()
        return 0.5 + 0.5 * ((swept.south_store > swept.north_store) - (swept.south_store < swept.north_store))
    total = position.total
    if 2 * position.south_store > total:
        return 1.0
    if 2 * position.north_store > total:
        return 0.0
    difference = (position.south_store - position.north_store) / total
    return 0.93 * (1 + difference) / 2 + 0.07 * sum(position.south) / position.rest


def plain_minimax(position: Position, depth: int) -> float:
    decided = 2 * max(position.south_store, position.north_store) > position.total
    if depth == 0 or position.is_over or decided:
        return plain_evaluation(position)
    if position.must_pass:
        return plain_minimax(position.passed(), depth - 1)
    values = [plain_minimax(position.after(pit), depth - 1) for pit in position.legal_pits]
    return max(values) if position.to_move is Side.SOUTH else min(values)


def test_the_evaluation_is_that_of_the_contract() -> None:
    assert evaluate(Position.parse("1 1 2 / 3 0 0 south")) == pytest.approx(
        0.93 * (1 + 2 / 7) / 2 + 0.07 * 2 / 5, abs=2e-8
    )
    assert evaluate(Position.parse("0 0 3 / 0 0 1")) == 1
    assert evaluate(Position.parse("0 0 3 / 0 0 3")) == 0.5
    assert evaluate(Position.parse("1 0 1 / 1 0 4 south")) == 0
    for position in playable(300, seed=1):
        assert evaluate(position) == pytest.approx(plain_evaluation(position), abs=2e-8)


def test_a_finished_depth_has_the_value_of_a_plain_minimax() -> None:
    for number, position in enumerate(playable(120, seed=2)):
        depth = 1 + number % 3
        found = minimax(position, depth=depth)
        assert found.depth <= depth
        if plain_evaluation(position) in (0, 1):
            continue  # decided already: it plays on, with nothing to compare
        assert found.value == pytest.approx(plain_minimax(position, found.depth), abs=4e-8), str(position)
        if found.value not in (0, 1):
            after = plain_minimax(position.after(found.pit), found.depth - 1)
            assert after == pytest.approx(found.value, abs=4e-8), str(position)


@pytest.mark.parametrize("nodes", [2_000, 30_000, 300_000])
@pytest.mark.parametrize(
    "start", [Position.start("kalah", 6, 6), Position.start("avalanche"), Position.start("events", 9, 8)]
)
def test_a_line_is_as_long_as_the_search_was_deep_though_it_was_stopped(start: Position, nodes: int) -> None:
    found = minimax(start, nodes=nodes, seconds=None)
    position, plies = start, 0
    for pit in found.line:
        if position.must_pass:
            position, plies = position.passed(), plies + 1
        position, plies = position.after(pit), plies + 1
    is_decided = position.is_over or evaluate(position) in (0, 1)
    assert plies >= found.depth or is_decided


def test_a_game_seen_to_its_end_has_its_value_and_line() -> None:
    for rules in ("kalah", "kalah-lazy", "avalanche", "events"):
        for position in islice(game(rules, 6, stones=2, pits=3), 2, None, 2):
            found = minimax(position, depth=60)
            assert found.sees_end
            assert found.value in (0, 0.5, 1)
            assert found.value == plain_minimax(position, 60)


def test_the_line_is_legal_and_begins_with_the_pit() -> None:
    for position in playable(100, seed=4):
        found = minimax(position, nodes=2_000)
        assert found.line[0] == found.pit
        board = position
        for pit in found.line:
            while board.must_pass:
                board = board.passed()
            board = board.after(pit)


def test_a_lost_game_is_played_as_before_it_was_seen_to_be_lost() -> None:
    lost = 0
    for seed in range(4):
        for position in islice(game("kalah", seed, stones=3), 4, None, 3):
            pit = minimax(position, depth=1).pit
            for depth in range(2, 12):
                found = minimax(position, depth=depth)
                if found.value == (0 if position.to_move is Side.SOUTH else 1):
                    assert found.pit == pit
                    lost += depth > 2
                    break
                pit = found.pit
    assert lost > 3


def test_the_same_limits_give_the_same_search() -> None:
    for position in islice(game("kalah", 7), 0, None, 9):
        one, other = (minimax(position, nodes=20_000, seconds=None) for _ in range(2))
        assert (one.pit, one.value, one.depth, one.nodes, one.line) == (
            other.pit,
            other.value,
            other.depth,
            other.nodes,
            other.line,
        )
        assert one.nodes < 21_000


def test_time_and_a_wish_end_it_after_one_move_at_least() -> None:
    start = Position.start("kalah", 10, 12)
    found = minimax(start, seconds=1e-6)
    assert found.depth >= 1
    assert minimax(start, seconds=0.05).seconds < 2
    wish = threading.Event()
    wish.set()
    assert minimax(start, seconds=None, cancel=wish).seconds < 5


def test_wrong_options_are_named() -> None:
    for options in ({"depth": 0}, {"depth": 256}, {"seconds": -1}, {"nodes": 0}):
        with pytest.raises(SowfishError, match=next(iter(options))):
            minimax(Position.start(), **options)  # type: ignore[arg-type]
    with pytest.raises(SowfishError, match="must pass"):
        minimax(Position.parse("events: 0 0 1 / 1 0 2 south"))
