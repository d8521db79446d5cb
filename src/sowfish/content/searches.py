"""Search results: the turn to play, the value of every move, proofs, and what a search streams."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from sowfish.content.base import Content, Count, Pits, Turns, filled, seconds
from sowfish.content.values import PitValue, Value, of_move_value, of_value
from sowfish.engine import Analysis, Kind, Result
from sowfish.engine.advice import Advice, Threat, TurnCounts
from sowfish.engine.leftovers import BothLeftovers
from sowfish.model.position import Position
from sowfish.render.values import Known


class Searched(Value, frozen=True, kw_only=True):
    """A position's value and its cost."""

    rules: str
    position: str
    nodes: Count
    seconds: float


class Threatened(Content, frozen=True, kw_only=True):
    """The most that the side not to move could bank in one turn."""

    turn: Pits
    banked: Count


class FoundTurn(Searched, frozen=True, kw_only=True):
    """The turn to play."""

    turn: Pits
    after: str
    banked: Count


class Counts(Content, frozen=True, kw_only=True):
    """The size of a turn, see `TurnCounts`."""

    sequences: Count
    leaves: Count
    nodes: Count
    longest: Count
    states: Count
    ends: Count


class BestTurn(FoundTurn, frozen=True, kw_only=True):
    """The turn to play, and the value of each first move; `counts` of the turn if requested."""

    alternatives: list[PitValue]
    counts: Counts | UnsetType = UNSET


class LeftoversTurn(BestTurn, frozen=True, kw_only=True):
    """The turn to play under one rule for leftovers; `cost` is what it gives away under the other."""

    cost: Value


class BestOfBoth(Content, frozen=True, kw_only=True):
    """What to play when it is unknown who gets the leftovers; `turn` is best either way, null if none is."""

    position: str
    turn: Pits | None
    results: list[LeftoversTurn]


class MoveLine(PitValue, frozen=True, kw_only=True):
    """A move's value, with a line of best play."""

    line: Turns


class FullAnalysis(Searched, frozen=True, kw_only=True):
    """The value of every move, and the position's with a line of best play."""

    line: Turns
    moves: list[MoveLine]
    threat: Threatened | None


class WrittenCertificate(Content, frozen=True, kw_only=True):
    """A file that proves the value."""

    file: str
    bytes: Count
    positions: Count
    moves: Count


class Solution(Searched, frozen=True, kw_only=True):
    """The value of a position; `certificate` if requested, null if none could be written."""

    line: Turns
    certificate: WrittenCertificate | UnsetType | None = UNSET


# ---- what a search streams, with the names of the engine protocol's `values`


class Bounded(Content, frozen=True, kw_only=True):
    """A margin with its proven bounds, whatever its kind, the value before it is rounded, and a line of best play."""

    value: int
    kind: Kind
    low: int
    high: int
    estimate: float
    line: Turns


class BoundedMove(Bounded, frozen=True, kw_only=True):
    """A move's margin; its line begins with the pit."""

    pit: Count


class Values(Bounded, frozen=True, kw_only=True):
    """What a search has found so far, or in the end; moves only if they were asked for."""

    position: str
    nodes: Count
    seconds: float
    depth: Count
    moves: list[BoundedMove]


# ---- from the package's own values


def _of_search(known: Known, position: Position, nodes: int, spent: float) -> Searched:
    about = {"rules": str(position.rules), "position": str(position)}
    return filled(Searched, of_value(known), **about, nodes=nodes, seconds=seconds(spent))


def of_advice(advice: Advice) -> FoundTurn:
    """Return the turn to play."""
    searched = _of_search(advice, advice.position, advice.nodes, advice.seconds)
    return filled(FoundTurn, searched, turn=advice.turn, after=str(advice.after), banked=advice.banked)


def of_best(advice: Advice) -> BestTurn:
    """Return the turn to play with the values of all first moves."""
    return filled(BestTurn, of_advice(advice), alternatives=[of_move_value(move) for move in advice.alternatives])


def of_counts(counts: TurnCounts) -> Counts:
    """Return the size of a turn."""
    return filled(Counts, counts)


def of_both(found: BothLeftovers) -> BestOfBoth:
    """Return what to play under both rules for leftovers."""
    results = [
        filled(
            LeftoversTurn,
            of_best(one.advice),
            cost=Value(value=one.cost.value, kind=one.cost.kind),
        )
        for one in (found.nobody, found.owner)
    ]
    return BestOfBoth(position=str(found.position), turn=found.turn, results=results)


def of_analysis(found: Analysis, whole: Known, line: Turns, threat: Threat | None) -> FullAnalysis:
    """Return the values of all moves, and of the position with its line."""
    searched = _of_search(whole, found.position, found.nodes, found.seconds)
    moves = [filled(MoveLine, of_move_value(move), line=move.line) for move in found.moves]
    return filled(FullAnalysis, searched, line=line, moves=moves, threat=of_threat(threat))


def of_threat(threat: Threat | None) -> Threatened | None:
    """Return the most that a side can bank in one turn."""
    return None if threat is None else filled(Threatened, threat)


def of_result(result: Result, *, certificate: bool = False) -> Solution:
    """Return a proof, with its certificate if requested."""
    written = result.certificate
    told = written and filled(WrittenCertificate, written, file=str(written.path), bytes=written.size)
    searched = _of_search(result, result.position, result.nodes, result.seconds)
    return filled(Solution, searched, line=result.line, certificate=told if certificate else UNSET)


def of_values(found: Analysis) -> Values:
    """Return everything that a search has found."""
    moves = [filled(BoundedMove, move) for move in found.moves]
    spent = seconds(found.seconds)
    return filled(Values, found.result, position=str(found.position), moves=moves, seconds=spent)
