"""What to play when it is not known who gets the leftovers."""

import pytest

from sowfish import Position, analyse, solve
from sowfish.engine import Analysis
from sowfish.engine.leftovers import BothLeftovers, advise_both
from sowfish.model.rules import Rest

EXAMPLE = Position.parse("avalanche: 1 2 4 0 2 1 10 / 4 0 0 4 1 1 18")


def both(position: Position) -> BothLeftovers:
    def proven(asked: Position, _share: float) -> Analysis:
        return analyse(asked)

    return advise_both(position, proven)


def value_after(position: Position, turn: tuple[int, ...]) -> int:
    """Return what a turn leads to for its player, by another proof."""
    mover = position.to_move
    for pit in turn:
        position = position.after(pit)
    value = solve(position).value
    return value if position.to_move is mover else -value


def test_a_turn_that_is_best_under_both_is_the_answer() -> None:
    found = both(EXAMPLE)
    assert found.turn == (2, 5, 5)
    assert (found.nobody.advice.value, found.owner.advice.value) == (3, 4)
    assert found.nobody.cost.value == found.owner.cost.value == 0
    assert (found.nobody.rules.rest, found.owner.rules.rest) == (Rest.NOBODY, Rest.OWNER)


@pytest.mark.parametrize("seed", range(12))
def test_costs_are_what_the_turn_gives_away_under_the_other_rule(seed: int) -> None:
    position = Position.random(20, seed=seed, pits=4, deal="free", rules="avalanche")
    found = both(position)
    for one, other in ((found.nobody, found.owner), (found.owner, found.nobody)):
        assert one.cost.low == one.cost.high
        assert one.cost.value == other.analysis.result.value - value_after(other.advice.position, one.advice.turn)
    if found.turn is not None:
        assert found.nobody.cost.value == found.owner.cost.value == 0


def test_there_are_positions_where_no_turn_is_best_either_way() -> None:
    boards = [Position.random(20, seed=seed, pits=4, deal="free", rules="avalanche") for seed in range(60)]
    apart = [found for found in map(both, boards) if found.turn is None]
    assert apart
    assert all(found.nobody.cost.value > 0 or found.owner.cost.value > 0 for found in apart)
