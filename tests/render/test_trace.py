"""Traces as text: what changed, the hand, the stores, and watched words."""

import pytest

from sowfish import Position
from sowfish.checker import Trace
from sowfish.errors import QuestionError
from sowfish.render.trace_text import describe, draw_board, draw_state, watched

TRACE = Trace.played(Position.start("events", 1, 2), [1, 0, 1])


def test_a_board_of_a_trace_shows_what_changed_and_the_hand() -> None:
    lines = [
        "board 4 of 7: south picks up 1 from south's pit 0",
        "south's hand: 1 stone, last at south's pit 0",
        "",
        "",
        "",
        "  north   1    0",
        "  ┌────┬────┬────┬────┐",
        "  │    │  1 │  1 │    │",
        "  │  0 ├────┼────┤  1 │",
        "  │    │  0 │  0 │    │",
        "  └────┴────┴────┴────┘",
        "> south   0    1",
        "         -1",
        "",
        "events 3  hand 1",
    ]
    assert draw_board(TRACE, 3, names=("events", "hand")).splitlines() == lines


def test_changes_of_stores_are_shown() -> None:
    assert "captures 2" in draw_board(TRACE, 4)
    assert "\nsouth's store +2\n" in draw_board(TRACE, 4)
    assert describe(TRACE, 6) == [
        "board 7 of 7: north drops one in north's store",
        "the game is over: south 3, north 1",
    ]
    assert describe(TRACE, 0) == ["board 1 of 7: the start", "south to move, nothing in the hand"]


def test_boards_keep_their_height_from_step_to_step() -> None:
    heights = {len(draw_board(TRACE, board).splitlines()) for board in range(len(TRACE.states))}
    assert len(heights) == 1


def test_a_state_alone_has_no_marks() -> None:
    assert draw_state(TRACE.final).count("\n") == 6


def test_words_are_watched() -> None:
    assert watched(TRACE, 6, ["boards", "south_margin", "steals"]) == {"boards": 7, "south_margin": 2, "steals": 1}
    with pytest.raises(QuestionError, match="did you mean steals"):
        watched(TRACE, 0, ["stealz"])
