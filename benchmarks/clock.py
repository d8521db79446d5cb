"""How punctual players are: by how much each oversteps the limit of a move, over thousands of positions."""

from __future__ import annotations

import statistics
import time

from sowfish import PROFILES, Position, Side
from sowfish.players import Clock, Player, make, names
from sowfish.players.trials import random_positions

POSITIONS = 100  # of each profile, so 600 a player and thousands in all; each has one of the limits
LIMITS = (0.02, 0.05, 0.1, 0.2)  # seconds
NOT_ALONE = ("human", "program")  # these are as punctual as who they ask
NOT_EVERYWHERE = ("net",)  # answers at once, and only where there is a net


class Punctual(Player):
    """Does nothing but use up its budget: how late it is, is the machine's doing."""

    def choose(self, position: Position, clock: Clock) -> int:
        """Wait, and return a pit."""
        until = time.perf_counter() + (clock.budget(position) or 0)
        while time.perf_counter() < until:
            pass
        return position.legal_pits[0]


def lateness(player: Player, positions: int = POSITIONS) -> list[float]:
    """Return by how much the limit was overstepped in each position, in seconds; mostly negative."""
    late = []
    with player:
        player.new_game(Position.start(), Side.SOUTH, 0)
        for rules in PROFILES.values():
            for number, position in enumerate(random_positions(rules, positions, seed=2)):
                limit = LIMITS[number % len(LIMITS)]
                started = time.perf_counter()
                player.choose(position, Clock(move=limit))
                late.append(time.perf_counter() - started - limit)
    return sorted(late)


def clock() -> None:
    """How far players stay below limits of 0.02 to 0.2 s a move (99th and 100th percentile), on boards of all sizes."""
    _told("an idle player, for comparison", lateness(Punctual(), POSITIONS))
    for name in names():
        if name not in NOT_ALONE + NOT_EVERYWHERE:
            _told(name, lateness(make(name)))


def _told(name: str, late: list[float]) -> None:
    most = statistics.quantiles(late, n=100)[98]
    over = sum(seconds > 0 for seconds in late)
    print(f"{name}: 99 % {most * 1e3:+.1f} ms, 100 % {late[-1] * 1e3:+.1f} ms, {over} of {len(late)} too late")
