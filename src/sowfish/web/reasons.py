"""Why a turn is the one to play, in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sowfish.advice import Advice, Threat
from sowfish.events import Side
from sowfish.render.values import verdict
from sowfish.render.words import counted, player
from sowfish.solver import Kind, MoveValue, Value
from sowfish.turns import BestTurn


def gain(advice: Advice, reply: Threat | None) -> str:
    """Return what the turn brings, and what it leaves the other side."""
    mover = advice.position.to_move
    who = player(mover).capitalize()
    if not advice.turn:
        return f"{who} have nothing to sow and pass."
    parts = [f"{who} bank {advice.banked} in {counted(len(advice.turn), 'tap')}"]
    if advice.after.is_over:
        parts.append("which ends the game")
    elif reply is not None and advice.after.to_move is not mover:
        them = "they" if mover is Side.SOUTH else "you"
        parts.append(f"then {them} can bank at most {reply.banked}")
    return ", ".join(parts) + "."


def others(advice: Advice, moves: Sequence[MoveValue]) -> Iterator[str]:
    """Yield how the first move compares with the rest, where that is proven."""
    rest = [move for move in moves if advice.turn and move.pit != advice.turn[0]]
    if not rest:
        if len(moves) == 1:
            yield "There is no other move."
        return
    if advice.kind is not Kind.PROVEN:
        return
    equal = [move.pit for move in rest if move.low == advice.value]
    if equal:
        pits = " and ".join(map(str, equal))
        yield f"Beginning with pit {pits} is just as good."
        return
    best = max(move.high for move in rest)
    if best < advice.value:
        yield f"Every other first tap costs at least {counted(advice.value - best, 'stone')}."


def of_greed(advice: Advice, greedy: BestTurn, end: Value) -> str | None:
    """Return what banking the most now would lead to, if that is proven to be worse; `end` is for who moves then."""
    mover = advice.position.to_move
    same_side = greedy.after.to_move is mover
    low, high = (end.low, end.high) if same_side else (-end.high, -end.low)
    if advice.kind is not Kind.PROVEN or high >= advice.value or low != high:
        return None
    banked = int(greedy.score) - advice.position.store(mover)
    seen = Value(value=low, low=low, high=high, kind=Kind.PROVEN, line=())
    taps = " ".join(map(str, greedy.pits))
    return f"The turn that banks the most ({banked}: {taps}) is worse: then {verdict(seen, mover)}."


def of_threat(menace: Threat | None, side: Side) -> str:
    """Return what the side that is not to move would do if it were its turn."""
    who = player(side)
    if menace is None:
        return f"No threat: {who} could not move now."
    if not menace.banked:
        return f"No threat: {who} could bank nothing now."
    return f"If {who} moved now, {who} could bank {menace.banked}."
