"""The best single turn: the sequence of free moves with the best outcome, regardless of the opponent's reply."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TypeVar

from sowfish import _core
from sowfish.errors import LimitError, SowfishError, quoted
from sowfish.model.position import Position, core_board, position_of, require_position
from sowfish.runtime import workers
from sowfish.runtime.limits import Cancel, Limits, is_set
from sowfish.runtime.notebooks import DrawnInNotebooks

AT_ONCE = 200_000  # states searched before a thread is worth starting, so that Ctrl-C works
AT_ONCE_CANCELLABLE = 20_000  # the same if the search can be cancelled
Found = TypeVar("Found")
Chosen = TypeVar("Chosen")
LEAST_SECONDS = 1e-3  # 0 means unlimited
STATE_BYTES = 100  # approximate size of a state, including its moves


class Objective(StrEnum):
    """What a turn maximises."""

    STONES = "stones"  # the mover's store when the turn is over, sweep included
    DIFFERENCE = "difference"  # the mover's store minus the other's


class BestTurn(DrawnInNotebooks):
    """The best outcome of a turn and how to reach it; a sequence is a tuple of pits."""

    def __init__(self, turn: _Turn, best: _core.BestTurn) -> None:
        """Created by `best_turn`."""
        self.position = turn.position
        self.score = best.score
        self.sequences: int = best.sequences
        self.first = tuple(best.first)
        self.shortest = tuple(best.shortest)
        self.states = best.states  # distinct positions of the turn with a move to choose
        self._turn = turn

    @property
    def pits(self) -> tuple[int, ...]:
        """The shortest of the best sequences; of several, the lexicographically first."""
        return self.shortest

    @cached_property
    def after(self) -> Position:
        """The position after `pits`."""
        end = self.position
        for pit in self.pits:
            end = end.after(pit)
        return end

    @cached_property
    def ends(self) -> int:
        """How many distinct positions the turn can end in."""
        return len(self._turn.graph.ends())

    @cached_property
    def tree(self) -> _core.TurnTree:
        """The unfolded tree of all sequences: `nodes` with the root, `leaves`, and the `longest` sequence."""
        return self._turn.graph.tree()

    def __repr__(self) -> str:
        """Return the score and the turn."""
        return f"BestTurn(score={self.score:g}, pits={self.pits}, sequences={self.sequences})"


def best_turn(
    position: Position,
    objective: Objective | str | Callable[[Position], float] | None = None,
    *,
    technical_win: bool = False,
    max_laps: int | None = None,
    limits: Limits | None = None,
    cancel: Cancel | None = None,
) -> BestTurn:
    """Return the exact best turn of the side to move, among all sequences of free moves.

    It looks no further than the turn: `solve(position).turn` is the best turn for the game. The objective is an
    `Objective`, or a function of the position at the end of the turn, to be maximised; without one it is the stones,
    with a warning, and from the release of 0.2.0 on it must be given. With
    `technical_win`, a free move after which either side has technically won ends the turn; with `max_laps`, so does a
    free move that brings the turn to that many laps. Reaching a limit, or `cancel`, raises a `LimitError` whose `found`
    is the best turn so far, or None.

    >>> best_turn(Position.start("avalanche"), "stones").score
    43.0
    """
    require_position(position)
    objective = chosen_objective(objective, "best_turn")
    if not position.legal_pits:
        why = "the game is over" if position.is_over else f"{position.to_move} must pass"
        raise SowfishError(f"there is no turn to search: {why} in {position}")
    if max_laps is not None and (type(max_laps) is not int or not 0 < max_laps < 1 << 30):
        raise LimitError(f"max_laps must be a positive whole number, not {quoted(max_laps)}")
    if not callable(objective) and objective not in tuple(Objective):
        raise SowfishError(f"objective must be stones, difference or a function, not {quoted(objective)}")
    turn = _Turn(position, technical_win, max_laps or 0, Limits.of(limits), cancel)
    if not callable(objective):
        return BestTurn(turn, turn.best(objective == Objective.DIFFERENCE))
    ends = turn.graph.ends()
    scores = [float(objective(position_of(position.rules, board))) for board in ends.boards]
    if any(map(math.isnan, scores)):
        raise SowfishError("the objective returned a value that is not a number (nan)")
    return BestTurn(turn, turn.graph.best(ends, scores))


def chosen_objective(objective: Chosen | None, caller: str) -> Chosen | Objective:
    """Return the objective, or the stones with a warning to the caller of the caller if there is none."""
    if objective is None:
        warnings.warn(
            f"{caller} without an objective maximises the stones of one turn, not the game: say "
            f'{caller}(..., "stones"), or solve(position).turn for the game; 0.2.0 will require the objective',
            DeprecationWarning,
            stacklevel=3,
        )
        return Objective.STONES
    return objective


@dataclass(frozen=True)
class _Turn:
    """A turn to search, and its graph on request."""

    position: Position
    technical_win: bool
    max_laps: int
    limits: Limits
    cancel: Cancel | None = None

    def best(self, by_difference: bool) -> _core.BestTurn:  # noqa: FBT001  # as the core takes it
        """Return the best turn by one of the two objectives."""
        return self._within_limits(
            lambda control: _core.best_turn(
                core_board(self.position), self.technical_win, self.max_laps, by_difference, control
            ),
            lambda best: best.complete,
        )

    @cached_property
    def graph(self) -> _core.TurnGraph:
        """All positions and moves of the turn."""
        return self._within_limits(
            lambda control: _core.turn_graph(core_board(self.position), self.technical_win, self.max_laps, control),
            lambda _graph: True,
        )

    def _within_limits(
        self, search: Callable[[_core.Control], Found | None], is_complete: Callable[[Found], bool]
    ) -> Found:
        """Search in this thread if quick, else in another, so that Ctrl-C works; an error names the limit reached."""
        started = time.perf_counter()
        seconds = self.limits.seconds or 0.0
        states = max(1, self.limits.memory // STATE_BYTES)
        if self.limits.nodes is not None:
            states = min(states, self.limits.nodes)
        at_once = AT_ONCE if self.cancel is None else AT_ONCE_CANCELLABLE
        found = search(_core.Control(seconds=seconds, nodes=min(at_once, states)))
        if found is not None and is_complete(found):
            return found
        if seconds:
            seconds = max(seconds - (time.perf_counter() - started), LEAST_SECONDS)
        control = _core.Control(seconds=seconds, nodes=states)
        later: list[Found | None] = []

        def watch() -> None:
            if is_set(self.cancel):
                control.stop()

        workers.run(lambda: later.append(search(control)), 1, stop=control.stop, watch=watch)
        if later[0] is not None and is_complete(later[0]):
            return later[0]
        raise self._limit_reached(control.nodes, later[0])

    def _limit_reached(self, states: int, found: object) -> LimitError:
        """Return the error that names the limit, with the best turn found by then."""
        limits = self.limits
        if is_set(self.cancel):
            limit = "a request to stop"
        elif limits.nodes is not None and states >= limits.nodes:
            limit = f"the limit of {limits.nodes:,} states"
        elif states >= max(1, limits.memory // STATE_BYTES):
            limit = f"the memory limit of {limits.memory:,} bytes"
        else:
            limit = f"the time limit of {limits.seconds:g} s"
        error = LimitError(f"{limit} ended the search of the turn after {states:,} states")
        error.found = BestTurn(self, found) if isinstance(found, _core.BestTurn) else None
        return error
