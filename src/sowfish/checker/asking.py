"""Asking: a question becomes a search of the core, and what that finds becomes an answer with a checked witness."""

from __future__ import annotations

import time
from collections.abc import Callable

from sowfish import _core, workers
from sowfish.checker import explore
from sowfish.checker.answer import Answer, Engine, Extent
from sowfish.checker.conditions import ALWAYS
from sowfish.checker.found import Found
from sowfish.checker.language import read_question
from sowfish.checker.normal import needs_python, normal
from sowfish.checker.plan import Plan, planned
from sowfish.checker.question import Question, Subject, Verb
from sowfish.checker.trace import Trace
from sowfish.errors import QuestionError
from sowfish.limits import Cancel, Limits
from sowfish.position import Position

PROGRESS_SECONDS = 0.1
LEAST_SECONDS = 1e-3  # the core takes no time at all for no limit
Telling = Callable[[int, float], object]


class WitnessError(RuntimeError):
    """A search found something that the reference does not confirm: a fault of the checker, never of its user."""


def ask(
    question: str | Question,
    start: Position | None = None,
    *,
    limits: Limits | None = None,
    cancel: Cancel | None = None,
    progress: Telling | None = None,
) -> Answer:
    """Return the answer to a question about all games from a position.

    A start in the question wins over `start`. Limits on nodes are limits on the positions told apart. `progress` is
    told the positions and seconds so far. Every witness is replayed and measured by the reference before it is handed
    over.

    >>> ask("shortest game without steal", Position.start("events", 2, 3)).value
    35
    """
    asked = read_question(question) if isinstance(question, str) else question
    position = asked.start or start
    if position is None:
        raise QuestionError("a question needs a start, such as 'of kalah(6,4)'")
    if position.is_over:
        position = position.swept()
    asked = asked.asked_of(position)
    limits = limits or Limits()
    began = time.monotonic()
    if asked.within is not None and asked.within.most < 0:
        found = Found()  # not even the start lies within
        engine = Engine.CORE
    elif needs_python(normal(asked.where, asked.subject), asked.measure):
        found, engine = explore.searched(asked, position, limits, cancel), Engine.PYTHON
    else:
        found, engine = _searched(planned(asked, position, limits.memory), limits, cancel, progress), Engine.CORE
    answer = _answer(asked, position, found, engine, time.monotonic() - began)
    _verify(answer)
    return answer


def _searched(plan: Plan, limits: Limits, cancel: Cancel | None, progress: Telling | None) -> Found:
    control = _core.Control(max(limits.seconds, LEAST_SECONDS) if limits.seconds else 0.0, limits.nodes or 0)
    began = told = time.monotonic()
    outcome: list[object] = []

    def watch() -> None:
        nonlocal told
        if cancel is not None and cancel.is_set():
            control.stop()
        now = time.monotonic()
        if progress is not None and now - told >= PROGRESS_SECONDS:
            told = now
            progress(control.nodes, now - began)

    workers.run(lambda: outcome.append(plan.run(control)), 1, stop=control.stop, watch=watch)
    result = plan.read(outcome[0])
    why = ""
    if not result.complete:
        interrupted = cancel is not None and cancel.is_set()
        why = "memory" if result.out_of_memory else "interrupted" if interrupted else "time"
    witness = None
    begins = 0
    if result.way is not None:
        before = Trace.played(plan.start, result.before)
        begins = len(before.events)
        witness = Trace.played(plan.start, [*result.before, *result.way], events=result.events or None)
    return Found(
        found=result.found,
        value=result.value,
        witness=witness,
        begins=begins,
        complete=result.complete,
        why=why,
        seen_below=result.seen_below,
        positions=result.nodes,
        memory=result.bytes,
    )


def _answer(question: Question, start: Position, found: Found, engine: Engine, seconds: float) -> Answer:
    extent = Extent.STOPPED
    if found.complete:
        extent = Extent.EXHAUSTIVE if question.within is None else Extent.BOUNDED
    holds: bool | None = None
    value = found.value
    if question.verb in (Verb.EXISTS, Verb.NEVER, Verb.ALWAYS):
        value = None
        if found.found or found.complete:
            holds = found.found is (question.verb is Verb.EXISTS)
    return Answer(
        question=question,
        start=start,
        holds=holds,
        value=value,
        witness=found.witness,
        begins=found.begins,
        extent=extent,
        why=found.why,
        seen_below=found.seen_below,
        engine=engine,
        positions=found.positions,
        seconds=seconds,
        memory=found.memory,
    )


def _verify(answer: Answer) -> None:
    """Replay the witness by the reference and see that it is what was asked for."""
    if answer.witness is None:
        return
    question, final = answer.question, answer.witness.final
    counts = answer.counts()
    own = {each.name: 0 for part in question.where.parts() for each in getattr(getattr(part, "term", None), "own", ())}
    if question.subject is Subject.GAME and not final.is_over:
        raise WitnessError(f"the witness of '{question}' is no whole game")
    if own or (question.measure is not None and question.measure.own):
        return  # counted by the engine that replayed it
    holds = question.where.holds(counts, final)
    if holds is (question.verb is Verb.ALWAYS) and question.where != ALWAYS:
        raise WitnessError(f"the witness of '{question}' does not show it")
    if question.measure is not None and question.measure.value(counts) != answer.value:
        raise WitnessError(f"the witness of '{question}' measures {question.measure.value(counts)}, not {answer.value}")
    within = question.within
    if within is not None and question.subject is not Subject.TURN and counts[within.counter] > within.most:
        raise WitnessError(f"the witness of '{question}' is not within {within}")
