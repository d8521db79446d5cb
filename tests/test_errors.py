import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sowfish
from sowfish import IllegalMoveError, Position, SowfishError
from sowfish.errors import quoted


@given(st.text())
def test_any_text_is_shown_short_and_on_one_line(text: str) -> None:
    seen = quoted(text * 100)
    assert len(seen) <= 46
    assert seen.isprintable()


def test_short_items_are_shown_whole() -> None:
    assert quoted("pit 3") == "'pit 3'"
    assert quoted(-7) == "-7"
    assert quoted(None) == "None"


def test_long_items_are_cut_and_stay_quoted() -> None:
    assert quoted("x" * 10_000) == "'" + "x" * 39 + "...'"
    assert quoted(10**60) == "1" + "0" * 39 + "..."


def test_a_number_too_long_to_write_is_named_by_its_type() -> None:
    assert quoted(10**5000) == "a huge int"
    assert quoted([10**5000]) == "a huge list"


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


def every_error() -> list[type[SowfishError]]:
    found, todo = [], [SowfishError]
    while todo:
        kind = todo.pop()
        found.append(kind)
        todo += kind.__subclasses__()
    return found


@pytest.mark.parametrize("kind", every_error())
def test_every_error_has_a_code_for_programs(kind: type[SowfishError]) -> None:
    assert re.fullmatch("[a-z]+(_[a-z]+)*", kind.code)


def test_an_error_says_what_it_is_about_also_in_another_process() -> None:
    with pytest.raises(IllegalMoveError) as raised:
        Position.start().move(7)
    again = pickle.loads(pickle.dumps(raised.value))  # noqa: S301  # our own
    parameters = {"pit": 7, "side": "south", "pits": 6, "reason": "no_such_pit"}
    assert (again.code, again.parameters, str(again)) == ("illegal_move", parameters, str(raised.value))
