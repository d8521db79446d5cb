"""Analyses of many positions, reported one by one as they finish."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from sowfish import _core
from sowfish.engine.batch import run_batch
from sowfish.engine.engine import Engine
from sowfish.engine.question import Question, analysis_of
from sowfish.engine.shared import shared_engine
from sowfish.engine.values import Analysis
from sowfish.model.position import Position, core_board, core_rules
from sowfish.model.rules import Rules
from sowfish.runtime.limits import Cancel, Limits

Found = Callable[[int, Analysis], object]


def analyse_each(
    positions: Sequence[Position],
    found: Found,
    *,
    limits: Limits,
    threads: int | None = None,
    patience: float | None = None,
    cancel: Cancel | None = None,
) -> None:
    """Analyse positions like `analyse`, one per thread, and call `found` with the index and the analysis.

    Positions with the same rules are reported in order. After `patience` seconds on one set of rules, none of its
    positions are started any more. When cancelled, running positions are reported with what is known.
    """
    by_rules: dict[Rules, list[int]] = {}
    for number, position in enumerate(positions):
        if position.is_over:
            found(number, Question(position).final(None))
        else:
            by_rules.setdefault(position.rules, []).append(number)
    for rules, numbers in by_rules.items():
        with shared_engine(rules, limits, threads) as engine:
            search_each(
                [positions[number] for number in numbers],
                lambda at, analysis, numbers=numbers: found(numbers[at], analysis),  # type: ignore[misc]
                engine,
                limits=limits,
                patience=patience,
                cancel=cancel,
            )


def search_each(
    positions: Sequence[Position],
    found: Found,
    engine: Engine,
    *,
    limits: Limits,
    finds_lines: bool = True,
    follows: bytes = b"",
    look_nodes: int = 0,
    patience: float | None = None,
    cancel: Cancel | None = None,
) -> None:
    """Analyse unfinished positions with the same rules using an engine; see `analyse_each`.

    `follows` is 1 for each position from which the preceding one was reached. Once a position is not proven, the
    following ones of that sequence are estimated by a look-ahead of `look_nodes`.
    """
    rules = positions[0].rules
    give_up_at = float("inf") if patience is None else time.perf_counter() + patience
    taken = 0

    def take(task: _core.AnalysisTask) -> None:
        nonlocal taken
        if time.perf_counter() > give_up_at:
            task.take_no_more()
        while taken < len(positions) and (answer := task.take(taken)) is not None:
            found(
                taken,
                analysis_of(positions[taken], answer.report, nodes=answer.nodes, seconds=answer.seconds),
            )
            taken += 1

    task = run_batch(
        partial(
            _core.AnalysisTask,
            core_rules(rules),
            [core_board(position) for position in positions],
            follows,
            finds_lines=finds_lines,
            look_nodes=look_nodes,
        ),
        engine,
        rules,
        rest=max(position.rest for position in positions),
        limits=limits,
        every_move=True,
        cancel=cancel,
        watch=take,
    )
    take(task)
