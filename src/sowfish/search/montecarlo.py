"""Flat Monte Carlo: play random games after every legal move, and count how they end."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TypeVar

from sowfish import _core
from sowfish.engine.question import require_move
from sowfish.errors import SowfishError, quoted
from sowfish.model.events import Side
from sowfish.model.position import Position, core_board
from sowfish.runtime import workers
from sowfish.runtime.limits import MOST, Cancel, positive, whole
from sowfish.runtime.notebooks import DrawnInNotebooks
from sowfish.search import running

DEFAULT_PLAYOUTS = 200_000
Choice = TypeVar("Choice", bound=StrEnum)
BRIEF = 2_000  # playouts, a few milliseconds


class Policy(StrEnum):
    """How the random games choose their moves."""

    UNIFORM = "uniform"  # any legal pit, each equally likely
    GREEDY = "greedy"  # the pit that banks the most in one move; ties are broken at random


Rollout = Callable[[Position, random.Random], int]  # a Python policy: returns a legal pit


class Select(StrEnum):
    """The selection criterion."""

    DIFFERENCE = "difference"  # wins minus losses
    RATIO = "ratio"  # wins per decided game: ties do not count
    WINS = "wins"  # wins per game: a tie counts as much as a loss


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """How the games after one move ended, for the side that made it."""

    pit: int
    wins: int
    draws: int
    losses: int

    @property
    def playouts(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def difference(self) -> int:
        """Wins minus losses."""
        return self.wins - self.losses

    @property
    def ratio(self) -> float:
        """The share of wins among the games that were not drawn; a half if all were."""
        return float(self._ratio)

    @property
    def win_share(self) -> float:
        """The share of wins among all games."""
        return self.wins / max(1, self.playouts)

    @property
    def _ratio(self) -> Fraction:
        decided = self.wins + self.losses
        return Fraction(self.wins, decided) if decided else Fraction(1, 2)

    def score(self, select: Select) -> Fraction:
        """Return the score per game: the last round may leave some pits a game short."""
        if select is Select.RATIO:
            return self._ratio
        return Fraction(self.difference if select is Select.DIFFERENCE else self.wins, max(1, self.playouts))


@dataclass(frozen=True, slots=True, kw_only=True)
class MonteCarloResult(DrawnInNotebooks):
    """The chosen move, and the counts of all legal moves by pit."""

    position: Position
    pit: int
    counts: tuple[Count, ...]
    seconds: float

    @property
    def playouts(self) -> int:
        """The total number of games."""
        return sum(count.playouts for count in self.counts)

    @property
    def best(self) -> Count:
        """The counts of the chosen move."""
        return next(count for count in self.counts if count.pit == self.pit)


def montecarlo(
    position: Position,
    *,
    playouts: int | None = DEFAULT_PLAYOUTS,
    seconds: float | None = None,
    policy: Policy | Rollout | str = Policy.UNIFORM,
    select: Select | str = Select.DIFFERENCE,
    seed: int = 0,
    threads: int | None = None,
    cancel: Cancel | None = None,
) -> MonteCarloResult:
    """Return the legal move whose random games end best for the side to move; of equal ones the lowest pit.

    Every legal pit gets the same number of games. The same seed gives the same counts on any number of threads,
    unless the time runs out first. A `policy` may be a Python function of a position and a `random.Random` that returns
    a legal pit: it plays a few thousand games a second where the built-in ones play a million.

    >>> montecarlo(Position.parse("0 0 0 0 0 1 24 / 1 0 0 0 0 0 22"), playouts=10).best.wins
    10
    """
    require_move(position)
    if not callable(policy):
        policy = _choice(Policy, "policy", policy)
    select = _choice(Select, "select", select)
    whole("seed", seed, least=0, most=(1 << 64) - 1)
    if playouts is None and seconds is None:
        raise SowfishError("a Monte Carlo search without a limit never ends; give playouts or seconds")
    games = MOST if playouts is None else whole("playouts", playouts)
    started = time.perf_counter()
    if callable(policy):
        counts = _python_counts(position, policy, games, seconds, seed=seed, cancel=cancel)
        return _chosen(position, counts, select, started)
    control = running.control_of(seconds)
    run = _core.playout_run(core_board(position), policy is Policy.GREEDY, seed, games, control)
    count = workers.available_threads() if threads is None else whole("threads", threads, most=256)
    brief = games <= BRIEF and position.rest <= 100  # stones; boards with more take longer
    running.run(run.work, control, threads=1 if brief else count, cancel=cancel, brief=brief)
    counts = tuple(
        Count(pit=known.pit, wins=known.wins, draws=known.draws, losses=known.losses) for known in run.counts()
    )
    return _chosen(position, counts, select, started)


def _chosen(position: Position, counts: tuple[Count, ...], select: Select, started: float) -> MonteCarloResult:
    told = [(count.wins, count.draws, count.losses) for count in counts]
    best = counts[_core.best_count(told, tuple(Select).index(select))]
    return MonteCarloResult(position=position, pit=best.pit, counts=counts, seconds=time.perf_counter() - started)


def _python_counts(
    position: Position, policy: Rollout, games: int, seconds: float | None, *, seed: int, cancel: Cancel | None
) -> tuple[Count, ...]:
    """Count games played by a Python function; at least one per pit."""
    ends = math.inf if seconds is None else time.perf_counter() + _core.usable_seconds(positive("seconds", seconds))
    source = random.Random(seed)
    pits = position.legal_pits
    tally = {pit: [0, 0, 0] for pit in pits}  # wins, draws, losses
    for number in range(max(games, len(pits))):
        pit = pits[number % len(pits)]
        is_late = time.perf_counter() >= ends or (cancel is not None and cancel.is_set())
        if number >= len(pits) and is_late:
            break
        margin = _rollout(position.after(pit), policy, source, position.to_move)
        tally[pit][0 if margin > 0 else 1 if margin == 0 else 2] += 1
    return tuple(Count(pit=pit, wins=wins, draws=draws, losses=losses) for pit, (wins, draws, losses) in tally.items())


def _rollout(position: Position, policy: Rollout, source: random.Random, side: Side) -> int:
    """Play a game to its end and return the margin for a side."""
    while not position.is_over:
        position = position.passed() if position.must_pass else position.after(policy(position, source))
    return position.margin if position.to_move is side else -position.margin


def _choice(choices: type[Choice], name: str, value: Choice | str) -> Choice:
    if value not in tuple(choices):
        raise SowfishError(f"{name} must be {' or '.join(choices)}, not {quoted(value)}")
    return choices(value)
