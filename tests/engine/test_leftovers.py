"""What to play when it is not known who gets the leftovers."""

import pytest

from sowfish import Position, analyse, solve
from sowfish.engine import Analysis
from sowfish.engine.leftovers import BothLeftovers, advise_both, rules_of_both, with_rules
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


def ends_of(position: Position) -> set[tuple[Position, ...]]:
    """Return every end of a turn, each under both rules."""
    start = tuple(with_rules(position, rules) for rules in rules_of_both(position.rules))
    found = set()
    unseen, seen = [start], {start}
    while unseen:
        here = unseen.pop()
        for pit in here[0].legal_pits:
            after = tuple(one.after(pit) for one in here)
            if after[0].to_move is not position.to_move or not after[0].legal_pits:
                found.add(after)
            elif after not in seen:
                seen.add(after)
                unseen.append(after)
    return found


def is_any_best_under_both(position: Position) -> bool:
    """Return whether a turn is proven best under both rules, every turn tried."""
    values = []
    for ends in ends_of(position):
        signs = [1 if end.to_move is position.to_move else -1 for end in ends]
        values.append(tuple(sign * solve(end).value for sign, end in zip(signs, ends, strict=True)))
    return tuple(map(max, zip(*values, strict=True))) in values


def test_a_turn_that_is_best_under_both_is_found_wherever_there_is_one() -> None:
    hidden = 0  # neither of the turns found first is best under both
    for seed in range(60):
        position = Position.random(12, seed=seed, pits=3, deal="free", rules="avalanche")
        found = both(position)
        assert (found.turn is not None) == is_any_best_under_both(position)
        first = {one.analysis.result.turn for one in (found.nobody, found.owner)}
        hidden += found.turn is not None and found.turn not in first
    assert hidden
