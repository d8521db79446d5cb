"""Sowing games: rules, positions, exact solving. `import sowfish` loads the standard library and the core only."""

from importlib import import_module

from sowfish.errors import (
    GameError,
    IllegalMoveError,
    NotationError,
    PositionError,
    RulesError,
    SowfishError,
)
from sowfish.events import Cell, Event, EventKind, MoveOutcome, Outcome, Side
from sowfish.position import Deal, Move, Position
from sowfish.rules import PROFILES, Capture, Ending, Rest, Rules

__version__ = "0.1.0"

__all__ = [
    "PROFILES",
    "Capture",
    "Cell",
    "Deal",
    "Ending",
    "Event",
    "EventKind",
    "GameError",
    "IllegalMoveError",
    "Move",
    "MoveOutcome",
    "NotationError",
    "Outcome",
    "Position",
    "PositionError",
    "Rest",
    "Rules",
    "RulesError",
    "Side",
    "SowfishError",
]


def _draw_svg(position: Position) -> str:
    drawing: str = import_module("sowfish.render").draw_svg(position)  # loaded when something is drawn
    return drawing


Position.drawing = _draw_svg
