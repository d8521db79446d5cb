"""Grades of agents."""

from __future__ import annotations

from sowfish.content.base import Content, Count, filled
from sowfish.grading import Grade


class GradeScore(Content, frozen=True, kw_only=True):
    """How good some choices were; shares are from 0 to 1, intervals have 95 %, losses are stones per move."""

    positions: Count
    optimal: float
    optimal_low: float
    optimal_high: float
    lost: float
    lost_error: float
    thrown: float
    seconds: float


class GradeReport(Content, frozen=True, kw_only=True):
    """An agent's grade over a set of positions, in all and by phase."""

    agent: str
    set: str
    rules: str
    version: Count
    is_complete: bool
    score: GradeScore
    phases: dict[str, GradeScore]


class GradeReports(Content, frozen=True, kw_only=True):
    """Grades of several agents."""

    grades: list[GradeReport]


def of_grade(grade: Grade) -> GradeReport:
    """Return an agent's grade."""
    found = grade.positions
    return GradeReport(
        agent=grade.agent,
        set=found.name,
        rules=str(found.rules),
        version=found.version,
        is_complete=grade.is_complete,
        score=filled(GradeScore, grade.score),
        phases={str(phase): filled(GradeScore, score) for phase, score in grade.phases.items()},
    )
