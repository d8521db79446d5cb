from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.strategies import SIDES, profiles

from sowfish import GameError, Kind, Limits, Position, best_turn, solve
from sowfish.engine import MoveValue
from sowfish.engine.advice import Advice, advise, threat

# You trail by eight. The turn that banks the most loses.
TRAP = Position.parse("avalanche: 1 2 4 0 2 1 10 / 4 0 0 4 1 1 18")
HARD = Position.start(pits=8)  # beyond every proof


@st.composite
def small_positions(draw: st.DrawFn) -> Position:
    """Draw a position that is solved in no time."""
    rules = draw(profiles(st.integers(1, 4)))
    rows = st.lists(st.integers(0, 3), min_size=rules.pits, max_size=rules.pits)
    return Position(draw(rows), draw(rows), south_store=draw(st.integers(0, 9)), to_move=draw(SIDES), rules=rules)


def test_advice_is_the_turn_with_the_proven_value() -> None:
    advice = advise(TRAP)
    assert (advice.turn, advice.value, advice.kind, advice.banked) == ((2, 5, 5), 3, Kind.PROVEN, 5)
    assert -solve(advice.after).value == 3


def test_most_stones_in_a_turn_can_lose_the_game() -> None:
    advice = advise(TRAP, objective="stones")
    assert (advice.value, advice.banked) == (19, 9)
    assert solve(advice.after).value == 3


@settings(max_examples=50)
@given(small_positions())
def test_turn_keeps_the_value_and_alternatives_agree(position: Position) -> None:
    assume(not position.is_over)
    advice = advise(position, every_move=True, threads=1)
    after = advice.after
    sign = 1 if after.to_move is position.to_move else -1
    assert sign * solve(after, threads=1).value == advice.value == solve(position, threads=1).value
    assert tuple(move.pit for move in advice.alternatives) == position.legal_pits
    if advice.alternatives:
        assert max(move.value for move in advice.alternatives) == advice.value


@settings(max_examples=50)
@given(small_positions(), st.booleans(), st.none() | st.integers(1, 6))
def test_alternatives_of_an_objective_are_the_best_turns_after_each_pit_by_the_same_options(
    position: Position,
    technical_win: bool,  # noqa: FBT001
    max_laps: int | None,
) -> None:
    assume(position.legal_pits)
    for objective in ("stones", "difference"):
        advice = advise(position, objective=objective, every_move=True, technical_win=technical_win, max_laps=max_laps)
        others = {move.pit: move.value for move in advice.alternatives}
        assert tuple(others) == position.legal_pits
        assert max(others.values()) == advice.value == others[advice.turn[0]]


def contradictions(advice: Advice) -> list[MoveValue]:
    """Return the alternatives that look better than the turn, or are not what the turn is worth."""
    return [
        move
        for move in advice.alternatives
        if move.value > advice.value
        or move.high > advice.high
        or (move.pit == advice.turn[0] and move.value != advice.value)
    ]


def test_unproven_advice_is_a_whole_turn_and_no_alternative_looks_better_than_it() -> None:
    advice = advise(HARD, every_move=True, limits=Limits(seconds=0.5))
    assert advice.kind is not Kind.PROVEN
    assert advice.after.to_move is not HARD.to_move
    assert len(advice.alternatives) == 8
    assert not contradictions(advice)


def test_no_alternative_of_an_unfinished_search_looks_better_than_the_turn() -> None:
    random = Random(59)
    for _ in range(20):
        counts = [[random.randrange(1, 8) for _ in range(6)] for _ in range(2)]
        advice = advise(Position(*counts), every_move=True, limits=Limits(seconds=random.uniform(0.01, 0.2)))
        assert not contradictions(advice), advice.position


def test_no_alternative_of_a_turn_cut_short_scores_more_than_it() -> None:
    for nodes in (1, 2, 5, 10, 100, 1000):
        start = Position.start("avalanche")
        advice = advise(start, objective="stones", every_move=True, limits=Limits(nodes=nodes))
        assert not contradictions(advice)


def test_finished_game_has_no_advice() -> None:
    with pytest.raises(GameError, match="there is nothing to play: the game is over"):
        advise(Position.parse("0 0 3 / 1 0 3"))


def test_threat_is_the_growth_of_the_store_in_the_best_turn() -> None:
    found = threat(Position.start("avalanche"))
    assert found is not None
    assert (found.banked, found.turn) == (43, best_turn(Position.start("avalanche"), "stones").pits)
    assert threat(Position.parse("events: 0 0 3 / 2 1 1 south")) is None
