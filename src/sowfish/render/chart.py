"""The graph of a reviewed game as rectangles and labels, for any image format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sowfish.engine import Kind
from sowfish.engine.review import Review
from sowfish.render.values import Known, signed

WIDTH, HEIGHT = 720, 320
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 26, 40  # around the bars
GAP = 0.2  # share of a bar's slot
FRAME = 1.5  # thickness of the outline of unproven bars
LINES = 4  # at most, on each side of the tie line
STEPS = (1, 2, 5, 10, 20, 50, 100)  # between grid lines
TEXT_GAP = 10  # from a bar to its mark


class Paint(StrEnum):
    """The role of a shape, which determines its colour."""

    PAPER = "paper"
    LINE = "line"
    TIE = "tie"
    SOUTH = "south"
    NORTH = "north"
    INK = "ink"


class Anchor(StrEnum):
    """The anchor of a text."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    paint: Paint


@dataclass(frozen=True, slots=True)
class Label:
    """A short text, vertically centred on `y`."""

    x: float
    y: float
    text: str
    anchor: Anchor


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing, its shapes in painting order."""

    width: int
    height: int
    title: str
    rectangles: tuple[Rectangle, ...]
    labels: tuple[Label, ...]


def chart(review: Review) -> Chart:
    """Lay out south's value at the start and after every turn; unproven bars are hollow."""
    scale = _Scale(review.graph)
    rectangles = [Rectangle(0, 0, WIDTH, HEIGHT, Paint.PAPER)]
    rectangles += [Rectangle(LEFT, scale.y(margin) - 0.5, scale.room, 1, Paint.LINE) for margin in scale.lines]
    for place, known in enumerate(review.graph):
        rectangles += _bar(scale, place, known)
    rectangles.append(Rectangle(LEFT, scale.y(0) - 1, scale.room, 2, Paint.TIE))
    labels = [Label(LEFT - 8, scale.y(margin), signed(margin), Anchor.END) for margin in scale.lines]
    labels += [Label(8, TOP / 2, "south", Anchor.START), Label(8, HEIGHT - BOTTOM / 2, "north", Anchor.START)]
    labels += _turn_numbers(scale, len(review.graph))
    for place, turn in enumerate(review.turns, start=1):
        if turn.mark and turn.is_mark_proven:
            labels.append(_mark(scale, place, review.graph[place], turn.mark))
    title = f"Value for south after each of {len(review.turns)} turns"
    return Chart(WIDTH, HEIGHT, title, tuple(rectangles), tuple(labels))


class _Scale:
    """The scales of values and turns."""

    def __init__(self, values: Sequence[Known]) -> None:
        self.top = max(*(abs(known.value) for known in values), 1) * 1.12  # leaves room for a mark
        self.room = WIDTH - LEFT - RIGHT
        self.step = self.room / len(values)
        apart = next((step for step in STEPS if self.top / step <= LINES), STEPS[-1])
        most = int(self.top // apart)
        self.lines = [apart * number for number in range(-most, most + 1)]

    def x(self, place: float) -> float:
        return LEFT + self.step * place

    def y(self, margin: float) -> float:
        middle = (TOP + HEIGHT - BOTTOM) / 2
        return middle - margin / self.top * (middle - TOP)


def _bar(scale: _Scale, place: int, known: Known) -> Iterator[Rectangle]:
    """Yield a filled bar, or the four sides of a hollow one."""
    if known.value == 0:
        return
    paint = Paint.SOUTH if known.value > 0 else Paint.NORTH
    x, width = scale.x(place + GAP / 2), scale.step * (1 - GAP)
    y = min(scale.y(known.value), scale.y(0))
    height = abs(scale.y(known.value) - scale.y(0))
    if known.kind is Kind.PROVEN:
        yield Rectangle(x, y, width, height, paint)
        return
    line = min(FRAME, width / 2, height / 2)
    yield Rectangle(x, y, width, line, paint)
    yield Rectangle(x, y + height - line, width, line, paint)
    yield Rectangle(x, y, line, height, paint)
    yield Rectangle(x + width - line, y, line, height, paint)


def _mark(scale: _Scale, place: int, known: Known, mark: str) -> Label:
    outside = -TEXT_GAP if known.value >= 0 else TEXT_GAP
    return Label(scale.x(place + 0.5), scale.y(known.value) + outside, mark, Anchor.MIDDLE)


def _turn_numbers(scale: _Scale, values: int) -> Iterator[Label]:
    apart = next((step for step in (1, 2, 5, 10, 20, 50, 100) if values / step <= 20), 200)
    for place in range(0, values, apart):
        yield Label(scale.x(place + 0.5), HEIGHT - BOTTOM / 2, str(place), Anchor.MIDDLE)
