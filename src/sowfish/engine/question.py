"""A question to an engine: the position, the limits, the callbacks, and the conversion of the core's answer."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import IntEnum
from typing import TypeVar

from sowfish import _core, certificates
from sowfish.engine import campaigns
from sowfish.engine.values import KINDS, Analysis, Fact, Kind, MoveValue, Progress, Result, Value
from sowfish.errors import SowfishError
from sowfish.model.position import Position, core_board, require_position
from sowfish.runtime.limits import Cancel, positive, whole

PROGRESS_SECONDS = 0.1
LEAST_SECONDS = 1e-3  # 0 would mean unlimited
DEEPEST = 250
V = TypeVar("V", bound=Value)


class Aim(IntEnum):
    """What a question is for, in the core's order: the value, a move to play, or estimates alone."""

    PROVE = 0
    MOVE = 1
    LOOK = 2


def require_move(position: Position) -> None:
    """Reject a position without a legal move."""
    require_position(position)
    if not position.legal_pits:
        why = "the game is over" if position.is_over else f"{position.to_move} must pass"
        raise SowfishError(f"there is no move to search: {why} in {position}")


def analysis_of(position: Position, report: _core.Report, *, nodes: int, seconds: float) -> Analysis:
    """Convert the core's report on a position."""
    board = core_board(position)
    result = _value(
        Result,
        board,
        report.position,
        position=position,
        depth=report.depth,
        nodes=nodes,
        seconds=seconds,
        table_stones=report.table_stones,
    )
    return Analysis(result=result, moves=tuple(_value(MoveValue, board, move, pit=move.pit) for move in report.moves))


def _value(made: type[V], board: _core.Board, known: _core.Known, **fields: object) -> V:
    return made(
        value=known.value,
        low=known.low,
        high=known.high,
        kind=KINDS[known.kind],
        line=_core.turns(board, known.line),
        estimate=known.estimate / _core.PARTS_OF_STONE,
        **fields,
    )


class Question:
    """One question; its clock starts when it is made."""

    def __init__(
        self,
        position: Position,
        *,
        aim: Aim = Aim.PROVE,
        every_move: bool = False,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int = DEEPEST,
        known: Iterable[Fact] = (),
        progress: Callable[[Progress], object] | None = None,
        cancel: Cancel | None = None,
    ) -> None:
        """Check the limits."""
        require_position(position)
        self.started = self.reported = time.perf_counter()
        self.position = position
        self.aim = aim
        self.every_move = every_move
        self.seconds = None if seconds is None else positive("seconds", seconds)
        self.nodes = None if nodes is None else whole("nodes", nodes)
        self.depth = min(whole("depth", depth), DEEPEST)
        self.known = [fact.core(position) for fact in known]
        self.progress = progress
        self.cancel = cancel
        self.campaign: campaigns.Campaign | None = None

    @property
    def spent(self) -> float:
        """The seconds since it was asked."""
        return time.perf_counter() - self.started

    @property
    def deadline(self) -> float | None:
        """When the answer is due, by time.perf_counter."""
        return None if self.seconds is None else self.started + self.seconds

    @property
    def seconds_left(self) -> float:
        """The remaining seconds for the core, where 0 means unlimited."""
        return 0.0 if self.seconds is None else max(_core.usable_seconds(self.seconds) - self.spent, LEAST_SECONDS)

    # ---- progress

    def report(self, progress: Callable[[], _core.Progress]) -> None:
        """Report progress, about ten times a second."""
        if self.progress is not None and time.perf_counter() - self.reported >= PROGRESS_SECONDS:
            self.report_now(progress())

    def report_now(self, at: _core.Progress) -> None:
        """Report progress."""
        self.reported = time.perf_counter()
        if self.progress is None:
            return
        analysis = None if at.report is None else self.analysis(at)
        bounds: tuple[tuple[int, int], ...] = ()
        if analysis is not None:
            known = analysis.moves if self.every_move and analysis.moves else (analysis.result,)
            bounds = tuple((value.low, value.high) for value in known)
        self.progress(
            Progress(
                nodes=at.nodes,
                seconds=self.spent,
                bounds=bounds,
                earlier=self.campaign.start if self.campaign else None,
                analysis=analysis,
            )
        )

    # ---- answers

    def analysis(self, at: _core.Progress) -> Analysis:
        """Convert the core's report."""
        assert at.report is not None
        return analysis_of(self.position, at.report, nodes=at.nodes, seconds=self.spent)

    def final(self, certificate: str | os.PathLike[str] | None) -> Analysis:
        """Return the answer for a finished game."""
        margin = self.position.margin
        result = Result(
            value=margin,
            low=margin,
            high=margin,
            kind=Kind.PROVEN,
            line=(),
            estimate=float(margin),
            position=self.position,
            nodes=0,
            seconds=self.spent,
        )
        analysis = Analysis(result=result, moves=())
        return analysis if certificate is None else self.certified(analysis, certificate, b"", 0)

    def certified(self, analysis: Analysis, path: str | os.PathLike[str], pits: bytes, positions: int) -> Analysis:
        """Write the certificate of a proven value and return the answer with it."""
        position = self.position
        claim = certificates.Claim(
            rules=str(position.rules),
            south=position.south,
            south_store=position.south_store,
            north=position.north,
            north_store=position.north_store,
            to_move=position.to_move.value,
            value=analysis.result.value,
            positions=positions,
            moves=len(pits),
        )
        written = certificates.write(path, claim, pits)
        return replace(analysis, result=replace(analysis.result, certificate=written, seconds=self.spent))
