"""The graph of a reviewed game: bars as long as the values, hollow where nothing is proven, labels on the chart."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from sowfish import Game, Position, Side
from sowfish.engine import Kind
from sowfish.engine.review import Accuracy, Mark, Review, ReviewedTurn
from sowfish.engine.values import Number
from sowfish.model.game.turn import Turn
from sowfish.render.chart import HEIGHT, LEFT, LINES, WIDTH, Chart, Paint, Rectangle, chart
from sowfish.render.chart_svg import draw_chart_svg
from sowfish.render.reviews import accuracy_words, loss, sign, south_value


def number(value: int, kind: Kind = Kind.PROVEN, low: int | None = None, high: int | None = None) -> Number:
    if kind is Kind.PROVEN:
        return Number(value=value, low=value, high=value, kind=kind)
    return Number(value=value, low=-48 if low is None else low, high=48 if high is None else high, kind=kind)


def game_of(turns: int) -> Game:
    game = Game(Position.start("kalah"))
    while len([turn for turn in game.turns if turn.is_whole]) < turns:
        game.play(game.position.legal_pits[0])
    return game


def review_of(*values: Number, mark: Mark = Mark.NONE) -> Review:
    """Return a review whose graph has these values; its last turn has the mark."""
    turns = [turn for turn in game_of(len(values) - 1).turns if turn.is_whole][: len(values) - 1]
    marks = [Mark.NONE] * (len(turns) - 1) + [mark]
    reviewed = tuple(reviewed_turn(turn, mark) for turn, mark in zip(turns, marks, strict=True))
    return Review(game=game_of(1), turns=reviewed, graph=values, nodes=0, seconds=0.0, is_complete=True)


def reviewed_turn(turn: Turn, mark: Mark, *, is_proven: bool = True) -> ReviewedTurn:
    before, after = (number(8), number(-8)) if mark is not Mark.NONE else (number(0), number(0))
    if not is_proven:
        before, after = number(8, Kind.ESTIMATE), number(-8, Kind.ESTIMATE)
    lost = number(before.value - after.value, before.kind)
    return ReviewedTurn(turn=turn, before=before, after=after, lost=lost, best=turn.pits, is_forced=False, mark=mark)


def bars(drawn: Chart) -> list[Rectangle]:
    return [shape for shape in drawn.rectangles if shape.paint in (Paint.SOUTH, Paint.NORTH)]


def test_bars_are_as_long_as_the_values_and_on_their_side() -> None:
    small, large, below = bars(chart(review_of(number(4), number(8), number(-8))))
    assert large.height == pytest.approx(2 * small.height)
    assert below.height == pytest.approx(large.height)
    assert (small.paint, large.paint, below.paint) == (Paint.SOUTH, Paint.SOUTH, Paint.NORTH)
    assert below.y == pytest.approx(large.y + large.height)
    assert small.x < large.x < below.x


def test_a_tie_has_no_bar() -> None:
    assert bars(chart(review_of(number(0), number(0)))) == []


@pytest.mark.parametrize("kind", [Kind.ESTIMATE, Kind.BOUND])
def test_what_is_not_proven_is_an_outline_of_the_same_size(kind: Kind) -> None:
    full, *sides = bars(chart(review_of(number(6), number(6, kind))))
    assert len(sides) == 4
    assert min(side.y for side in sides) == pytest.approx(full.y)
    assert max(side.y + side.height for side in sides) == pytest.approx(full.y + full.height)
    assert max(side.x + side.width for side in sides) - min(side.x for side in sides) == pytest.approx(full.width)
    assert sum(side.width * side.height for side in sides) < full.width * full.height


@pytest.mark.parametrize("most", [1, 3, 8, 48, 200])
def test_the_grid_has_few_lines_and_all_shapes_are_on_the_chart(most: int) -> None:
    drawn = chart(review_of(number(most), number(-1), number(1)))
    lines = [shape for shape in drawn.rectangles if shape.paint is Paint.LINE]
    assert 3 <= len(lines) <= 2 * LINES + 1
    for shape in drawn.rectangles:
        assert 0 <= shape.x <= shape.x + shape.width <= WIDTH
        assert 0 <= shape.y <= shape.y + shape.height <= HEIGHT
    assert all(0 <= label.x <= WIDTH and 0 <= label.y <= HEIGHT for label in drawn.labels)


def test_a_proven_mark_is_beyond_the_end_of_its_bar() -> None:
    for value in (8, -8):
        drawn = chart(review_of(number(0), number(value), mark=Mark.BLUNDER))
        label = next(label for label in drawn.labels if label.text == Mark.BLUNDER)
        bar = bars(drawn)[0]
        assert bar.x < label.x < bar.x + bar.width
        assert label.y < bar.y if value > 0 else label.y > bar.y + bar.height


def test_every_turn_is_numbered_while_there_is_room() -> None:
    drawn = chart(review_of(number(1), number(2), number(3)))
    assert [label.text for label in drawn.labels if label.x > LEFT and label.text.isdigit()] == ["0", "1", "2"]


def test_the_picture_has_a_rectangle_and_a_text_for_each_shape() -> None:
    review = review_of(number(4), number(-2, Kind.ESTIMATE))
    drawn, root = chart(review), ET.fromstring(draw_chart_svg(review))  # noqa: S314  # our own
    assert len(root.findall(".//{*}rect")) == len(drawn.rectangles)
    assert [text.text for text in root.findall(".//{*}text")] == [label.text for label in drawn.labels]


# ---- the same in words


def test_values_are_souths_and_bounds_are_shown_only_if_they_decide() -> None:
    assert south_value(number(3), Side.SOUTH) == "+3"
    assert south_value(number(3), Side.NORTH) == "-3"
    assert south_value(number(3, Kind.BOUND, 1, 9), Side.SOUTH) == "≥+1"
    assert south_value(number(3, Kind.BOUND, -1, 9), Side.SOUTH) == "~+3"
    assert south_value(number(3, Kind.BOUND, 1, 9), Side.NORTH) == "≤-1"


def test_a_loss_says_how_certain_it_is() -> None:
    assert [loss(number(4)), loss(number(4, Kind.BOUND, 2, 9)), loss(number(4, Kind.ESTIMATE))] == ["4", "≥2", "~4"]


def test_a_mark_that_is_not_proven_has_a_tilde() -> None:
    turn = game_of(1).turns[0]
    assert sign(reviewed_turn(turn, Mark.NONE)) == ""
    assert sign(reviewed_turn(turn, Mark.BLUNDER)) == "??"
    assert sign(reviewed_turn(turn, Mark.BLUNDER, is_proven=False)) == "~??"


def test_accuracy_is_a_sentence() -> None:
    proven = Accuracy(percent=87.6, turns=1, lost=3, kind=Kind.PROVEN)
    assert accuracy_words(Side.SOUTH, proven) == "You (south): accuracy 88 %, 3 lost, 1 turn with a choice"
    guessed = Accuracy(percent=50.0, turns=2, lost=9, kind=Kind.ESTIMATE)
    assert accuracy_words(Side.NORTH, guessed) == (
        "They (north): accuracy about 50 %, about 9 lost, 2 turns with a choice"
    )
    forced = Accuracy(percent=None, turns=0, lost=0, kind=Kind.PROVEN)
    assert accuracy_words(Side.NORTH, forced) == "They (north): no turn with a choice"
