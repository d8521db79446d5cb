import inspect
from enum import StrEnum
from importlib.util import find_spec
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sowfish import PlayerError
from sowfish.players import Spec, canonical, kinds, make, names
from sowfish.players.options import options_of

NAMES = st.from_regex("[a-z][a-z0-9_]{0,8}", fullmatch=True)
SPECS = st.builds(
    lambda name, options: Spec(name, tuple(options.items())), NAMES, st.dictionaries(NAMES, st.text(max_size=20))
)


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Painter:
    """Paints.

    All day.
    """

    def __init__(
        self,
        brush: int = 3,
        *,
        colour: Annotated[Colour, "of the wall"] = Colour.RED,
        coats: int,
        wet: bool = False,
        hours: float | None = None,
        title: str = "a, b",
        helper: object = None,
    ) -> None: ...


OPTIONS = {option.name: option for option in options_of(Painter)}


@given(SPECS)
def test_text_round_trips(spec: Spec) -> None:
    assert Spec.parse(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("a", ()),
        ("a:", ()),
        (" a : b = 1 , c=x y ", (("b", "1"), ("c", "x y"))),
        ("a:b=x=y:z", (("b", "x=y:z"),)),
        (r'a:b="1,\"2\\",c=', (("b", '1,"2\\'), ("c", ""))),
    ],
)
def test_text_is_read(text: str, options: tuple[tuple[str, str], ...]) -> None:
    assert Spec.parse(text) == Spec("a", options)


@pytest.mark.parametrize(
    "text", ["", ":", "A", "a b", "a:b c", "a:b=1,,c=2", "a:=1", "a:b=1,b=2", 'a:b="1', 'a:b="1"2', "a" * 3000]
)
def test_invalid_player_text_is_rejected(text: str) -> None:
    with pytest.raises(PlayerError):
        Spec.parse(text)


def test_options_are_the_keyword_only_parameters_of_simple_types() -> None:
    assert list(OPTIONS) == ["colour", "coats", "wet", "hours", "title"]


def test_options_say_what_they_take() -> None:
    assert {name: option.kind for name, option in OPTIONS.items()} == {
        "colour": "red or blue",
        "coats": "a whole number",
        "wet": "yes or no",
        "hours": "a number or none",
        "title": "text",
    }
    assert OPTIONS["colour"].help == "of the wall"
    assert OPTIONS["coats"].default is inspect.Parameter.empty
    assert [OPTIONS[name].default_text for name in OPTIONS] == ["red", None, "no", "none", "a, b"]


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("colour", "blue", Colour.BLUE),
        ("coats", "-12", -12),
        ("wet", "yes", True),
        ("hours", "1.5", 1.5),
        ("hours", "none", None),
        ("title", "none", "none"),
    ],
)
def test_values_are_read_and_written(name: str, text: str, value: object) -> None:
    assert OPTIONS[name].read(text) == value
    assert OPTIONS[name].write(value) == text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("colour", "green"),
        ("coats", "1.5"),
        ("coats", "1_0"),
        ("coats", "none"),
        ("coats", "9" * 5000),
        ("wet", "True"),
        ("hours", "nan"),
        ("hours", "inf"),
        ("hours", ""),
    ],
)
def test_values_of_the_wrong_kind_are_refused(name: str, text: str) -> None:
    with pytest.raises(PlayerError, match=f"{name} must be {OPTIONS[name].kind}, not "):
        OPTIONS[name].read(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gredy", "there is no player gredy; did you mean greedy?"),
        ("zzz", "there is no player zzz; known are human, leftmost, random, "),
        ("random:sed=1", "random has no option sed; did you mean seed?"),
        ("greedy:seed=1", "greedy has no option seed; it has none"),
        ("random:seed=x", "random:seed=x: seed must be a whole number, not 'x'"),
        ("turn:objective=most", "turn:objective=most: objective must be stones or difference, not 'most'"),
        ("turn:states=0", "turn:states=0: states must be a whole number from 1 to 1,000,000,000, not '0'"),
        ("perfect:memory=-1", "perfect:memory=-1: memory must be a whole number from 1 to 1,000,000, not '-1'"),
        ("program", "program needs the option command, as in program:command=..."),
        ("human", "human cannot play here: there is no person to ask"),
    ],
)
def test_what_there_is_not_is_named(text: str, sentence: str) -> None:
    with pytest.raises(PlayerError) as caught:
        make(text)
    assert str(caught.value).startswith(sentence)


def test_a_player_has_one_text() -> None:
    assert canonical("turn:states=007,objective=difference") == "turn:objective=difference,states=7"
    assert canonical("turn:objective=stones") == "turn"
    assert make("turn: states=7").name == "turn:states=7"
    assert canonical('program:command="a, b",patience=60.0') == 'program:command="a, b"'


def test_every_player_has_a_sentence_and_its_options_have_help() -> None:
    missing = {"openspiel"} if find_spec("pyspiel") is None else set()  # it has no wheel for some Pythons
    assert {kind.name for kind in kinds()} == set(names()) - missing
    for kind in kinds():
        assert kind.summary.endswith("."), kind.name
        assert all(option.help for option in kind.options), kind.name


def test_first_text_option_needs_no_name() -> None:
    spec = Spec.parse("program: echo , patience=3")
    assert spec.options == (("", "echo"), ("patience", "3"))
    assert Spec.parse(str(spec)) == spec
    assert canonical("program:echo") == canonical("program:command=echo")
    for text in ("random:seed", "leftmost:x"):
        with pytest.raises(PlayerError, match="is not an option such as seed=7"):
            make(text)
    with pytest.raises(PlayerError, match="the option command is given twice"):
        make("program:echo,command=echo")
