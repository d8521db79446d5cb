"""Grading: an agent chooses a move in every position of a set, and proven values show what each choice gives away."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sowfish.errors import LimitError, PlayerError, SowfishError
from sowfish.grading.positions import GradedPosition, PositionSet, by_position, load
from sowfish.model.position import Position
from sowfish.model.rules import Rules
from sowfish.players.clock import Clock
from sowfish.players.fault import fault
from sowfish.players.player import Player
from sowfish.players.registry import make
from sowfish.runtime.limits import Cancel

Z = 1.959963984540054  # of a 95 % interval
Chooser = Callable[[Position], int]


class Phase(StrEnum):
    """Phases of a game, by the share of all stones that are still in pits."""

    OPENING = "opening"  # more than two thirds
    MIDDLE = "middlegame"
    END = "endgame"  # at most a third


def phase_of(position: Position) -> Phase:
    """Return the phase of a position.

    >>> phase_of(Position.start())
    <Phase.OPENING: 'opening'>
    """
    share = position.rest / position.total
    return Phase.OPENING if share > 2 / 3 else Phase.MIDDLE if share > 1 / 3 else Phase.END


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How good some choices were, with 95 % intervals."""

    positions: int
    optimal: float  # share of moves that give nothing away
    optimal_low: float
    optimal_high: float
    lost: float  # mean stones given away per move
    lost_error: float  # half the width of its interval
    thrown: float  # share of won or tied positions turned into a worse result
    seconds: float  # mean time per move

    @classmethod
    def of(cls, choices: Sequence[tuple[GradedPosition, int, float]]) -> Score:
        """Return the score of choices: position, pit and seconds."""
        count = len(choices)
        losses = [graded.loss(pit) for graded, pit, _ in choices]
        optimal = sum(loss == 0 for loss in losses) / count
        low, high = _wilson(optimal, count)
        mean = sum(losses) / count
        variance = sum((loss - mean) ** 2 for loss in losses) / max(count - 1, 1)
        holding = [(graded, pit) for graded, pit, _ in choices if graded.best >= 0]
        thrown = sum(_result(graded.best) > _result(graded.best - graded.loss(pit)) for graded, pit in holding)
        return cls(
            positions=count,
            optimal=optimal,
            optimal_low=low,
            optimal_high=high,
            lost=mean,
            lost_error=Z * math.sqrt(variance / count),
            thrown=thrown / len(holding) if holding else 0.0,
            seconds=sum(seconds for *_, seconds in choices) / count,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade:
    """The grade of an agent: all positions of a set, and by phase."""

    agent: str
    positions: PositionSet
    score: Score
    phases: Mapping[Phase, Score]
    is_complete: bool

    def _repr_html_(self) -> str:
        """Return a table for notebooks."""
        rows = [("all", self.score), *self.phases.items()]
        body = "".join(
            f"<tr><th>{name}</th><td>{score.positions}</td><td>{100 * score.optimal:.1f} %</td>"
            f"<td>{score.lost:.2f} ± {score.lost_error:.2f}</td></tr>"
            for name, score in rows
        )
        head = "<tr><th></th><th>positions</th><th>optimal</th><th>stones lost per move</th></tr>"
        return f"<table><caption>{_escaped(self.agent)}, {self.positions.name}</caption>{head}{body}</table>"


def grade(
    agent: str | Player | Chooser | Mapping[Position, int],
    rules: str | Rules | PositionSet = "kalah",
    *,
    clock: Clock | None = None,
    seed: int = 0,
    limit: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    cancel: Cancel | None = None,
) -> Grade:
    """Return what an agent's moves give away in the positions of a set.

    An agent is a player or its text, a function from a position to a pit, or moves that were chosen elsewhere. `limit`
    takes evenly spaced positions; `progress` receives the positions done and planned.

    >>> round(grade("greedy", limit=30).score.optimal, 2) > 0.3
    True
    """
    found = rules if isinstance(rules, PositionSet) else load(rules)
    chosen = _spaced(found.positions, limit)
    name, choose, close = _agent(agent, clock or Clock(), seed)
    choices: list[tuple[GradedPosition, int, float]] = []
    try:
        for number, graded in enumerate(chosen):
            if cancel is not None and cancel.is_set():
                break
            started = time.perf_counter()
            pit = choose(graded.position)
            seconds = time.perf_counter() - started
            if type(pit) is not int or pit not in graded.position.legal_pits:
                raise PlayerError(f"{name} chose {pit!r}, which is not a legal pit in {graded.position}")
            choices.append((graded, pit, seconds))
            if progress is not None:
                progress(number + 1, len(chosen))
    finally:
        close()
    if not choices:
        raise LimitError("no position was graded")
    phases = {
        phase: Score.of(part)
        for phase in Phase
        if (part := [choice for choice in choices if phase_of(choice[0].position) is phase])
    }
    return Grade(
        agent=name,
        positions=found,
        score=Score.of(choices),
        phases=phases,
        is_complete=len(choices) == len(chosen),
    )


def _agent(
    agent: str | Player | Chooser | Mapping[Position, int], clock: Clock, seed: int
) -> tuple[str, Chooser, Callable[[], object]]:
    if isinstance(agent, Mapping):
        return "moves", _looked_up(agent), lambda: None
    player = make(agent) if isinstance(agent, str) else agent
    if isinstance(player, Player):
        seated = player

        def choose(position: Position) -> int:
            seated.new_game(position, position.to_move, seed)
            return seated.choose(position, clock)

        return str(player), _reporting(choose, str(player)), player.close if isinstance(agent, str) else lambda: None
    if not callable(player):
        raise PlayerError(f"an agent is a player, its text, a function or moves, not a {type(agent).__name__}")
    name = getattr(player, "__name__", type(player).__name__)
    return name, _reporting(player, name), lambda: None


def _reporting(choose: Chooser, name: str) -> Chooser:
    """Return the chooser with its errors reported as the agent's."""

    def chosen(position: Position) -> int:
        try:
            return choose(position)
        except PlayerError:
            raise
        except Exception as error:
            raise PlayerError(f"{name} failed in {position}: {fault(error)}") from error

    return chosen


def _looked_up(moves: Mapping[Position, int]) -> Chooser:
    def choose(position: Position) -> int:
        if position not in moves:
            raise SowfishError(f"there is no move for {position}")
        return moves[position]

    return choose


def _spaced(positions: Sequence[GradedPosition], limit: int | None) -> Sequence[GradedPosition]:
    if limit is None or limit >= len(positions):
        return positions
    if limit < 1:
        raise SowfishError(f"limit must be at least 1, not {limit}")
    return [positions[number * len(positions) // limit] for number in range(limit)]


def _result(margin: int) -> int:
    return (margin > 0) - (margin < 0)


def _wilson(share: float, count: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share."""
    middle = (share + Z * Z / (2 * count)) / (1 + Z * Z / count)
    half = Z * math.sqrt(share * (1 - share) / count + Z * Z / (4 * count * count)) / (1 + Z * Z / count)
    return max(0.0, middle - half), min(1.0, middle + half)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def read_moves(text: str, positions: Iterable[GradedPosition]) -> dict[Position, int]:
    """Parse moves chosen elsewhere: a line per position, its text, a tab or a semicolon, and the pit."""
    known = by_position(positions)
    moves: dict[Position, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        words, _, pit = line.replace("\t", ";").rpartition(";")
        position = Position.parse(words.strip())
        if position not in known:
            raise SowfishError(f"line {number}: {position} is not in the set")
        if not pit.strip().isdecimal() or int(pit) not in position.legal_pits:
            raise SowfishError(f"line {number}: {pit.strip()[:20]!r} is not a legal pit in {position}")
        moves[position] = int(pit)
    return moves
