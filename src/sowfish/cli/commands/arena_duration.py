"""A warning about the duration of a tournament's games, if they are long."""

from __future__ import annotations

import math

from sowfish.arena.openings import opening
from sowfish.arena.tournament_plan import Plan
from sowfish.players import Clock, make, runs_programs, short_name
from sowfish.players.clock import moves_to_go

LONG_GAME = 60.0  # seconds; shorter games need no warning
TYPICAL_SHARE = 0.6  # share of `moves_to_go`, which nine games of ten do not reach


def long_games(plan: Plan) -> str | None:
    """Return one sentence that says how long a game takes and suggests a clock, or None if games are short."""
    if Clock.parse(plan.clock).limit is not None:
        return None
    seconds = [_usual_seconds(player) for player in plan.players]
    moves = TYPICAL_SHARE * moves_to_go(opening(plan, 0))
    longest = max(seconds[a] + seconds[b] for a, b in plan.pairings)
    if longest * moves < LONG_GAME:
        return None
    place = max(range(len(seconds)), key=seconds.__getitem__)
    who = short_name(plan.players[place])
    if math.isinf(longest):
        return f"{who} takes as long as a proof takes, for every move; --clock move=0.1 sets a limit"
    return (
        f"{who} thinks up to {seconds[place]:g} s a move, so a game takes about {duration(longest * moves)}; "
        "--clock move=0.1 is much faster"
    )


def _usual_seconds(player: str) -> float:
    if runs_programs(player):
        return 0.0  # unknown, and not worth starting a program for
    with make(player) as made:
        return made.usual_seconds() or 0.0


def duration(seconds: float) -> str:
    """Return a time in the unit that suits it.

    >>> duration(45), duration(600), duration(7000)
    ('45 s', '10 min', '1.9 h')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
