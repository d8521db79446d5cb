"""The engine, which everything that asks for values asks, and `solve` and `analyse`, which share one."""

from sowfish.engine.engine import Engine
from sowfish.engine.shared import EnginePool, analyse, forget, shared_engine, solve
from sowfish.engine.values import Analysis, Kind, Line, MoveValue, Progress, Result, Value

__all__ = [
    "Analysis",
    "Engine",
    "EnginePool",
    "Kind",
    "Line",
    "MoveValue",
    "Progress",
    "Result",
    "Value",
    "analyse",
    "forget",
    "shared_engine",
    "solve",
]
