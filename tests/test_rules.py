import dataclasses
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import any_rules

from sowfish import PROFILES, Capture, Ending, Rest, Rules, RulesError

# relay, capture, both stores, ends, rest: DESIGN.md, section 3
SWITCHES = {
    "kalah": (False, "opposite", False, "either-empty", "owner"),
    "kalah-empty-capture": (False, "always", False, "either-empty", "owner"),
    "kalah-lazy": (False, "opposite", False, "mover-empty", "owner"),
    "avalanche": (True, "none", False, "either-empty", "nobody"),
    "avalanche-sweep": (True, "none", False, "either-empty", "owner"),
    "events": (False, "always", True, "all-empty", "owner"),
}

# of which texts are made that are nearly right
NAMES = ["kalah", "events", "capture", "relay=", "=yes", "ends=", "relay=yes", "ends=all-empty", "rest=owner"]
PITS = ["pits=0", "pits=12", "pits=007", "pits=-1", "pits=1=2", "capture=none", "both_stores=no"]


def test_the_profiles_are_those_of_the_design_with_six_pits() -> None:
    found = {
        name: (rules.relay, rules.capture, rules.both_stores, rules.ends, rules.rest)
        for name, rules in PROFILES.items()
    }
    assert found == SWITCHES
    assert {rules.pits for rules in PROFILES.values()} == {6}


def test_the_default_is_kalah() -> None:
    assert Rules() == PROFILES["kalah"] == Rules.parse("kalah")


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_is_known_by_its_name_on_every_board(name: str) -> None:
    for pits in range(1, 13):
        rules = Rules.named(name, pits=pits)
        assert rules == PROFILES[name].with_pits(pits)
        assert (rules.name, rules.label, rules.pits) == (name, name, pits)


def test_every_switch_of_a_profile_can_be_overridden() -> None:
    rules = Rules.named("kalah", pits=3, relay=True, capture="none", both_stores=True, ends="all-empty", rest="nobody")
    assert dataclasses.astuple(rules) == (3, True, Capture.NONE, True, Ending.ALL_EMPTY, Rest.NOBODY)
    assert rules.name is None


def test_rules_that_come_to_a_profile_have_its_name() -> None:
    assert str(Rules.named("avalanche", rest="owner")) == "avalanche-sweep"
    assert Rules.parse("kalah,capture=always").name == "kalah-empty-capture"


def test_the_text_names_the_nearest_profile_and_what_differs() -> None:
    assert str(Rules.parse("events,pits=2,rest=nobody")) == "events,pits=2,rest=nobody"
    assert str(Rules.parse(" kalah , relay = yes ")) == "kalah,relay=yes"
    assert str(Rules.parse("avalanche,both_stores=yes")) == "avalanche,both_stores=yes"


@given(any_rules())
def test_text_round_trips(rules: Rules) -> None:
    assert Rules.parse(str(rules)) == rules
    assert Rules.parse(rules.label).with_pits(rules.pits) == rules
    assert str(Rules.parse(str(rules))) == str(rules)


@given(any_rules())
def test_rules_pickle(rules: Rules) -> None:
    assert pickle.loads(pickle.dumps(rules)) == rules  # noqa: S301  # written a moment ago


@given(any_rules(), any_rules())
def test_equal_rules_and_only_those_share_a_text_and_a_hash(one: Rules, other: Rules) -> None:
    assert (one == other) == (str(one) == str(other))
    if one == other:
        assert hash(one) == hash(other)
    assert hash(Rules.parse(str(one))) == hash(one)


def test_choices_given_as_text_become_the_choices_themselves() -> None:
    rules = Rules(capture="none", ends="all-empty", rest="nobody")  # type: ignore[arg-type]  # text is accepted
    assert rules.capture is Capture.NONE
    assert rules.ends is Ending.ALL_EMPTY
    assert rules.rest is Rest.NOBODY


def test_rules_never_change() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Rules().pits = 5  # type: ignore[misc]  # what is tried here


def test_rules_may_be_given_as_a_value_or_as_text() -> None:
    rules = Rules(pits=4)
    assert Rules.of(rules) is rules
    assert Rules.of("kalah,pits=4") == rules


def read_or_refused(text: str) -> Rules | str:
    """Return what is read, or the message of the refusal."""
    try:
        return Rules.parse(text)
    except RulesError as error:
        return str(error)


@given(st.one_of(st.text(max_size=300), st.lists(st.sampled_from(NAMES + PITS)).map(",".join)))
def test_any_text_is_rules_or_refused_in_a_short_sentence(text: str) -> None:
    answer = read_or_refused(text)
    if isinstance(answer, str):
        assert len(answer) < 300
    else:
        assert Rules.parse(str(answer)) == answer
