"""What a caller can get wrong, texts apart: each is refused by an error of ours that names the offender."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from sowfish import IllegalMoveError, Position, PositionError, Rules, RulesError, SowfishError

START: Any = Position.start()  # Any, because the types forbid most of what is tried here
MAKE: Any = Position
NO_NUMBERS = [None, True, False, 2.0, 2.5, "2", b"2", [2], Decimal(2), Fraction(4, 2), "x" * 10_000, object()]
NO_TEXTS = [None, True, 0, 2.5, b"south", ["south"], "", "east", "South", "so uth", "x" * 10_000]
HUGE = [2**31, 2**63, 2**64, 2**70, 10**5000, -(2**31) - 1, -(2**70), -(10**5000)]

GIVEN_A_NUMBER: dict[str, Callable[[Any], object]] = {
    "after": START.after,
    "move": START.move,
    "perft": START.perft,
    "lap": lambda number: START.lap("south", number),
    "stones of a pit": lambda number: MAKE([number], [1]),
    "store": lambda number: MAKE([1], [1], north_store=number),
    "start stones": lambda number: MAKE.start(stones=number),
    "mirrored pit": lambda number: MAKE.mirrored([1, number]),
    "reflected pit": lambda number: MAKE.reflected([1, number]),
    "random total": lambda number: MAKE.random(number, seed=1),
    "random seed": lambda number: MAKE.random(seed=number),
    "random pits": lambda number: MAKE.random(seed=1, pits=number),
    "edited pit": lambda number: START.with_stones("south", number, 1),
    "edited stones": lambda number: START.with_stones("south", 1, number),
    "edited store": lambda number: START.with_store("south", number),
    "banked pit": lambda number: START.banked("south", number, into="north"),
    "rules' pits": lambda number: Rules(pits=number),
    "with pits": lambda number: Rules(pits=2).with_pits(number),
}
GIVEN_A_WORD: dict[str, Callable[[Any], object]] = {
    "to move": lambda word: MAKE([1], [1], to_move=word),
    "rules": lambda word: MAKE([1], [1], rules=word),
    "start rules": MAKE.start,
    "deal": lambda word: MAKE.random(seed=1, deal=word),
    "pits": START.pits,
    "store": START.store,
    "stones on": START.stones_on,
    "edited side": lambda word: START.with_stones(word, 1, 1),
    "edited store": lambda word: START.with_store(word, 1),
    "banked side": lambda word: START.banked(word, 1, into="south"),
    "banked into": lambda word: START.banked("south", 1, into=word),
    "lap": lambda word: START.lap(word, 1),
    "edited to move": START.with_to_move,
    "edited rules": START.with_rules,
    "rules named": Rules.named,
    "rules parsed": Rules.parse,
    "rules of": Rules.of,
    "capture": lambda word: Rules(capture=word),
    "ends": lambda word: Rules(ends=word),
    "rest": lambda word: Rules(rest=word),
}


def named(item: object) -> str:
    """Return how a message must begin to name an item."""
    try:
        return ascii(item)[:30]
    except ValueError:
        return "a huge int"


def refuses(call: Callable[[Any], object], item: object) -> None:
    with pytest.raises(SowfishError) as caught:
        call(item)
    assert named(item) in str(caught.value)
    assert len(str(caught.value)) < 300
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("call", GIVEN_A_NUMBER.values(), ids=GIVEN_A_NUMBER)
def test_anything_but_an_integer_is_rejected(call: Callable[[Any], object]) -> None:
    for item in NO_NUMBERS:
        if item is not None or call is not GIVEN_A_NUMBER["random seed"]:  # without a seed a deal is any
            refuses(call, item)


@pytest.mark.parametrize(
    "call",
    [call for name, call in GIVEN_A_NUMBER.items() if name not in ("perft", "random seed")],
    ids=[name for name in GIVEN_A_NUMBER if name not in ("perft", "random seed")],
)
def test_numbers_beyond_any_board_are_refused(call: Callable[[Any], object]) -> None:
    for number in [-1, 256, *HUGE]:
        refuses(call, number)


@pytest.mark.parametrize("call", GIVEN_A_WORD.values(), ids=GIVEN_A_WORD)
def test_words_that_are_no_choice_are_refused(call: Callable[[Any], object]) -> None:
    for item in [*NO_TEXTS, 10**5000]:
        refuses(call, item)


@pytest.mark.parametrize("pits", [None, 3, 2.5, True, "4 4", "44", [[1]], [None], object(), ["x" * 10_000]])
def test_pits_that_are_no_list_of_numbers_are_refused(pits: Any) -> None:  # noqa: ANN401  # anything at all
    for call in (MAKE.mirrored, MAKE.reflected, lambda row: MAKE(row, [1]), lambda row: MAKE([1], row)):
        with pytest.raises(PositionError) as caught:
            call(pits)
        assert len(str(caught.value)) < 300


@pytest.mark.parametrize("switch", ["relay", "both_stores"])
def test_a_switch_is_true_or_false_and_nothing_like_it(switch: str) -> None:
    items: list[object] = [None, 0, 1, "yes", "True", 1.0, [], "x" * 10_000]
    for item in items:
        refuses(lambda value: Rules(**{switch: value}), item)


def test_an_unknown_field_of_rules_is_named() -> None:
    with pytest.raises(RulesError, match="'speed'"):
        Rules.named("kalah", speed=3)


@pytest.mark.parametrize(
    ("south", "north", "offender"),
    [
        ([], [], "south has 1 number;"),
        ([1] * 13, [1] * 13, "south has 14 numbers"),
        ([1], [1, 1], "south has 1 pit and north has 2"),
        ([1, 2], [], "north has 1 number;"),
        ([0, -1], [0, 0], "south's pit 1 must hold 0 to 255 stones, not -1"),
        ([0, 0], [256, 0], "north's pit 0 must hold 0 to 255 stones, not 256"),
        ([128, 0], [0, 128], "256 stones are too many"),
    ],
)
def test_counts_that_are_no_board_are_refused(south: list[int], north: list[int], offender: str) -> None:
    with pytest.raises(PositionError, match=offender):
        Position(south, north)


def test_stores_count_towards_the_limit() -> None:
    Position([100], [100], south_store=50, north_store=5)
    with pytest.raises(PositionError, match="256 stones"):
        Position([100], [100], south_store=51, north_store=5)
    with pytest.raises(PositionError, match="256 stones"):
        Position.start(stones=21).with_store("south", 4)


def test_an_edit_may_not_exceed_the_limit_either() -> None:
    with pytest.raises(PositionError, match="300"):
        START.with_stones("south", 0, 300)
    with pytest.raises(PositionError, match="-5"):
        START.with_store("north", -5)


@pytest.mark.parametrize(("total", "deal"), [(0, "free"), (1, "free"), (256, "free"), (47, "mirrored")])
def test_a_deal_that_cannot_be_dealt_is_refused(total: int, deal: str) -> None:
    with pytest.raises(PositionError, match=f"not {total}"):
        Position.random(total, seed=1, deal=deal)


@pytest.mark.parametrize("play", ["after", "move"])
class TestAPitThatCannotBePlayed:
    def test_is_refused_if_it_is_empty(self, play: str) -> None:
        position = START.with_stones("south", 3, 0)
        with pytest.raises(IllegalMoveError, match=f"pit 3 is empty in {position}"):
            getattr(position, play)(3)

    def test_is_refused_if_it_is_the_others_pit_that_holds_stones(self, play: str) -> None:
        with pytest.raises(IllegalMoveError, match="pit 0 is empty"):
            getattr(Position.parse("0 1 0 / 5 5 0"), play)(0)

    @pytest.mark.parametrize("pit", [-1, 6, 7, 13, 31, 32, 64, -(2**31), 2**31 - 1, 2**31, 2**32, 2**64])
    def test_is_refused_if_it_does_not_exist(self, play: str, pit: int) -> None:
        with pytest.raises(IllegalMoveError, match=f"there is no pit {pit}; pits are 0 to 5"):
            getattr(START, play)(pit)

    @pytest.mark.parametrize(
        "text",
        ["kalah: 1 0 3 / 0 0 3 south", "kalah-lazy: 0 0 3 / 2 0 3 south", "events: 0 0 3 / 0 0 3 north"],
    )
    def test_is_refused_after_the_end(self, play: str, text: str) -> None:
        for pit in (0, 1, 7, -1):
            with pytest.raises(IllegalMoveError, match=f"pit {pit} cannot be played: the game is over in {text}"):
                getattr(Position.parse(text), play)(pit)

    def test_is_refused_if_the_side_must_pass(self, play: str) -> None:
        with pytest.raises(IllegalMoveError, match="pit 0 is empty"):
            getattr(Position.parse("events: 0 0 3 / 2 0 3 south"), play)(0)


def test_a_lap_of_an_empty_or_missing_pit_is_refused() -> None:
    with pytest.raises(IllegalMoveError, match="pit 1 of south is empty"):
        Position.parse("1 0 0 / 1 1 0").lap("south", 1)
    with pytest.raises(PositionError, match="there is no pit 2"):
        Position.parse("1 0 0 / 1 1 0").lap("south", 2)
