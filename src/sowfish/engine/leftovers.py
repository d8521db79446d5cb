"""What to play when it is unknown who gets the leftovers: solve both rules and compare their turns."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sowfish import _core
from sowfish.engine.advice import Advice, advice_of
from sowfish.engine.values import Analysis, Kind, Number
from sowfish.model.position import Position, core_board
from sowfish.model.rules import Rest, Rules

SHARES = (0.35, 0.35, 0.3)  # shares of the time: each of the two rules, and the cost of their turns under the other
SEARCH_SHARE, STEP_SHARE = 0.5, 0.05  # shares of the time: finding a turn that is best either way, and each step
Analyse = Callable[[Position, float], Analysis]  # a position, and its share of the time


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftoversAdvice:
    """What to play under one rule for leftovers, and what that turn costs under the other."""

    rules: Rules
    analysis: Analysis
    advice: Advice
    cost: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class BothLeftovers:
    """What to play under both rules; `turn` is best either way, None if no such turn is known."""

    position: Position
    nobody: LeftoversAdvice
    owner: LeftoversAdvice
    turn: tuple[int, ...] | None


def rules_of_both(rules: Rules) -> tuple[Rules, Rules]:
    """Return rules with leftovers to nobody and to their owner."""
    return replace(rules, rest=Rest.NOBODY), replace(rules, rest=Rest.OWNER)


def with_rules(position: Position, rules: Rules) -> Position:
    """Return the same board under other rules."""
    return Position(
        position.south,
        position.north,
        south_store=position.south_store,
        north_store=position.north_store,
        to_move=position.to_move,
        rules=rules,
    )


def advise_both(position: Position, analyse: Analyse, *, seconds: float | None = None) -> BothLeftovers:
    """Return what to play under either rule for leftovers; the analysis keeps to its share of the time.

    `seconds` is the total time, None for no limit.
    """
    positions = [with_rules(position, rules) for rules in rules_of_both(position.rules)]
    found = [analyse(asked, share) for asked, share in zip(positions, SHARES, strict=False)]
    common = _common_turn(found, analyse, None if seconds is None else SEARCH_SHARE * seconds)
    advised = [advice_of(one) for one in found]
    if common is not None:
        advised = [_with_turn(one, common) for one in advised]
    costs = [_cost(one.turn, other, analyse) for one, other in zip(advised, reversed(found), strict=True)]
    nobody, owner = (
        LeftoversAdvice(rules=one.position.rules, analysis=analysis, advice=one, cost=cost)
        for analysis, one, cost in zip(found, advised, costs, strict=True)
    )
    return BothLeftovers(position=position, nobody=nobody, owner=owner, turn=common)


def _common_turn(found: list[Analysis], analyse: Analyse, seconds: float | None) -> tuple[int, ...] | None:
    """Return a turn that is best under both rules, preferably one already found."""
    if not all(one.result.is_proven for one in found):
        turns = {one.result.turn for one in found}
        return turns.pop() if len(turns) == 1 else None
    for one, other in (found, reversed(found)):
        cost = _cost(one.result.turn, other, analyse)
        if cost.low == cost.high == 0:
            return one.result.turn
    search = _core.CommonTurn(core_board(found[0].position), _best_under_both(found))
    deadline = math.inf if seconds is None else time.perf_counter() + seconds
    while search.next(may_ask=time.perf_counter() < deadline):
        after = [_end(one.position, search.pits) for one in found]
        search.tell(_best_under_both([analyse(position, STEP_SHARE) for position in after]))
    return tuple(search.pits) or None


def _best_under_both(found: Sequence[Analysis]) -> int:
    """Return the pits that are proven to keep the value of a position under both rules, as bits."""
    nobody, owner = (
        {move.pit for move in one.moves if move.is_proven and move.value == one.result.value} for one in found
    )
    return sum(1 << pit for pit in nobody & owner)


def _cost(turn: tuple[int, ...], found: Analysis, analyse: Analyse) -> Number:
    """Return what a turn costs compared with the best of an analysis."""
    best = found.result
    if turn == best.turn:
        return Number(value=0, low=0, high=0, kind=Kind.PROVEN)
    end = _end(found.position, turn)
    reached = Number.of(analyse(end, SHARES[-1]).result)
    if end.to_move is not found.position.to_move:
        reached = reached.negated()
    return Number.from_core(_core.cost(Number.of(best).core, reached.core))


def _end(position: Position, turn: Sequence[int]) -> Position:
    """Return the position after a turn; both rules have the same moves."""
    for pit in turn:
        position = position.after(pit)
    return position


def _with_turn(advice: Advice, turn: tuple[int, ...]) -> Advice:
    """Return the advice with another turn of the same value."""
    moves, position = [], advice.position
    for pit in turn:
        moves.append(position.move(pit))
        position = moves[-1].after
    return replace(advice, moves=tuple(moves))
