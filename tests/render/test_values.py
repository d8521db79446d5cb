from dataclasses import dataclass

import pytest

from sowfish import Kind, Side
from sowfish.render import Charset, View
from sowfish.render.scene import Numbering
from sowfish.render.values import bar, mark, verdict
from sowfish.render.words import ordinal, place


@dataclass(frozen=True)
class Known:
    value: int
    low: int
    high: int
    kind: Kind


def proven(value: int) -> Known:
    return Known(value, value, value, Kind.PROVEN)


@pytest.mark.parametrize(
    ("known", "box", "ascii_only"),
    [
        (proven(3), "+3", "+3"),
        (proven(0), "0", "0"),
        (proven(-2), "-2", "-2"),
        (Known(5, 3, 48, Kind.BOUND), "≥+3", ">=+3"),
        (Known(5, -48, 6, Kind.BOUND), "≤+6", "<=+6"),
        (Known(-4, -48, 48, Kind.ESTIMATE), "~-4", "~-4"),
    ],
)
def test_mark_shows_the_kind_with_the_value(known: Known, box: str, ascii_only: str) -> None:
    assert (mark(known), mark(known, Charset.ASCII)) == (box, ascii_only)


@pytest.mark.parametrize(
    ("known", "words"),
    [
        (proven(21), "you win by 21, proven"),
        (proven(-1), "you lose by 1, proven"),
        (proven(0), "a tie, proven"),
        (Known(5, 3, 9, Kind.BOUND), "you win by at least 3, proven; about +5, estimated"),
        (Known(-5, -9, -3, Kind.BOUND), "you lose by at least 3, proven; about -5, estimated"),
        (Known(2, 0, 9, Kind.BOUND), "you do not lose, proven; about +2, estimated"),
        (Known(-2, -9, 0, Kind.BOUND), "you do not win, proven; about -2, estimated"),
        (Known(0, -4, 9, Kind.BOUND), "between -4 and +9 for you, proven; about 0, estimated"),
        (Known(7, -48, 48, Kind.ESTIMATE), "you win by about 7, estimated; nothing is proven yet"),
        (Known(0, -48, 48, Kind.ESTIMATE), "a tie, estimated; nothing is proven yet"),
    ],
)
def test_verdict_says_what_is_proven_and_what_is_estimated(known: Known, words: str) -> None:
    assert verdict(known, Side.SOUTH) == words
    assert verdict(known, Side.NORTH) == words.replace("for you", "for them").replace("you", "they")


def test_bar_is_full_when_all_stones_are_yours() -> None:
    assert [bar(margin, 48, 4) for margin in (-48, -24, 0, 24, 48)] == ["░░░░", "█░░░", "██░░", "███░", "████"]
    assert bar(0, 0, 4, Charset.ASCII) == "##.."


@pytest.mark.parametrize(
    ("side", "pit", "view", "words"),
    [
        (Side.SOUTH, 0, View.PHONE, "1st pit from the top"),
        (Side.SOUTH, 5, View.TABLE, "6th pit from the left"),
        (Side.NORTH, 0, View.PHONE, "6th pit from the top"),
        (Side.NORTH, 4, View.TABLE, "2nd pit from the left"),
    ],
)
def test_place_is_where_the_drawing_has_the_pit(side: Side, pit: int, view: View, words: str) -> None:
    assert place(side, pit, 6, view) == words


def test_ordinals() -> None:
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st",
    ]  # fmt: skip


def test_ring_counts_from_souths_store_through_norths_pits() -> None:
    ring = [Numbering.RING.number(side, pit, 6) for side in Side for pit in range(6)]
    assert ring == [7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6]
