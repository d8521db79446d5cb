"""What to play when it is not known who gets the leftovers: both rules are solved, and their turns compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from sowfish import _core
from sowfish.engine.advice import Advice, advice_of
from sowfish.engine.values import Analysis, Kind, Number
from sowfish.model.position import Position
from sowfish.model.rules import Rest, Rules

SHARES = (0.35, 0.35, 0.3)  # of the time: each of the two rules, and what their turns cost under the other
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
    """What to play under both rules; `turn` is best either way, None if no turn is known to be."""

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


def advise_both(position: Position, analyse: Analyse) -> BothLeftovers:
    """Return what to play under either rule for leftovers, by an analysis that keeps to its share of the time."""
    positions = [with_rules(position, rules) for rules in rules_of_both(position.rules)]
    found = [analyse(asked, share) for asked, share in zip(positions, SHARES, strict=False)]
    common = _common_turn(found, analyse)
    advised = [advice_of(one.result) for one in found]
    if common is not None:
        advised = [_with_turn(one, common) for one in advised]
    costs = [_cost(one.turn, other, analyse) for one, other in zip(advised, reversed(found), strict=True)]
    nobody, owner = (
        LeftoversAdvice(rules=one.position.rules, analysis=analysis, advice=one, cost=cost)
        for analysis, one, cost in zip(found, advised, costs, strict=True)
    )
    return BothLeftovers(position=position, nobody=nobody, owner=owner, turn=common)


def _common_turn(found: list[Analysis], analyse: Analyse) -> tuple[int, ...] | None:
    """Return a turn that is proven best under both, if one of the best turns found is."""
    if not all(one.result.is_proven for one in found):
        turns = {one.result.turn for one in found}
        return turns.pop() if len(turns) == 1 else None
    for one, other in (found, reversed(found)):
        for turn in _best_turns(one):
            cost = _cost(turn, other, analyse)
            if cost.low == cost.high == 0:
                return turn
    return None


def _best_turns(found: Analysis) -> Iterator[tuple[int, ...]]:
    """Yield the proven best turns that are known, each once."""
    told = {found.result.turn}
    yield found.result.turn
    for move in found.moves:
        if move.is_proven and move.value == found.result.value and move.line and move.line[0] not in told:
            told.add(move.line[0])
            if _end(found.position, move.line[0]) is not None:
                yield move.line[0]


def _cost(turn: tuple[int, ...], found: Analysis, analyse: Analyse) -> Number:
    """Return what a turn costs compared with the best of an analysis."""
    best = found.result
    if turn == best.turn:
        return Number(value=0, low=0, high=0, kind=Kind.PROVEN)
    end = _end(found.position, turn)
    assert end is not None  # both rules have the same moves
    reached = Number.of(analyse(end, SHARES[-1]).result)
    if end.to_move is not found.position.to_move:
        reached = reached.negated()
    return Number.from_core(_core.cost(Number.of(best).core, reached.core))


def _end(position: Position, turn: tuple[int, ...]) -> Position | None:
    """Return where a whole turn leads; None if it is not whole."""
    mover = position.to_move
    for pit in turn:
        position = position.after(pit)
    return None if position.to_move is mover and position.legal_pits else position


def _with_turn(advice: Advice, turn: tuple[int, ...]) -> Advice:
    """Return the advice with another turn of the same value."""
    moves, position = [], advice.position
    for pit in turn:
        moves.append(position.move(pit))
        position = moves[-1].after
    return replace(advice, moves=tuple(moves))
