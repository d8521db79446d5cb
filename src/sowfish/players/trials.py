"""Positions and games to test a player with: of every profile and size, near the end, with passes, and unusual ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sowfish.model.events import Side
from sowfish.model.position import Deal, Position
from sowfish.model.rules import MAX_PITS, PROFILES, Rules
from sowfish.players.chance import chance
from sowfish.players.clock import Clock
from sowfish.players.player import Player

FULLEST = 255


@dataclass(frozen=True, kw_only=True)
class Trial:
    """A player to test, and how thoroughly."""

    maker: Callable[[], Player]
    positions: int = 30  # of each profile
    seed: int = 0
    clock: Clock = Clock(move=0.1)  # noqa: RUF009  # a frozen value
    grace: float = 0.5  # seconds of tolerance for a busy machine; benchmarks are strict
    most_pits: int = MAX_PITS
    profiles: tuple[Rules, ...] = tuple(PROFILES.values())  # the rules the player supports
    pits: int | None = None  # of all boards, for a player that supports no others

    def positions_of(self, rules: Rules, count: int, *, seed: int) -> Iterator[Position]:
        """Yield random positions of a profile that the player must support."""
        return random_positions(rules, count, seed=seed, most_pits=self.most_pits, pits=self.pits)

    def start(self, rules: Rules, stones: int, pits: int) -> Position:
        """Return a start, on a board of this many pits if the player supports it."""
        return Position.start(rules, stones, pits if self.pits is None else self.pits)

    def covers(self, position: Position) -> bool:
        """Return whether the player must support a position."""
        known = any(position.rules == rules.with_pits(position.rules.pits) for rules in self.profiles)
        return known and self.pits in (None, position.rules.pits)


def random_positions(
    rules: Rules, count: int, *, seed: int, most_pits: int = MAX_PITS, pits: int | None = None
) -> Iterator[Position]:
    """Yield positions with a choice: half of them reached by random play, half arbitrary boards."""
    source = chance("positions", rules, seed)
    found = 0
    while found < count:
        size = source.choice([6, source.randint(1, most_pits)]) if most_pits >= 6 else source.randint(1, most_pits)
        size = size if pits is None else pits
        position = _reached(source, rules, size) if source.random() < 0.5 else _any_board(source, rules, size)
        if position.legal_pits:
            found += 1
            yield position


def pass_positions() -> Iterator[Position]:
    """Yield positions of `events` in which a pass is forced now or soon."""
    rules = PROFILES["events"]
    yield Position([0, 0, 0], [1, 2, 1], rules=rules)
    yield Position([1, 2, 1], [0, 0, 0], rules=rules, to_move=Side.NORTH)
    yield Position([0, 0, 1], [3, 0, 2], rules=rules)
    yield Position([0, 1], [0, 0], rules=rules)
    yield Position([1, 0, 0, 1], [0, 0, 0, 0], rules=rules)


def one_pit_positions(rules: Rules) -> Iterator[Position]:
    """Yield boards with one pit a side, where there is nothing to choose."""
    for own, other, to_move in ((1, 1, "south"), (2, 5, "north"), (7, 1, "south"), (100, 100, "north")):
        position = Position([own], [other], rules=rules, to_move=to_move)
        if position.legal_pits:
            yield position


def _reached(source: random.Random, rules: Rules, pits: int) -> Position:
    """Return a position some random moves into a game."""
    total = 2 * source.randint(1, 4 * pits)
    deal = source.choice((Deal.MIRRORED, Deal.REFLECTED, Deal.FREE))
    position = Position.random(total, seed=source.getrandbits(32), pits=pits, deal=deal, rules=rules)
    for _ in range(source.randint(0, total)):
        following = _with_a_choice(position)
        if following is None:
            break
        position = following
        position = position.after(source.choice(position.legal_pits))
    return _with_a_choice(position) or position


def _with_a_choice(position: Position) -> Position | None:
    if position.is_over:
        return None
    return position.passed() if position.must_pass else position


def _any_board(source: random.Random, rules: Rules, pits: int) -> Position:
    """Return an arbitrary, possibly unreachable board, with up to the maximum number of stones."""
    most = source.choice([1, 3, 8, FULLEST // (2 * pits + 2)])
    ring = [source.randint(0, most) for _ in range(2 * pits + 2)]
    return Position(
        ring[:pits],
        ring[pits + 1 : -1],
        south_store=ring[pits],
        north_store=ring[-1],
        to_move=source.choice(list(Side)),
        rules=rules,
    )
