"""Sowing games: rules, positions, exact solving. `import sowfish` loads the standard library and the core only."""

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from sowfish.errors import (
    ArenaError,
    CampaignError,
    CertificateError,
    EngineError,
    GameError,
    IllegalMoveError,
    LearnError,
    LimitError,
    NetError,
    NotationError,
    PlayerError,
    PositionError,
    RulesError,
    SowfishError,
    TableError,
)
from sowfish.model.events import Cell, Event, EventKind, MoveOutcome, Outcome, Side
from sowfish.model.position import Deal, Move, Position
from sowfish.model.rules import PROFILES, Capture, Ending, Rest, Rules

if TYPE_CHECKING:
    from sowfish.engine import (
        Analysis,
        Engine,
        Kind,
        MoveValue,
        Progress,
        Result,
        ValueTable,
        analyse,
        analyse_many,
        best_turns,
        solve,
        solve_many,
    )
    from sowfish.engine.turns import BestTurn, Objective, best_turn
    from sowfish.grading import Grade, grade
    from sowfish.model.game import Game
    from sowfish.runtime.limits import Limits

__version__ = "0.2.0"

__all__ = [
    "PROFILES",
    "Analysis",
    "ArenaError",
    "BestTurn",
    "CampaignError",
    "Capture",
    "Cell",
    "CertificateError",
    "Deal",
    "Ending",
    "Engine",
    "EngineError",
    "Event",
    "EventKind",
    "Game",
    "GameError",
    "Grade",
    "IllegalMoveError",
    "Kind",
    "LearnError",
    "LimitError",
    "Limits",
    "Move",
    "MoveOutcome",
    "MoveValue",
    "NetError",
    "NotationError",
    "Objective",
    "Outcome",
    "PlayerError",
    "Position",
    "PositionError",
    "Progress",
    "Rest",
    "Result",
    "Rules",
    "RulesError",
    "Side",
    "SowfishError",
    "TableError",
    "ValueTable",
    "analyse",
    "analyse_many",
    "best_turn",
    "best_turns",
    "grade",
    "solve",
    "solve_many",
]


_LOADED_WHEN_USED = {
    "Game": "sowfish.model.game",
    "Limits": "sowfish.runtime.limits",
    **dict.fromkeys(
        ("Analysis", "Engine", "Kind", "MoveValue", "Progress", "Result", "ValueTable", "analyse", "analyse_many"),
        "sowfish.engine",
    ),
    **dict.fromkeys(("best_turns", "solve", "solve_many"), "sowfish.engine"),
    **dict.fromkeys(("Grade", "grade"), "sowfish.grading"),
    **dict.fromkeys(("BestTurn", "Objective", "best_turn"), "sowfish.engine.turns"),
}


def __getattr__(name: str) -> object:
    if name in _LOADED_WHEN_USED:
        return getattr(import_module(_LOADED_WHEN_USED[name]), name)
    # With `name` and `obj` Python suggests the nearest name.
    raise AttributeError(f"module 'sowfish' has no attribute {name!r}", name=name, obj=sys.modules[__name__])


def __dir__() -> list[str]:
    return sorted({*globals(), *_LOADED_WHEN_USED})


def _draw_svg(position: Position) -> str:
    drawing: str = import_module("sowfish.render").draw_svg(position)
    return drawing


Position.drawing = _draw_svg
