"""A net's answer computed in plain Python from the arrays themselves; shares nothing with the core or the package."""

from __future__ import annotations

import math
import random
from array import array
from dataclasses import dataclass
from pathlib import Path

from sowfish.model.position import Position
from sowfish.nets import format as net_file
from sowfish.nets.format import Layout

Arrays = dict[str, "array[float]"]


@dataclass(frozen=True)
class PlainGuess:
    policy: list[float]
    score: float
    margin: float


def random_arrays(layout: Layout, seed: int, scale: float = 0.3) -> Arrays:
    source = random.Random(seed)
    return {
        name: array("f", (source.gauss(0, scale) for _ in range(math.prod(shape))))
        for name, shape in layout.shapes.items()
    }


def write_random(path: Path, layout: Layout, seed: int = 1) -> None:
    """Write a net that guesses anything."""
    net_file.write(path, layout, random_arrays(layout, seed), {"seed": seed})


def evaluate(layout: Layout, arrays: Arrays, position: Position) -> PlainGuess:
    own, other = position.pits(position.to_move), position.pits(position.to_move.other)
    difference = position.store(position.to_move) - position.store(position.to_move.other)
    rest = sum(own) + sum(other)
    width = len(arrays["bias"])
    sums = list(arrays["bias"])
    for cell, stones in enumerate([*own, *other]):
        row = cell * layout.rows + min(stones, layout.rows - 1)
        sums = plus(sums, arrays["cells"][row * width : (row + 1) * width])
    row = max(-40, min(40, difference)) + 40
    sums = plus(sums, arrays["differences"][row * width : (row + 1) * width])
    row = min(rest, 96)
    sums = plus(sums, arrays["rests"][row * width : (row + 1) * width])
    if layout.widths:
        hidden = clipped(product(arrays["dense"], arrays["dense_bias"], clipped(sums)))
        sums = product(arrays["output"], arrays["output_bias"], hidden)
    powers = [math.exp(sums[pit]) if pit in position.legal_pits else 0.0 for pit in range(len(own))]
    return PlainGuess(
        policy=[power / (sum(powers) or 1) for power in powers],
        score=math.tanh(sums[-2]),
        margin=difference + math.tanh(sums[-1]) * rest,
    )


def plus(sums: list[float], row: array[float]) -> list[float]:
    return [one + two for one, two in zip(sums, row, strict=True)]


def clipped(values: list[float]) -> list[float]:
    return [min(max(value, 0.0), 1.0) for value in values]


def product(layer: array[float], bias: array[float], inputs: list[float]) -> list[float]:
    return [
        start + math.fsum(weight * value for weight, value in zip(layer[at * len(inputs) :], inputs, strict=False))
        for at, start in enumerate(bias)
    ]
