"""Why a turn is the one to play: each reason a kind, what it is about, and the same as a plain sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sowfish.advice import Advice, Threat
from sowfish.engine import Kind, MoveValue, Value
from sowfish.events import Side
from sowfish.render.values import verdict
from sowfish.render.words import counted, player
from sowfish.turns import BestTurn

Reason = dict[str, Any]


def gain(advice: Advice, reply: Threat | None) -> Reason:
    """Return what the turn brings, and what it leaves the other side."""
    mover = advice.position.to_move
    who = player(mover).capitalize()
    if not advice.turn:
        return {"kind": "pass", "mover": mover, "sentence": f"{who} have nothing to sow and pass."}
    ends = advice.after.is_over
    most = None if ends or reply is None or advice.after.to_move is mover else reply.banked
    then = ""
    if ends:
        then = ", which ends the game"
    elif most is not None:
        then = f", then {'they' if mover is Side.SOUTH else 'you'} can bank at most {most}"
    sentence = f"{who} bank {advice.banked} in {counted(len(advice.turn), 'tap')}{then}."
    told = {"kind": "gain", "mover": mover, "banked": advice.banked, "taps": len(advice.turn)}
    return told | {"ends": ends, "reply": most, "sentence": sentence}


def others(advice: Advice, moves: Sequence[MoveValue]) -> Iterator[Reason]:
    """Yield how the first move compares with the rest, where that is proven."""
    rest = [move for move in moves if advice.turn and move.pit != advice.turn[0]]
    if not rest:
        if len(moves) == 1:
            yield {"kind": "only", "sentence": "There is no other move."}
        return
    if advice.kind is not Kind.PROVEN:
        return
    equal = [move.pit for move in rest if move.low == advice.value]
    if equal:
        pits = " and ".join(map(str, equal))
        yield {"kind": "equal", "pits": equal, "sentence": f"Beginning with pit {pits} is just as good."}
        return
    cost = advice.value - max(move.high for move in rest)
    if cost > 0:
        sentence = f"Every other first tap costs at least {counted(cost, 'stone')}."
        yield {"kind": "costs", "cost": cost, "sentence": sentence}


def of_greed(advice: Advice, greedy: BestTurn, end: Value) -> Reason | None:
    """Return what banking the most now would lead to, if that is proven to be worse; `end` is for who moves then."""
    mover = advice.position.to_move
    same_side = greedy.after.to_move is mover
    low, high = (end.low, end.high) if same_side else (-end.high, -end.low)
    if advice.kind is not Kind.PROVEN or high >= advice.value or low != high:
        return None
    banked = int(greedy.score) - advice.position.store(mover)
    seen = Value(value=low, low=low, high=high, kind=Kind.PROVEN, line=())
    taps = " ".join(map(str, greedy.pits))
    sentence = f"The turn that banks the most ({banked}: {taps}) is worse: then {verdict(seen, mover)}."
    told = {"kind": "greed", "mover": mover, "banked": banked, "turn": greedy.pits, "value": low}
    return told | {"sentence": sentence}


def of_threat(menace: Threat | None, side: Side) -> str:
    """Return what the side that is not to move would do if it were its turn."""
    who = player(side)
    if menace is None:
        return f"No threat: {who} could not move now."
    if not menace.banked:
        return f"No threat: {who} could bank nothing now."
    return f"If {who} moved now, {who} could bank {menace.banked}."
