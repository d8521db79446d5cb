import pytest
from hypothesis import given
from hypothesis import strategies as st

import sowfish
from sowfish.errors import shown


@given(st.text())
def test_any_text_is_shown_short_in_ascii_and_on_one_line(text: str) -> None:
    seen = shown(text * 100)
    assert len(seen) <= 46
    assert seen.isascii()
    assert seen.isprintable()


def test_short_items_are_shown_whole() -> None:
    assert shown("pit 3") == "'pit 3'"
    assert shown(-7) == "-7"
    assert shown(None) == "None"


def test_long_items_are_cut_and_stay_quoted() -> None:
    assert shown("x" * 10_000) == "'" + "x" * 39 + "...'"
    assert shown(10**60) == "1" + "0" * 39 + "..."


def test_a_number_too_long_to_write_is_named_by_its_type() -> None:
    assert shown(10**5000) == "a huge int"
    assert shown([10**5000]) == "a huge list"


@pytest.mark.parametrize(
    "error",
    [
        sowfish.RulesError,
        sowfish.PositionError,
        sowfish.NotationError,
        sowfish.IllegalMoveError,
        sowfish.GameError,
    ],
)
def test_every_error_can_be_caught_as_a_sowfish_error_and_as_a_value_error(error: type[Exception]) -> None:
    assert issubclass(error, sowfish.SowfishError)
    assert issubclass(error, ValueError)
