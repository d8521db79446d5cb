"""What hypothesis draws is as wide as it should be: a test that never sees a case cannot fail on it."""

from collections.abc import Callable

import pytest
from hypothesis import Phase, find, settings
from tests.strategies import positions

from sowfish import PROFILES, Position, Side

UNSHRUNK = settings(max_examples=50_000, phases=[Phase.generate])
CASES: dict[str, Callable[[Position], bool]] = {
    "a pit with 255 stones": lambda position: max(position.south + position.north) == 255,
    "a pit with over 200 stones among others": lambda position: 200 < max(position.south) < position.rest,
    "255 stones in all": lambda position: position.total == 255,
    "filled stores": lambda position: position.south_store > 20,
    "no stones": lambda position: position.total == 0,
    "a finished game with stones left": lambda position: position.is_over and position.rest > 0,
    "a pass": lambda position: position.must_pass,
    "north to move": lambda position: position.to_move is Side.NORTH and bool(position.legal_pits),
    "the largest board": lambda position: position.rules.pits == 12 and len(position.legal_pits) == 12,
    "the smallest board": lambda position: position.rules.pits == 1 and len(position.legal_pits) == 1,
    "rules without a name": lambda position: position.rules.name is None,
    "relay with capture": lambda position: position.rules.relay and position.rules.capture != "none",
    "several laps": lambda position: any(position.move(pit).laps > 3 for pit in position.legal_pits),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_strategy_draws(case: Callable[[Position], bool]) -> None:
    assert case(find(positions(), case, settings=UNSHRUNK))


@pytest.mark.parametrize("name", PROFILES)
def test_the_strategy_draws_the_profile(name: str) -> None:
    found = find(positions(), lambda position: position.rules.name == name, settings=UNSHRUNK)
    assert found.rules.name == name
