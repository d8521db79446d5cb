import pytest

from sowfish import Position
from sowfish.render.words import counted, effect, standing

START = "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (START, "south to move"),
        (f"{START} north", "north to move"),
        ("kalah: 1 0 30 / 2 0 5", "south to move; south has a technical win"),
        ("events: 0 0 1 / 2 0 1 south", "south has nothing to sow and passes"),
        ("kalah: 0 0 9 / 0 0 3", "south has won, 9 to 3"),
        ("kalah: 0 0 9 / 4 1 8", "north has won, 13 to 9"),
        ("avalanche: 0 0 9 / 4 1 9", "a tie, 9 to 9"),
    ],
)
def test_standing_says_who_moves_or_has_won(text: str, words: str) -> None:
    assert standing(Position.parse(text)) == words


@pytest.mark.parametrize(
    ("text", "pit", "words"),
    [
        (START, 2, "sows 4 stones, banks 1, moves again"),
        (START, 0, "sows 4 stones"),
        ("1 0 0 0 0 1 0 / 4 4 4 4 5 4 0", 0, "sows 1 stone, captures 6, banks 6 in all"),
        ("0 1 20 / 4 5 0", 1, "sows 1 stone, banks 1, ends the game, 9 left over to their owner"),
        ("avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9", 4, "sows 1 stone, runs 3 laps, banks 2, moves again"),
    ],
)
def test_effect_says_what_a_move_does(text: str, pit: int, words: str) -> None:
    assert effect(Position.parse(text).move(pit)) == words


def test_one_is_singular() -> None:
    assert [counted(number, "lap") for number in range(3)] == ["0 laps", "1 lap", "2 laps"]
