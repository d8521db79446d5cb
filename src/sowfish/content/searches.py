"""Search results: the turn to play, the value of every move, proofs, and the same while a search runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from sowfish.content.base import Content, Count, Pits, Turns, filled, seconds
from sowfish.content.boards import PlayedMove, of_move
from sowfish.content.reasons import Reason
from sowfish.content.values import PitValue, Value, of_move_value, of_value
from sowfish.engine import Analysis, MoveValue, Result
from sowfish.engine.advice import Advice, Threat, TurnCounts
from sowfish.engine.leftovers import BothLeftovers
from sowfish.model.events import Side
from sowfish.model.position import Position
from sowfish.render.values import Known

LONGEST_LINE = 12  # turns of a line reported while a search runs
LINES = 3  # lines of best play reported while a search runs


class Searched(Value, frozen=True, kw_only=True):
    """A position's value and its cost; a stream adds whose value it is, south's view and the total of stones."""

    rules: str
    position: str
    nodes: Count
    seconds: float
    mover: Side | UnsetType = UNSET
    balance: int | UnsetType = UNSET
    total: Count | UnsetType = UNSET


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


# ---- events of a stream


class ThreatEvent(Content, frozen=True, kw_only=True):
    """What the side not to move could do if it were its turn; null if it could not move."""

    side: Side
    threat: Threatened | None


class ProgressEvent(Content, frozen=True, kw_only=True):
    """The progress of a search."""

    nodes: Count
    seconds: float


class LineTurn(Content, frozen=True, kw_only=True):
    """A turn of a line; no pits means a pass."""

    side: Side
    pits: Pits


class ShownLine(Value, frozen=True, kw_only=True):
    """A line of best play turn by turn, possibly truncated."""

    turns: list[LineTurn]
    is_whole: bool


class AnalysisEvent(Searched, frozen=True, kw_only=True):
    """The value of every move as far as it is known, best first."""

    moves: list[PitValue]
    lines: list[ShownLine]
    is_final: bool


class BestEvent(FoundTurn, frozen=True, kw_only=True):
    """The turn to play as far as it is known, each tap with the board after it, and the reasons."""

    taps: list[PlayedMove]
    reasons: list[Reason]
    is_final: bool


class ReasonsEvent(Content, frozen=True, kw_only=True):
    """Why the turn is the best."""

    reasons: list[Reason]


# ---- from the package's own values


def _of_search(known: Known, position: Position, nodes: int, spent: float) -> Searched:
    about = {"rules": str(position.rules), "position": str(position)}
    return filled(Searched, of_value(known), **about, nodes=nodes, seconds=seconds(spent))


def _seen(known: Known, position: Position) -> dict[str, Any]:
    """Return the fields that a stream adds to a value."""
    balance = known.value if position.to_move is Side.SOUTH else -known.value
    return {"mover": position.to_move, "balance": balance, "total": position.total}


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


def of_threat_event(side: Side, threat: Threat | None) -> ThreatEvent:
    """Return what a side could do if it were its turn."""
    return ThreatEvent(side=side, threat=of_threat(threat))


def of_progress(nodes: int, spent: float) -> ProgressEvent:
    """Return the progress of a search."""
    return ProgressEvent(nodes=nodes, seconds=seconds(spent))


def of_analysis_event(
    position: Position, known: Known, ranked: Sequence[MoveValue], *, nodes: int, spent: float, is_final: bool
) -> AnalysisEvent:
    """Return what is known about a position so far; moves come best first."""
    told = replace(_of_search(known, position, nodes, spent), **_seen(known, position))
    return filled(
        AnalysisEvent,
        told,
        moves=[of_move_value(move) for move in ranked],
        lines=[_line(position, move) for move in ranked[:LINES] if not move.is_proven or _reaches(position, move)],
        is_final=is_final,
    )


def of_choice(advice: Advice, reasons: Sequence[Reason], *, is_final: bool) -> BestEvent:
    """Return the best turn known so far."""
    taps = [of_move(move, board=move.after) for move in advice.moves]
    told = replace(of_advice(advice), **_seen(advice, advice.position))
    return filled(BestEvent, told, taps=taps, reasons=list(reasons), is_final=is_final)


def _reaches(position: Position, move: MoveValue) -> bool:
    """Return whether the line of a move ends with the value it is proven to have."""
    mover = position.to_move
    for turn in move.line:
        position = position if turn else position.passed()
        for pit in turn:
            position = position.after(pit)
    margin = position.margin if position.to_move is mover else -position.margin
    return position.is_over and margin == move.value


def _line(position: Position, move: MoveValue) -> ShownLine:
    """Return the line of a move turn by turn, each with its side, truncated for display."""
    turns = []
    for turn in move.line[:LONGEST_LINE]:
        turns.append(LineTurn(side=position.to_move, pits=turn))
        position = position if turn else position.passed()
        for pit in turn:
            position = position.after(pit)
    return filled(ShownLine, of_value(move), turns=turns, is_whole=len(move.line) <= LONGEST_LINE)
