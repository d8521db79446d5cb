"""Replays as phones send them."""

import contextlib
import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sowfish import Position, SowfishError
from sowfish.model.phone_replay import LONGEST_TEXT, PhoneReplay

# A message of a phone in Capture: player 2 plays its fifth pit, and the last stone falls into player 1's first.
BEFORE = (
    "board:&2,2&2&&3,3,3&11&3,3,1,2,1,12,3,3,12&12,12,13,13,3,3,13,1,3,2&3&11,3&&1,13,12"
    "&13,11,12,11,13,12,11,1,13,3,11,2&13,13,11,12,2"
)
AFTER = (
    "board:12&2,2&2&&3,3,3&11&3,3,1,2,1,12,3,3,12&12,12,13,13,3,3,13,1,3,2&3&11,3&&"
    "&13,11,12,11,13,12,11,1,13,3,11,2,1&13,13,11,12,2,13"
)
SENT = f"{BEFORE}|move:2,4|{AFTER}"
START = "board:" + "&".join(["1,2,3,4"] * 6 + [""] + ["1,2,3,4"] * 6 + [""])


def cells(*counts: int) -> str:
    return "board:" + "&".join(",".join(["1"] * count) for count in counts)


def test_a_replay_gives_the_position_and_what_the_other_side_played() -> None:
    game = PhoneReplay.parse(SENT).game(1, "kalah")
    assert str(game.start) == "kalah: 0 2 1 0 3 1 9 / 10 1 2 0 3 12 5 north"
    assert game.moves == (4,)
    assert str(game.position) == "kalah: 1 2 1 0 3 1 9 / 10 1 2 0 0 13 6 south"


def test_player_two_sees_the_same_from_the_other_side() -> None:
    game = PhoneReplay.parse(SENT).game(2, "kalah")
    assert game.position == PhoneReplay.parse(SENT).game(1, "kalah").position.turned()


def test_a_whole_message_brings_its_mode() -> None:
    message = json.dumps({"replay": SENT, "mode": "n", "player": "2", "sender": "somebody"})
    assert PhoneReplay.parse(message).game(1, "avalanche").start.rules.name == "kalah"
    assert PhoneReplay.parse(f"mode:ah|{START}").game(1, "kalah").start.rules.name == "avalanche"


def test_a_board_alone_is_a_position_with_you_to_move() -> None:
    assert PhoneReplay.parse(START).game(1).position == Position.start("avalanche")


def test_the_last_board_tells_who_gets_the_leftovers() -> None:
    before, swept = cells(0, 0, 0, 0, 0, 1, 20, 0, 3, 0, 2, 0, 0, 22), cells(0, 0, 0, 0, 0, 0, 21, 0, 0, 0, 0, 0, 0, 27)
    left = cells(0, 0, 0, 0, 0, 0, 21, 0, 3, 0, 2, 0, 0, 22)
    assert PhoneReplay.parse(f"mode:an|{before}|move:1,5|{swept}").game(1).start.rules.name == "avalanche-sweep"
    assert PhoneReplay.parse(f"mode:an|{before}|move:1,5|{left}").game(1).start.rules.name == "avalanche"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "parts board: and move:"),
        ("move:1,2", "does not begin with a board"),
        (SENT[:-80], "cells, not 14"),
        (SENT[:-3], "do not lead to board 2"),
        (f"{START}|move:1", "must be a player and a pit"),
        (f"{START}|move:1,2|move:2,0", "move 2 is of player 2, but it is the other player's turn"),
        (f"{START}|move:3,2", "player 1 or 2"),
        (f"{START}|move:1,7", "move 1 is illegal"),
        (f"{START}|move:1,1|move:1,1", "other player's turn"),
        (f"{cells(0, *[4] * 5, 0, *[4] * 6, 0)}|move:1,0", "move 1 is illegal"),
        (START.replace("1,2,3,4", "1,x", 1), "lists stones as numbers"),
        (f"mode:zz|{START}", "the mode must be one of"),
        ('{"replay": 3}', "no replay"),
        ('{"replay": "board', "not JSON"),
        ("[" * 5000, "parts board:"),
        ("{" + '"a":[' * 5000, "not JSON"),
        (cells(*[0] * 14), "must have 1 to 255 stones"),
        ("9" * (LONGEST_TEXT + 1), "too long"),
        ("|".join([START] + ["move:1,0"] * 1001), "too long"),
    ],
)
def test_an_invalid_replay_gets_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(SowfishError, match=sentence) as caught:
        PhoneReplay.parse(text).game(1, "kalah")
    assert "\n" not in str(caught.value)


@given(st.text(alphabet='board:move|&,0123456789 {}"', max_size=400))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(SowfishError):  # any other error fails
        PhoneReplay.parse(text).game(2)


def test_the_longest_text_is_read_in_no_time() -> None:
    started = time.perf_counter()
    for text in ("," * LONGEST_TEXT, "&" * LONGEST_TEXT, "|" * LONGEST_TEXT, "board:" + "1," * (LONGEST_TEXT // 2 - 9)):
        with pytest.raises(SowfishError):
            PhoneReplay.parse(text)
    assert time.perf_counter() - started < 2
