"""The engine, the single source of values, and `solve` and `analyse`, which share one."""

from sowfish.engine.engine import Engine
from sowfish.engine.many import BatchProgress, TurnTable, analyse_many, best_turns, solve_many
from sowfish.engine.shared import EnginePool, analyse, forget, shared_engine, solve
from sowfish.engine.value_table import ILLEGAL, NOT_REACHED, ValueTable
from sowfish.engine.values import Analysis, Fact, Kind, Line, MoveValue, Progress, Result, Value

__all__ = [
    "ILLEGAL",
    "NOT_REACHED",
    "Analysis",
    "BatchProgress",
    "Engine",
    "EnginePool",
    "Fact",
    "Kind",
    "Line",
    "MoveValue",
    "Progress",
    "Result",
    "TurnTable",
    "Value",
    "ValueTable",
    "analyse",
    "analyse_many",
    "best_turns",
    "forget",
    "shared_engine",
    "solve",
    "solve_many",
]
