from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.nets import plain
from tests.strategies import any_rules, positions

from sowfish.errors import NetError
from sowfish.model.position import Position
from sowfish.model.rules import Rules
from sowfish.nets import Guess, Layout, Net
from sowfish.nets.format import pack

KALAH = Layout(rules=Rules())


def made(layout: Layout, seed: int = 1) -> tuple[Net, plain.Arrays]:
    arrays = plain.random_arrays(layout, seed)
    return Net.from_bytes(pack(layout, arrays, {"seed": seed})), arrays


@pytest.fixture(scope="module")
def full_size() -> tuple[Net, plain.Arrays]:
    return made(KALAH)


def check_equal(net: Net, arrays: plain.Arrays, position: Position) -> None:
    guess, expected = net.evaluate(position), plain.evaluate(net.layout, arrays, position)
    assert guess.policy == pytest.approx(expected.policy, abs=1e-4)
    assert guess.score == pytest.approx(expected.score, abs=1e-4)
    assert guess.margin == pytest.approx(expected.margin, abs=1e-4 * max(1, position.rest))


@given(positions(st.just(Rules())))
def test_the_core_computes_what_plain_python_does(full_size: tuple[Net, plain.Arrays], position: Position) -> None:
    if not position.is_over:
        check_equal(*full_size, position)


@given(any_rules(), st.sampled_from([(), (1, 1), (5, 3), (17, 33), (16, 16)]), st.integers(2, 40), st.data())
def test_any_size_computes_what_plain_python_does(
    rules: Rules, widths: tuple[int, ...], rows: int, data: st.DataObject
) -> None:
    net, arrays = made(Layout(rules=rules, rows=rows, widths=widths))
    position = data.draw(positions(st.just(rules)))
    if not position.is_over:
        check_equal(net, arrays, position)


@given(positions(st.just(Rules())))
def test_a_policy_is_shared_among_legal_pits_only(full_size: tuple[Net, plain.Arrays], position: Position) -> None:
    if position.is_over:
        return
    guess = full_size[0].evaluate(position)
    assert sum(guess.policy) == pytest.approx(1, abs=1e-5)
    assert all((share > 0) == (pit in position.legal_pits) for pit, share in enumerate(guess.policy))
    assert -1 <= guess.score <= 1
    assert abs(guess.margin - position.margin) <= position.rest


def test_a_guess_is_for_the_side_to_move(full_size: tuple[Net, plain.Arrays]) -> None:
    net = full_size[0]
    south = Position([1, 2, 3, 4, 5, 6], [6, 0, 4, 3, 2, 1], south_store=3, north_store=9)
    north = Position([6, 0, 4, 3, 2, 1], [1, 2, 3, 4, 5, 6], south_store=9, north_store=3, to_move="north")
    assert net.evaluate(south) == net.evaluate(north)


def test_the_likeliest_pit_is_the_lowest_of_equals() -> None:
    assert Guess(policy=(0.2, 0.4, 0.4), score=0, margin=0).pit == 1


def test_a_side_that_must_pass_has_no_policy() -> None:
    rules = Rules.named("events", pits=2)
    net, _ = made(Layout(rules=rules, widths=()))
    position = Position([0, 0], [1, 1], rules=rules)
    assert position.must_pass
    assert net.evaluate(position).policy == (0, 0)


def test_huge_weights_still_give_shares() -> None:
    layout = Layout(rules=Rules(), widths=())
    arrays = plain.random_arrays(layout, 1)
    for numbers in arrays.values():
        numbers[:] = type(numbers)("f", [1e6 if number > 0 else -1e6 for number in numbers])
    guess = Net.from_bytes(pack(layout, arrays, {})).evaluate(Position.start())
    assert sum(guess.policy) == pytest.approx(1)
    assert abs(guess.score) == pytest.approx(1)


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (Position.start("avalanche"), "the net is for kalah with 6 pits, not for avalanche with 6 pits"),
        (Position.start(pits=5), "the net is for kalah with 6 pits, not for kalah with 5 pits"),
        (Position([0] * 6, [0] * 6, south_store=9), "the game is over"),
    ],
)
def test_a_position_the_net_is_not_for_is_refused(
    full_size: tuple[Net, plain.Arrays], position: Position, words: str
) -> None:
    with pytest.raises(NetError, match=words):
        full_size[0].evaluate(position)
