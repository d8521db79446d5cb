import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import positions

from sowfish import NotationError, Position, Rules, Side, SowfishError

EXAMPLE = "avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9 south"

WIDE_ONE, ARABIC_ONE, SQUARED = "\uff11", "\u0661", "\u00b2"

# of which texts are made that are nearly right
NUMBERS = ["0", "1", "2", "255", "256", "-1", "007", "+", "1e3", "0x1", ARABIC_ONE]
SIGNS = ["/", "/", ":", "~", ".", ",", "south", "north", "kalah", "kalah:", "avalanche:", "events,pits=2:"]


def test_the_canonical_text_is_that_of_the_contract() -> None:
    position = Position([5, 3, 2, 0, 1, 7], [7, 2, 4, 9, 0, 2], south_store=12, north_store=9, rules="avalanche")
    assert str(position) == EXAMPLE
    assert Position.parse(EXAMPLE) == position


def test_prefix_and_suffix_may_be_left_out() -> None:
    position = Position.parse("5 3 2 0 1 7 12 / 7 2 4 9 0 2 9")
    assert (position.rules, position.to_move) == (Rules(), Side.SOUTH)
    assert Position.parse("1 0 / 1 0 north").to_move is Side.NORTH


def test_rules_in_the_text_win_over_rules_given() -> None:
    assert Position.parse("1 0 / 1 0", rules="events").rules.name == "events"
    assert Position.parse("avalanche: 1 0 / 1 0", rules="events").rules.name == "avalanche"


def test_switches_may_stand_in_the_prefix() -> None:
    position = Position.parse("kalah,relay=yes,rest=nobody: 1 0 / 1 0")
    assert position.rules == Rules.named("kalah", pits=1, relay=True, rest="nobody")


@pytest.mark.parametrize(
    "text",
    [
        "avalanche:5,3,2,0,1,7,12/7,2,4,9,0,2,9",
        "  avalanche :  5  3, 2 ,0\t1 7 12  /  7 2 4 9 0 2 9,  south ",
        "avalanche: 05 3 2 0 1 007 12 / 7 2 4 9 0 2 9 south\n",
    ],
)
def test_commas_and_extra_spaces_are_accepted(text: str) -> None:
    assert str(Position.parse(text)) == EXAMPLE


def test_the_text_decides_the_number_of_pits() -> None:
    assert Position.parse("events: 1 2 3 0 / 3 2 1 0").rules.pits == 3


def test_the_address_form_is_one_word_without_escapes() -> None:
    url = Position.parse(EXAMPLE).url
    assert url == "avalanche~5.3.2.0.1.7.12~7.2.4.9.0.2.9~south"
    assert Position.parse("kalah,relay=yes,ends=all-empty: 1 0 / 1 0 north").url == (
        "kalah~relay.yes~ends.all-empty~1.0~1.0~north"
    )


@given(positions())
def test_every_position_round_trips_as_text(position: Position) -> None:
    text = str(position)
    assert Position.parse(text) == position
    assert str(Position.parse(text)) == text
    assert eval(repr(position), {"Position": Position}) == position  # noqa: S307  # our own repr


@given(positions())
def test_every_position_round_trips_as_address(position: Position) -> None:
    assert Position.from_url(position.url) == position
    assert re.fullmatch(r"[A-Za-z0-9._~-]+", position.url)


@given(positions())
def test_no_text_of_ours_is_too_long_to_read_or_to_tell(position: Position) -> None:
    assert len(str(position)) < 200


@pytest.mark.parametrize(
    ("text", "offender"),
    [
        ("", "not 1: ''"),
        ("1 2 3", "not 1: '1 2 3'"),
        ("1 0 / 1 0 / 1 0", "not 3"),
        ("/", "south has 0 numbers"),
        ("1 / 1", "south has 1 number;"),
        ("1 0 / 1", "north has 1 number;"),
        ("1 0 / 1 1 0", "south has 1 pit and north has 2"),
        (f"{'1 ' * 14}/ {'1 ' * 14}", "south has 14 numbers"),
        ("1 0 / 1 0 east", "'east'"),
        ("1 0 / 1 0 Southeast", "'Southeast'"),
        ("1 0 south / 1 0", "'south'"),
        ("1 0 / south north", "'south'"),
        ("one 0 / 1 0", "'one'"),
        ("1.5 0 / 1 0", "'1.5'"),
        ("+1 0 / 1 0", "'+1'"),
        ("1_0 0 / 1 0", "'1_0'"),
        ("0x1 0 / 1 0", "'0x1'"),
        ("- 0 / 1 0", "'-'"),
        ("--1 0 / 1 0", "'--1'"),
        (f"{WIDE_ONE} 0 / 1 0", f"'{WIDE_ONE}'"),
        (f"{ARABIC_ONE} 0 / 1 0", f"'{ARABIC_ONE}'"),
        (f"{SQUARED} 0 / 1 0", f"'{SQUARED}'"),
        ("-1 0 / 1 0", "south's pit 0 must hold 0 to 255 stones, not -1"),
        ("1 0 / 1 -2", "north's store must hold 0 to 255 stones, not -2"),
        ("256 0 / 1 0", "south's pit 0 must hold 0 to 255 stones, not 256"),
        pytest.param(f"{'9' * 500} 0 / 1 0", "south's pit 0 must hold 0 to 255 stones, not 9999", id="500 digits"),
        ("255 0 / 1 0", "256 stones"),
        ("200 1 / 100 1", "302 stones"),
        ("foo: 1 0 / 1 0", "'foo'"),
        (": 1 0 / 1 0", "unknown rules ''"),
        ("kalah: kalah: 1 0 / 1 0", "'kalah: kalah'"),
        ("kalah,speed=9: 1 0 / 1 0", "'speed=9'"),
        pytest.param("x" * 10_000, "at most 600 characters, not 10000", id="long word"),
        pytest.param("1 " * 5_000, "at most 600 characters, not 10000", id="many numbers"),
        pytest.param(
            "kalah," + "relay=yes," * 50 + ": 1 0 / 1 0", "at most 200 characters, not 506", id="many switches"
        ),
    ],
)
def test_a_bad_text_is_refused_by_naming_the_offender(text: str, offender: str) -> None:
    with pytest.raises(SowfishError) as caught:
        Position.parse(text)
    assert offender in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("url", "offender"),
    [
        ("", "''"),
        ("kalah~1.0~1.0", "'kalah~1.0~1.0'"),
        ("kalah~1.0~1.0~east", "'east'"),
        ("kalah~1.0~1.0~", "''"),
        ("kalah~1 0~1.0~south", "'1 0'"),
        ("kalah~1..0~1.0~south", "''"),
        ("kalah~1.0~1.x~south", "'x'"),
        ("kalah~1.0~1.0.0~south", "south has 1 pit and north has 2"),
        ("nothing~1.0~1.0~south", "'nothing'"),
        ("kalah~relay~1.0~1.0~south", "'relay'"),
        ("kalah~relay.maybe~1.0~1.0~south", "'maybe'"),
        ("kalah~-1.0~1.0~south", "south's pit 0"),
        pytest.param("kalah~" + "1." * 5_000 + "~1.0~south", "at most 600 characters, not 10016", id="many numbers"),
    ],
)
def test_a_bad_address_is_refused_by_naming_the_offender(url: str, offender: str) -> None:
    with pytest.raises(SowfishError) as caught:
        Position.from_url(url)
    assert offender in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("text", [None, 5, 1.5, True, b"1 0 / 1 0", ["1 0 / 1 0"], pytest.param(10**5000, id="huge")])
def test_a_text_must_be_a_string(text: Any) -> None:  # noqa: ANN401  # anything at all
    for read in (Position.parse, Position.from_url):
        with pytest.raises(NotationError, match="a position text is needed, not"):
            read(text)


def read_or_refused(read: Callable[[str], Position], text: str) -> Position | str:
    """Return what is read, or the message of the refusal."""
    try:
        return read(text)
    except SowfishError as error:
        return str(error)


@given(st.one_of(st.text(), st.lists(st.sampled_from(NUMBERS + SIGNS)).map(" ".join)))
def test_any_text_is_a_position_or_refused_in_a_short_sentence(text: str) -> None:
    for read in (Position.parse, Position.from_url):
        answer = read_or_refused(read, text)
        if isinstance(answer, str):
            assert len(answer) < 300
        else:
            assert Position.parse(str(answer)) == answer
