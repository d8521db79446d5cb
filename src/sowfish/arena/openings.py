"""The opening positions of a tournament, each determined by the plan's seed and the opening's number."""

from __future__ import annotations

import random

from sowfish.arena.tournament_plan import Openings, Plan
from sowfish.model.events import Side
from sowfish.model.position import Deal, Position
from sowfish.model.rules import Rules
from sowfish.players.chance import chance
from sowfish.search.minimax import minimax

FEWEST_MOVES, MOST_MOVES = 2, 8  # random moves of a balanced opening
CANDIDATES = 100
LOOK_AHEAD = 6  # moves
LEVEL = 0.03  # expected score (0 lost, 1 won) may differ this much from a half: with 48 stones, about three stones


def opening(plan: Plan, number: int) -> Position:
    """Return the opening with this number, which does not depend on the players.

    >>> plan = Plan(players=("random", "greedy"), rules="kalah,pits=3", stones=2, seed=5)
    >>> str(opening(plan, 0)) == str(opening(plan, 0)) != str(opening(plan, 1))
    True
    """
    rules = Rules.parse(plan.rules)
    if plan.openings is Openings.LISTED:
        return Position.parse(plan.positions[number % len(plan.positions)], rules)
    if plan.openings is Openings.START:
        return Position.start(rules, plan.stones)
    source = chance("opening", plan.seed, number)
    if plan.openings is Openings.MIRRORED:
        total = 2 * rules.pits * plan.stones
        return Position.random(total, seed=source.getrandbits(63), pits=rules.pits, deal=Deal.MIRRORED, rules=rules)
    return _balanced(Position.start(rules, plan.stones), source)


def _balanced(start: Position, source: random.Random) -> Position:
    """Return a position a few random moves from the start that looks balanced, or the most balanced one found."""
    best, least = start, 1.0
    for _ in range(CANDIDATES):
        position = _wandered(start, source)
        if position is None:
            continue
        lead = abs(minimax(position, depth=LOOK_AHEAD, seconds=None).value - 0.5)
        if lead < least:
            best, least = position, lead
        if least <= LEVEL:
            break
    return best


def _wandered(position: Position, source: random.Random) -> Position | None:
    """Return the position after some random moves, at the start of a turn, or None if the game ends first."""
    for _ in range(source.randint(FEWEST_MOVES, MOST_MOVES)):
        if not position.legal_pits:
            return None
        position = position.after(source.choice(position.legal_pits))
    if not position.legal_pits:
        return None
    # The side to move becomes south: south moves first in every opening.
    return position if position.to_move is Side.SOUTH else position.turned()
