"""A function of a position as a player."""

from __future__ import annotations

import inspect
from collections.abc import Callable

from sowfish.model.position import Position
from sowfish.players.clock import Clock
from sowfish.players.player import Player

Function = Callable[..., int]  # of a position, and of the clock if it takes a second argument
_BY_PLACE = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


class FunctionPlayer(Player):
    """Plays the pit that a function returns."""

    def __init__(self, function: Function) -> None:
        """Play by this function, under its name."""
        self._function = function
        self._takes_clock = _arguments(function) > 1
        self.name = getattr(function, "__name__", "function")

    def choose(self, position: Position, clock: Clock) -> int:
        """Return the function's pit."""
        return self._function(position, clock) if self._takes_clock else self._function(position)


def is_choice(item: object) -> bool:
    """Return whether an item is a function that must be given a position."""
    return inspect.isroutine(item) and _arguments(item) > 0


def _arguments(function: Callable[..., object]) -> int:
    """Return how many arguments without defaults a function takes."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:  # of some functions written in C
        return 0
    return sum(each.kind in _BY_PLACE and each.default is inspect.Parameter.empty for each in parameters)
