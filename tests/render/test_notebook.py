"""Results draw themselves in notebooks, as positions do."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from typing import Any

import pytest

from sowfish import Game, Position, analyse, best_turn, solve
from sowfish.checker import ask
from sowfish.engine.review import review
from sowfish.players import play
from sowfish.search.game_tree import grow_tree
from sowfish.search.minimax import minimax
from sowfish.search.montecarlo import montecarlo
from sowfish.search.uct import Uct

POSITION = Position.parse("kalah: 0 4 2 1 0 3 14 / 1 0 2 0 3 2 16")


def played() -> Game:
    game = Game(POSITION)
    game.play(2)
    return game


RESULTS: dict[str, tuple[Callable[[], Any], str]] = {
    "solve": (lambda: solve(POSITION), "You win by 6, proven. Play 2."),
    "analyse": (lambda: analyse(POSITION), "You win by 6, proven."),
    "best turn": (lambda: best_turn(POSITION, "stones"), "is the best that one turn can reach"),
    "game": (played, "1 move, north to move. south 2"),
    "played": (lambda: play("greedy", "leftmost"), "south_wins, 27-21, played_out."),
    "review": (lambda: review(played()), ""),
    "minimax": (lambda: minimax(POSITION, depth=3), "seen 3 moves ahead"),
    "montecarlo": (lambda: montecarlo(POSITION, playouts=60), "60 random games; wins of each pit."),
    "uct": (lambda: Uct(seed=1).search(POSITION, playouts=50), "value of each pit."),
    "answer": (lambda: ask("shortest game of kalah(2,2)"), "shortest game: "),
    "tree": (lambda: grow_tree(POSITION, depth=1), "1 move deep"),
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_a_sentence_and_a_picture(name: str) -> None:
    make, words = RESULTS[name]
    shown = make()._repr_html_()
    assert words in shown.replace("&#x27;", "'")
    for picture in re.findall("<svg.*?</svg>", shown, re.DOTALL):
        ET.fromstring(picture)  # noqa: S314  # our own
    assert "<svg" in shown or "<details" in shown


def test_values_stand_beside_the_pits() -> None:
    shown = analyse(POSITION)._repr_html_()
    assert shown.count('class="sowfish-mark"') == len(POSITION.legal_pits)
