import pytest
from hypothesis import given
from hypothesis import strategies as st

from sowfish import LimitError, Position
from sowfish.players import Clock

SECONDS = st.floats(1e-6, 1e6)
CLOCKS = st.builds(
    Clock,
    move=st.none() | SECONDS,
    game=st.none() | SECONDS,
    increment=st.floats(0, 100),
    margin=st.floats(0, 10),
)


@given(CLOCKS)
def test_text_round_trips(clock: Clock) -> None:
    assert Clock.parse(str(clock)) == clock


@given(CLOCKS)
def test_a_budget_leaves_something_of_every_limit(clock: Clock) -> None:
    budget = clock.budget(Position.start())
    assert (budget is None) == (clock.limit is None)
    if budget is not None and clock.limit is not None:
        assert 0 < budget <= max(clock.limit - clock.margin, clock.limit / 2)


@given(st.floats(0.5, 1e4), st.integers(1, 300))
def test_a_game_on_budget_never_runs_out_of_time(game: float, moves: int) -> None:
    clock = Clock(game=game)
    position = Position.start()
    for _ in range(moves):
        budget = clock.budget(position)
        assert budget is not None
        assert clock.limit is not None
        assert budget < clock.limit
        clock = clock.after(budget)


def test_the_tighter_limit_counts() -> None:
    assert Clock(move=2, game=60).limit == 2
    assert Clock(move=2, game=1).limit == 1
    assert Clock(game=1).limit == 1
    assert Clock().limit is None


def test_own_limits_tighten_and_never_loosen() -> None:
    assert Clock().at_most(9.89).limit == 9.89
    assert Clock(move=2).at_most(9.89).limit == 2
    assert Clock(move=20).at_most(9.89).limit == 9.89
    assert Clock(move=20).at_most(None).limit == 20


def test_time_is_taken_off_and_the_increment_added() -> None:
    assert Clock(move=2, game=60, increment=1).after(1.5) == Clock(move=2, game=59.5, increment=1)
    assert Clock(move=2).after(1.5) == Clock(move=2)


@pytest.mark.parametrize("wrong", [{"move": 0}, {"game": -1}, {"increment": -1}, {"margin": None}, {"move": "1"}])
def test_an_invalid_time_is_rejected(wrong: dict[str, float]) -> None:
    with pytest.raises(LimitError, match="of a clock must be"):
        Clock(**wrong)


@pytest.mark.parametrize("text", ["1", "mov=1", "move=", "move=x", "move=1,move=2", "move=nan", "game=inf", "move=0"])
def test_invalid_clock_text_is_rejected(text: str) -> None:
    with pytest.raises(LimitError):
        Clock.parse(text)
