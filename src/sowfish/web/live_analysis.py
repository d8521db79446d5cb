"""Analysis of one position, streamed as events from the first estimate to the proof."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from sowfish.content import Content
from sowfish.content.reasons import Reason, gain, of_greed, others
from sowfish.content.searches import ReasonsEvent, of_analysis_event, of_choice, of_threat_event
from sowfish.engine import Analysis, Engine, Progress
from sowfish.engine.advice import Advice, advice_of, threat
from sowfish.engine.turns import Objective, best_turn
from sowfish.errors import LimitError
from sowfish.model.position import Position
from sowfish.runtime.limits import Limits
from sowfish.starts import solved_start

GREED_SECONDS = 1.0  # to prove what the greedy turn leads to
TELL_SECONDS = 0.25  # between two progress reports
Tell = Callable[[str, Content], object]


@dataclass(slots=True, kw_only=True)
class LiveAnalysis:
    """Sends the events `threat`, `analysis`, `best` and `reasons`; `analysis` and `best` get better each time."""

    position: Position
    engine: Engine
    seconds: float
    cancel: threading.Event
    tell: Tell
    told: float = 0.0
    best: tuple[int, ...] | None = None  # the turn sent last
    is_best_final: bool = False
    gains: dict[Position, Reason] = field(default_factory=dict)  # keyed by the position after the turn
    started: float = field(default_factory=time.perf_counter)

    def run(self) -> None:
        """Analyse the position within the time, or until it is cancelled."""
        other = self.position.to_move.other
        self.tell("threat", of_threat_event(other, threat(self.position.with_to_move(other), cancel=self.cancel)))
        found = self.engine.analyse(self.position, seconds=self.seconds, progress=self._deepened, cancel=self.cancel)
        found = self._with_solved_start(found)
        self._tell_best(found, is_final=True)
        self._tell_analysis(found, is_final=True)
        self._tell_reasons(found)

    def _deepened(self, progress: Progress) -> None:
        """Report progress: at first, at intervals, and as soon as the turn is proven."""
        if progress.analysis is None:
            return
        found = self._with_solved_start(progress.analysis)
        is_proven = progress.analysis.result.is_proven
        settled = is_proven and _is_whole_turn(self.position, found.result.turn)
        if is_proven and not settled:
            return  # a proven value is sent together with its turn
        if time.perf_counter() - self.told >= TELL_SECONDS or (settled and not self.is_best_final):
            self._tell_best(found, is_final=settled)  # first: a proven value never appears beside another turn
            self._tell_analysis(found, is_final=False)

    def _tell_analysis(self, found: Analysis, *, is_final: bool) -> None:
        self.told = time.perf_counter()
        ranked = sorted(found.moves, key=lambda move: (-move.value, -move.low, move.pit))
        spent = self.told - self.started
        self.tell(
            "analysis",
            of_analysis_event(self.position, found.result, ranked, nodes=found.nodes, spent=spent, is_final=is_final),
        )

    def _tell_best(self, found: Analysis, *, is_final: bool) -> None:
        if self.is_best_final or (self.best == found.result.turn and not is_final):
            return
        self.best, self.is_best_final = found.result.turn, is_final
        advice = advice_of(found.result)
        self.tell("best", of_choice(advice, [self._gain(advice)], is_final=is_final))

    def _with_solved_start(self, found: Analysis) -> Analysis:
        """Add what is proven about this start; only the first pit of an unproven turn is sent."""
        start = solved_start(self.position)
        if start is None:
            return found
        moves = tuple(move.within(*start.openings[move.pit]) for move in found.moves)
        value = max(moves, key=lambda move: (move.low, move.high))
        low, high = start.margin
        if not start.is_proven or found.result.is_proven or value.low < low:
            return replace(found, moves=moves)
        result = replace(
            found.result, value=low, low=low, high=high, kind=value.kind, line=((value.pit,),), estimate=float(low)
        )
        return replace(found, result=result, moves=moves)

    def _tell_reasons(self, found: Analysis) -> None:
        advice = advice_of(found.result)
        told = [self._gain(advice), *others(advice, found.moves)]
        greed = self._greed_reason(advice)
        self.tell("reasons", ReasonsEvent(reasons=[*told, greed] if greed else told))

    def _gain(self, advice: Advice) -> Reason:
        """Return what the turn gains and what the other side can do next; computed once per position."""
        if advice.after not in self.gains:
            reply = None if advice.after.is_over else threat(advice.after, cancel=self.cancel)
            self.gains[advice.after] = gain(advice, reply)
        return self.gains[advice.after]

    def _greed_reason(self, advice: Advice) -> Reason | None:
        """Return the reason if the turn that banks the most is proven to be worse."""
        if advice.kind != "proven" or not advice.turn or self.cancel.is_set():
            return None
        try:
            greedy = best_turn(
                self.position, Objective.STONES, limits=Limits(seconds=GREED_SECONDS), cancel=self.cancel
            )
        except LimitError:
            return None
        end = self.engine.solve(greedy.after, seconds=GREED_SECONDS, cancel=self.cancel)
        return of_greed(advice, greedy, end)


def _is_whole_turn(position: Position, pits: tuple[int, ...]) -> bool:
    """Return whether the turn of the side to move is over after these pits."""
    mover = position.to_move
    for pit in pits:
        position = position.after(pit)
    return bool(pits) and (position.to_move is not mover or not position.legal_pits)
