"""One position studied from a first look to the proof, told step by step while it deepens."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from sowfish.advice import Advice, Threat, advise, alternatives, threat
from sowfish.content import Content
from sowfish.content.reasons import Reason, gain, of_greed, others
from sowfish.content.searches import ReasonsEvent, of_choice, of_progress, of_study, of_threat_event
from sowfish.errors import LimitError
from sowfish.limits import Limits
from sowfish.position import Position
from sowfish.solver import Analysis, Kind, MoveValue, Progress, Value, analyse, solve
from sowfish.turns import best_turn

GLANCE_SECONDS = 0.15  # for a first look
ADVICE_SHARE = 0.6  # of the time; the rest is for the other moves
GREED_SECONDS = 1.0  # to show where greed leads
TELL_SECONDS = 0.25  # between two reports of how far it is
Tell = Callable[[str, Content], object]


@dataclass(slots=True, kw_only=True)
class Study:
    """Tells what is known of a position by events: `threat`, `analysis`, `best` and `reasons`, some several times."""

    position: Position
    limits: Limits
    threads: int | None
    cancel: threading.Event
    tell: Tell
    moves: tuple[MoveValue, ...] = ()
    nodes: int = 0
    told: float = 0.0
    started: float = field(default_factory=time.perf_counter)

    def run(self) -> None:
        """Study the position within the limits, or until it is cancelled."""
        self._tell_threat()
        if self.position.legal_pits:
            first = self._glance()
            self.moves, self.nodes = first.moves, first.nodes
            self._tell_analysis(is_final=False)
            self._tell_best(_first_choice(first), is_final=False)
        if self.cancel.is_set():
            return
        advice = advise(
            self.position,
            limits=self._left(ADVICE_SHARE),
            threads=self.threads,
            progress=self._tell_progress,
            cancel=self.cancel,
        )
        self.nodes += advice.nodes
        self.moves = tuple(_agreeing(move, advice) for move in self.moves)
        self._tell_best(advice, is_final=True)
        self._study_others(advice)
        self._tell_reasons(advice)

    def _glance(self) -> Analysis:
        seconds = min(GLANCE_SECONDS, (self.limits.seconds or 1.0) / 4)
        limits = Limits(seconds=seconds, memory=self.limits.memory)
        return analyse(self.position, limits=limits, threads=self.threads, cancel=self.cancel)

    def _study_others(self, advice: Advice) -> None:
        if not all(move.kind is Kind.PROVEN for move in self.moves) and not self.cancel.is_set():
            self._tell_analysis(is_final=False, whole=advice)
            first, nodes = self.moves, self.nodes

            def deepened(progress: Progress) -> None:
                if progress.bounds:
                    self.moves = tuple(move.within(*known) for move, known in zip(first, progress.bounds, strict=True))
                self.nodes = nodes + progress.nodes
                self._tell_analysis_now_and_then(advice)

            self.moves = alternatives(
                advice, limits=self._left(1.0), threads=self.threads, progress=deepened, cancel=self.cancel
            )
        self._tell_analysis(is_final=True, whole=advice)

    def _left(self, share: float) -> Limits:
        """Return a share of what is left of the time."""
        used = time.perf_counter() - self.started
        whole = self.limits.seconds or 1.0
        return Limits(seconds=max(whole - used, whole / 20) * share, memory=self.limits.memory)

    # ---- what is told

    def _tell_threat(self) -> None:
        other = self.position.to_move.other
        menace = threat(self.position.with_to_move(other))
        self.tell("threat", of_threat_event(other, menace))

    def _tell_best(self, advice: Advice, *, is_final: bool) -> None:
        self.tell("best", of_choice(advice, [gain(advice, _reply(advice))], is_final=is_final))

    def _tell_reasons(self, advice: Advice) -> None:
        told = [gain(advice, _reply(advice)), *others(advice, self.moves)]
        greed = self._where_greed_leads(advice)
        self.tell("reasons", ReasonsEvent(reasons=[*told, greed] if greed else told))

    def _tell_progress(self, progress: Progress) -> None:
        if self._is_due():
            self.tell("progress", of_progress(self.nodes + progress.nodes, time.perf_counter() - self.started))

    def _tell_analysis_now_and_then(self, advice: Advice) -> None:
        if self._is_due():
            self._tell_analysis(is_final=False, whole=advice)

    def _tell_analysis(self, *, is_final: bool, whole: Value | Advice | None = None) -> None:
        ranked = sorted(self.moves, key=lambda move: (-move.value, -move.low, move.pit))
        known = whole or (ranked[0] if ranked else None)
        if known is None:
            return
        spent = time.perf_counter() - self.started
        self.tell("analysis", of_study(self.position, known, ranked, nodes=self.nodes, spent=spent, is_final=is_final))

    def _is_due(self) -> bool:
        now = time.perf_counter()
        if now - self.told < TELL_SECONDS:
            return False
        self.told = now
        return True

    def _where_greed_leads(self, advice: Advice) -> Reason | None:
        """Return the reason if the turn that banks the most is proven to be worse."""
        if advice.kind is not Kind.PROVEN or not advice.turn or self.cancel.is_set():
            return None
        try:
            greedy = best_turn(self.position, limits=Limits(seconds=GREED_SECONDS))
        except LimitError:
            return None
        limits = Limits(seconds=GREED_SECONDS, memory=self.limits.memory)
        end = solve(greedy.after, limits=limits, threads=self.threads, cancel=self.cancel)
        return of_greed(advice, greedy, end)


def _first_choice(found: Analysis) -> Advice:
    """Return the turn that a first look likes best, perhaps only its beginning."""
    best, at = found.best, found.position
    moves = []
    for pit in best.line[0] if best.line else (best.pit,):
        moves.append(at.move(pit))
        at = moves[-1].after
    return Advice(
        position=found.position,
        moves=tuple(moves),
        objective=None,
        value=best.value,
        low=best.low,
        high=best.high,
        kind=best.kind,
        nodes=found.nodes,
        seconds=found.seconds,
    )


def _reply(advice: Advice) -> Threat | None:
    return None if advice.after.is_over else threat(advice.after)


def _agreeing(move: MoveValue, advice: Advice) -> MoveValue:
    """Return the value of a move that contradicts nothing the advice has proven."""
    if advice.kind is Kind.PROVEN and advice.turn[:1] == (move.pit,):
        return move.within(advice.low, advice.high)
    return move.within(move.low, advice.high)
