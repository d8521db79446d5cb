"""Elo ratings of many players, estimated from all results at once by maximum likelihood.

The model is that of Zermelo (1929), Bradley and Terry (1952) and Elo: against an opponent rated d points lower, a
player scores 1 / (1 + 10 ** (-d / 400)) on average. At the maximum, every player's expected points equal the points
scored; Newton's method finds it. Standard errors come from the observed variance of game pairs instead of the
model's (Huber's "sandwich" estimator), so an opening that decides both of its games does not count twice.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sowfish.arena.tally import ELO_SCALE, Tally, Z

Matrix = list[list[float]]
Results = Mapping[tuple[int, int], Tally]  # by the indices of the two players, each pair once

STEPS = 200
LONGEST_STEP = 2.0  # in units of 174 Elo; a longer step may overshoot
ENOUGH = 1e-10
DRAWN = 0.5  # drawn pairs added to each pairing if a player has won or lost everything


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """A player's Elo above the mean of all, with half the width of its 95 % interval."""

    player: str
    elo: float
    error: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratings:
    """The ratings of all players, strongest first."""

    players: tuple[Rating, ...]
    is_held: bool  # some players had won or lost everything; draws were added to keep ratings finite


def ratings(players: Sequence[str], results: Results) -> Ratings:
    """Return the maximum-likelihood ratings, with mean 0.

    >>> [round(rating.elo) for rating in ratings(["a", "b"], {(0, 1): Tally((0, 0, 0, 10, 0))}).players]
    [95, -95]
    """
    played = {meeting: tally for meeting, tally in results.items() if tally.units}
    is_held = not _is_connected(len(players), played)
    if is_held:
        played = {meeting: _with_draws(tally) for meeting, tally in played.items()}
    strengths = _likeliest(len(players), played)
    errors = _errors(strengths, played)
    rated = [
        Rating(player=player, elo=ELO_SCALE * strength, error=ELO_SCALE * Z * error)
        for player, strength, error in zip(players, strengths, errors, strict=True)
    ]
    return Ratings(players=tuple(sorted(rated, key=lambda rating: -rating.elo)), is_held=is_held)


def _with_draws(tally: Tally) -> Tally:
    counts = list(tally.counts)
    counts[len(counts) // 2] += DRAWN
    return Tally(tuple(counts))


def _is_connected(count: int, played: Results) -> bool:
    """Return whether every player has scored, directly or through others, against every other (Ford's condition)."""
    beats: list[set[int]] = [set() for _ in range(count)]
    for (first, second), tally in played.items():
        if tally.score > 0:
            beats[first].add(second)
        if tally.score < 1:
            beats[second].add(first)
    beaten_by = [{who for who in range(count) if other in beats[who]} for other in range(count)]
    return all(len(_reached(graph)) == count for graph in (beats, beaten_by))


def _reached(graph: Sequence[set[int]]) -> set[int]:
    found, todo = {0}, [0]
    while todo:
        for other in graph[todo.pop()] - found:
            found.add(other)
            todo.append(other)
    return found


def _likeliest(count: int, played: Results) -> list[float]:
    """Return the strengths, in natural units with mean 0, at which expected points equal points scored."""
    strengths = [0.0] * count
    for _ in range(STEPS):
        gradient, curvature = [0.0] * count, _nothing(count)
        for (first, second), tally in played.items():
            expected = _expected(strengths[first] - strengths[second])
            _add(curvature, first, second, tally.units * expected * (1 - expected))
            gradient[first] += tally.units * (tally.score - expected)
            gradient[second] -= tally.units * (tally.score - expected)
        step = _times(_inverse(_anchored(curvature)), gradient)
        longest = max(map(abs, step), default=0.0)
        scale = min(1.0, LONGEST_STEP / longest) if longest else 1.0
        strengths = [strength + scale * move for strength, move in zip(strengths, step, strict=True)]
        if longest < ENOUGH:
            break
    mean = sum(strengths) / count
    return [strength - mean for strength in strengths]


def _errors(strengths: Sequence[float], played: Results) -> list[float]:
    """Return the standard errors of the strengths, relative to their mean."""
    count = len(strengths)
    curvature, spread = _nothing(count), _nothing(count)
    for (first, second), tally in played.items():
        expected = _expected(strengths[first] - strengths[second])
        _add(curvature, first, second, tally.units * expected * (1 - expected))
        _add(spread, first, second, tally.units * tally.variance)
    inverse = _inverse(_anchored(curvature))
    columns = [_times(inverse, [row[column] for row in spread]) for column in range(count)]
    bread = [[columns[column][row] for column in range(count)] for row in range(count)]
    return [
        math.sqrt(max(sum(bread[row][k] * inverse[k][row] for k in range(count)), 0.0)) if _has_met(row, played) else 0
        for row in range(count)
    ]


def _has_met(player: int, played: Results) -> bool:
    return any(player in meeting for meeting in played)


def _expected(difference: float) -> float:
    return 1 / (1 + math.exp(-difference)) if difference > -700 else 0.0


def _nothing(count: int) -> Matrix:
    return [[0.0] * count for _ in range(count)]


def _add(matrix: Matrix, first: int, second: int, weight: float) -> None:
    """Add the weight of a meeting, which depends only on the difference of two players."""
    matrix[first][first] += weight
    matrix[second][second] += weight
    matrix[first][second] -= weight
    matrix[second][first] -= weight


def _anchored(matrix: Matrix) -> Matrix:
    """Return the matrix with the mean fixed, since differences leave it undetermined."""
    weight = sum(matrix[place][place] for place in range(len(matrix))) / len(matrix) or 1.0
    return [[entry + weight / len(matrix) for entry in row] for row in matrix]


def _times(matrix: Matrix, vector: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def _inverse(matrix: Matrix) -> Matrix:
    """Return the inverse by Gauss-Jordan elimination with pivoting; the pseudo-inverse where pivots vanish."""
    count = len(matrix)
    rows = [[*row, *(1.0 if at == place else 0.0 for at in range(count))] for place, row in enumerate(matrix)]
    for column in range(count):
        pivot = max(range(column, count), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column][column]
        if abs(head) < 1e-300:
            rows[column] = [0.0] * (2 * count)
            continue
        rows[column] = [entry / head for entry in rows[column]]
        for row in range(count):
            if row != column and rows[row][column]:
                factor = rows[row][column]
                rows[row] = [entry - factor * base for entry, base in zip(rows[row], rows[column], strict=True)]
    return [row[count:] for row in rows]
