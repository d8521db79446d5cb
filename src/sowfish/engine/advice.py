"""Advice: the turn to play, what it leads to, and the value of the alternatives."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from sowfish.engine import Analysis, Kind, MoveValue, Progress, Result, analyse, solve
from sowfish.engine.turns import BestTurn, Objective, best_turn
from sowfish.errors import GameError, LimitError
from sowfish.model.game_ending import GameEnding
from sowfish.model.position import Move, Position, require_position
from sowfish.runtime.limits import Cancel, Limits

TURN_SECONDS = 1.0  # time limit of a secondary search for a single turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """The turn to play, with its value for the side to move.

    The value is the final margin or, if an objective was given, the turn's score by that objective.
    """

    position: Position
    moves: tuple[Move, ...]  # none if the side to move must pass
    objective: Objective | None
    value: int
    low: int
    high: int
    kind: Kind
    nodes: int
    seconds: float
    stops_at_technical_win: bool = False  # the turn ends when either side has technically won
    max_laps: int | None = None  # a free move that brings the turn to this many laps ends it
    limit: str = ""  # the limit that ended the search of a single turn, in one sentence
    alternatives: tuple[MoveValue, ...] = ()  # of every legal move, if requested; none is better than the turn

    @property
    def turn(self) -> tuple[int, ...]:
        """The pits to play."""
        return tuple(move.pit for move in self.moves)

    @property
    def after(self) -> Position:
        """The position when the turn is over."""
        return self.moves[-1].after if self.moves else self.position.passed()

    @property
    def banked(self) -> int:
        """The growth of the mover's store by sowing and capture."""
        return sum(move.banked for move in self.moves)


@dataclass(frozen=True, slots=True, kw_only=True)
class Threat:
    """The turn of a side that banks the most stones."""

    turn: tuple[int, ...]
    banked: int  # growth of its store, including the sweep


def advise(
    position: Position,
    *,
    objective: Objective | str | None = None,
    technical_win: bool = False,
    max_laps: int | None = None,
    every_move: bool = False,
    limits: Limits | None = None,
    threads: int | None = None,
    progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | None = None,
) -> Advice:
    """Return the turn with the best value of the game, or the best single turn for an objective.

    With `technical_win`, the turn ends when either side has technically won; with `max_laps`, a single turn ends when a
    free move brings it to that many laps. `every_move` asks for the alternatives too.

    >>> advise(Position.parse("kalah: 0 1 0 3 / 1 1 0 2")).turn
    (1,)
    """
    require_position(position)
    if position.is_over:
        raise GameError(f"there is nothing to play: the game is over in {position}")
    limits = Limits.of(limits)
    if objective is not None and position.legal_pits:
        advice = _single_turn(
            position, Objective(objective), limits, technical_win=technical_win, max_laps=max_laps, cancel=cancel
        )
        return _with_single_moves(advice, limits, cancel) if every_move else advice
    answer = analyse if every_move else solve
    advice = advice_of(answer(position, limits=limits, threads=threads, progress=progress, cancel=cancel))
    ending = GameEnding(technical_win=technical_win)
    return replace(advice, moves=ending.until(advice.moves), stops_at_technical_win=technical_win)


def advice_of(found: Result | Analysis) -> Advice:
    """Return the turn to play, given an engine's answer; an analysis brings the alternatives."""
    result = found.result if isinstance(found, Analysis) else found
    return Advice(
        position=result.position,
        moves=_played(result.position, result.turn),
        objective=None,
        value=result.value,
        low=result.low,
        high=result.high,
        kind=result.kind,
        nodes=result.nodes,
        seconds=result.seconds,
        alternatives=found.moves if isinstance(found, Analysis) else (),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnCounts:
    """The size of a turn: its tree of sequences counts a position each time it is reached."""

    sequences: int  # that reach the best end
    leaves: int  # all sequences
    nodes: int  # of the tree, the root included
    longest: int  # moves
    states: int  # distinct positions with a choice to make
    ends: int  # distinct positions at the end


def count_turn(advice: Advice, *, limits: Limits | None = None) -> TurnCounts:
    """Count the sequences of moves of a single turn, with the options of the advice."""
    best = best_turn(
        advice.position,
        advice.objective or Objective.STONES,
        technical_win=advice.stops_at_technical_win,
        max_laps=advice.max_laps,
        limits=limits,
    )
    tree = best.tree
    return TurnCounts(
        sequences=best.sequences,
        leaves=tree.leaves,
        nodes=tree.nodes,
        longest=tree.longest,
        states=best.states,
        ends=best.ends,
    )


def threat(position: Position, *, cancel: Cancel | None = None) -> Threat | None:
    """Return the most the side to move can bank in one turn, or None if it has no move or the turn is too large."""
    if not position.legal_pits:
        return None
    try:
        best = best_turn(position, Objective.STONES, limits=Limits(seconds=TURN_SECONDS), cancel=cancel)
    except LimitError:
        return None
    return Threat(turn=best.pits, banked=int(best.score) - position.store(position.to_move))


def _single_turn(
    position: Position,
    objective: Objective,
    limits: Limits,
    *,
    technical_win: bool,
    max_laps: int | None,
    cancel: Cancel | None,
) -> Advice:
    started = time.perf_counter()
    limit = ""
    try:
        best = best_turn(
            position, objective, technical_win=technical_win, max_laps=max_laps, limits=limits, cancel=cancel
        )
    except LimitError as error:
        if not isinstance(error.found, BestTurn):
            raise
        best, limit = error.found, str(error)
    score = int(best.score)
    return Advice(
        position=position,
        moves=_played(position, best.pits),
        objective=objective,
        value=score,
        low=score,
        high=max(_most(position, objective), score) if limit else score,
        kind=Kind.BOUND if limit else Kind.PROVEN,
        limit=limit,
        max_laps=max_laps,
        nodes=best.states,
        seconds=time.perf_counter() - started,
        stops_at_technical_win=technical_win,
    )


def _with_single_moves(advice: Advice, limits: Limits, cancel: Cancel | None) -> Advice:
    """Return the advice with its alternatives; if the search of the turn ended early, a better one becomes the turn."""
    limits = limits.part(1 / len(advice.position.legal_pits))
    own = MoveValue(
        pit=advice.turn[0],
        value=advice.value,
        low=advice.low,
        high=advice.high,
        kind=advice.kind,
        line=(advice.turn,),
    )
    others = [_single_move(advice, pit, limits, cancel) for pit in advice.position.legal_pits if pit != own.pit]
    moves = sorted((own, *(move.within(move.low, advice.high) for move in others)), key=lambda move: move.pit)
    best = max(moves, key=lambda move: move.value)
    if best.value > advice.value:
        played = _played(advice.position, best.line[0])
        advice = replace(advice, moves=played, value=best.value, low=best.value)
    return replace(advice, alternatives=tuple(moves))


def _single_move(advice: Advice, pit: int, limits: Limits, cancel: Cancel | None) -> MoveValue:
    """Return the score of the best single turn that starts with a pit, by the options of the advice."""
    objective, most_laps = advice.objective or Objective.STONES, advice.max_laps
    move = advice.position.move(pit)
    pits: tuple[int, ...] = (pit,)
    end = move.after
    most: int | None = None  # an upper bound, if the search of the turn ended early
    is_won = advice.stops_at_technical_win and end.technical_winner is not None
    is_long = most_laps is not None and move.laps >= most_laps
    if end.legal_pits and end.to_move is move.mover and not is_won and not is_long:
        try:
            rest = best_turn(
                end,
                objective,
                technical_win=advice.stops_at_technical_win,
                max_laps=None if most_laps is None else most_laps - move.laps,
                limits=limits,
                cancel=cancel,
            )
        except LimitError as error:
            if not isinstance(error.found, BestTurn):
                raise
            rest, most = error.found, _most(advice.position, objective)
        pits, end = pits + rest.pits, rest.after
    if end.is_over:
        end = end.swept()
    other = end.store(move.mover.other) if objective is Objective.DIFFERENCE else 0
    score = end.store(move.mover) - other
    kind = Kind.PROVEN if most is None else Kind.BOUND
    return MoveValue(pit=pit, value=score, low=score, high=max(score, most or score), kind=kind, line=(pits,))


def _most(position: Position, objective: Objective) -> int:
    """Return the upper bound of an objective: all stones in play."""
    other = position.store(position.to_move.other) if objective is Objective.DIFFERENCE else 0
    return position.store(position.to_move) + position.rest - other


def _played(position: Position, pits: tuple[int, ...]) -> tuple[Move, ...]:
    moves = []
    for pit in pits:
        moves.append(position.move(pit))
        position = moves[-1].after
    return tuple(moves)
