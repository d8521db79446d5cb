"""The graph of a game as characters and as pictures."""

from dataclasses import replace
from pathlib import Path

import pytest

from sowfish import Game, Kind, Position
from sowfish.engine.review import Review, review
from sowfish.engine.values import Number
from sowfish.render.chart import Paint, chart
from sowfish.render.graph import HALF, draw_graph

GOLDEN = Path(__file__).parent.parent / "data" / "graphs"


def proven(value: int) -> Number:
    return Number(value=value, low=value, high=value, kind=Kind.PROVEN)


def guessed(value: int) -> Number:
    return Number(value=value, low=-48, high=48, kind=Kind.ESTIMATE)


VALUES = [guessed(3), guessed(-9), guessed(0), proven(1), *map(proven, range(-2, 14, 2)), proven(-14)]


@pytest.mark.parametrize("charset", ["box", "ascii"])
def test_graph_looks_like_the_golden_one(charset: str) -> None:
    golden = GOLDEN / f"{charset}.txt"
    assert draw_graph(VALUES, charset=charset) + "\n" == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("width", [20, 40, 80])
@pytest.mark.parametrize("turns", [1, 2, 50, 500])
def test_graph_fits_its_width(width: int, turns: int) -> None:
    lines = draw_graph([proven(turn % 40 - 20) for turn in range(turns)], width=width).splitlines()
    assert len(lines) == 2 * HALF + 2
    assert max(map(len, lines)) <= width


def test_tie_all_along_is_a_line() -> None:
    lines = draw_graph([proven(0)] * 3).splitlines()
    assert [line.strip() for line in lines if "┼" in line] == ["0 ┼───"]
    assert not any("█" in line for line in lines)


def bars_of(found: Review) -> list[Paint]:
    return [shape.paint for shape in chart(found).rectangles if shape.paint in (Paint.SOUTH, Paint.NORTH)]


def test_bars_of_what_is_not_proven_are_hollow() -> None:
    game = Game(Position.start("kalah", stones=2, pits=3))
    game.play(0)
    found = review(game, threads=1)
    guesses = replace(found, graph=tuple(replace(known, kind=Kind.ESTIMATE) for known in found.graph))
    filled, hollow = bars_of(found), bars_of(guesses)
    assert len(filled) == sum(known.value != 0 for known in found.graph) > 0
    assert hollow == [paint for paint in filled for _ in range(4)]  # four sides
