"""The JSON of an analysis, made by the command itself or by a worker."""

from __future__ import annotations

from sowfish import Analysis
from sowfish.content.searches import FullAnalysis, of_analysis
from sowfish.engine.advice import threat


def of_found(found: Analysis) -> FullAnalysis:
    """Return an analysis with the threat and the value of the position, which has one even without a legal move."""
    position = found.position
    other = None if position.is_over else threat(position.with_to_move(position.to_move.other))
    return of_analysis(found, found.result, found.result.line, other)
