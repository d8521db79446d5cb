"""Why a turn is the best: each reason is a kind with its data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sowfish.content.base import Content, Count, Pits
from sowfish.engine import Kind, MoveValue, Value
from sowfish.engine.advice import Advice, Threat
from sowfish.engine.turns import BestTurn
from sowfish.model.events import Side


class PassReason(Content, tag_field="kind", tag="pass", frozen=True, kw_only=True):
    """There is nothing to sow."""

    mover: Side


class GainReason(Content, tag_field="kind", tag="gain", frozen=True, kw_only=True):
    """What the turn gains; `reply` is the most that the other side can bank next, null if unknown."""

    mover: Side
    banked: Count
    taps: Count
    ends: bool
    reply: Count | None


class OnlyReason(Content, tag_field="kind", tag="only", frozen=True, kw_only=True):
    """There is no other move."""


class EqualReason(Content, tag_field="kind", tag="equal", frozen=True, kw_only=True):
    """Starting with one of these pits is just as good."""

    pits: Pits


class CostReason(Content, tag_field="kind", tag="costs", frozen=True, kw_only=True):
    """Every other first move costs at least this many stones."""

    cost: Count


class GreedReason(Content, tag_field="kind", tag="greed", frozen=True, kw_only=True):
    """The turn that banks the most is worse: the game then ends with this proven value for the mover."""

    mover: Side
    banked: Count
    turn: Pits
    value: int


Reason = PassReason | GainReason | OnlyReason | EqualReason | CostReason | GreedReason


def gain(advice: Advice, reply: Threat | None) -> Reason:
    """Return what the turn gains, and what it leaves the other side."""
    mover = advice.position.to_move
    if not advice.turn:
        return PassReason(mover=mover)
    ends = advice.after.is_over
    most = None if ends or reply is None or advice.after.to_move is mover else reply.banked
    return GainReason(mover=mover, banked=advice.banked, taps=len(advice.turn), ends=ends, reply=most)


def others(advice: Advice, moves: Sequence[MoveValue]) -> Iterator[Reason]:
    """Yield how the first move compares with the others, where proven."""
    rest = [move for move in moves if advice.turn and move.pit != advice.turn[0]]
    if not rest:
        if len(moves) == 1:
            yield OnlyReason()
        return
    if advice.kind is not Kind.PROVEN:
        return
    equal = tuple(move.pit for move in rest if move.low == advice.value)
    cost = advice.value - max(move.high for move in rest)
    if equal:
        yield EqualReason(pits=equal)
    elif cost > 0:
        yield CostReason(cost=cost)


def of_greed(advice: Advice, greedy: BestTurn, end: Value) -> Reason | None:
    """Return what banking the most now leads to, if proven to be worse; `end` is for the next mover."""
    mover = advice.position.to_move
    low, high = (end.low, end.high) if greedy.after.to_move is mover else (-end.high, -end.low)
    if advice.kind is not Kind.PROVEN or high >= advice.value or low != high:
        return None
    banked = int(greedy.score) - advice.position.store(mover)
    return GreedReason(mover=mover, banked=banked, turn=greedy.pits, value=low)
