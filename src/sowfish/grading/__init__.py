"""Grading of agents: stones lost per move against proven values, over sets of positions that ship with Sowfish."""

from sowfish.grading.positions import GradedPosition, PositionSet, load
from sowfish.grading.scoring import Grade, Phase, Score, grade

__all__ = ["Grade", "GradedPosition", "Phase", "PositionSet", "Score", "grade", "load"]
