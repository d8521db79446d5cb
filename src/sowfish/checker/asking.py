"""Ask a question: choose a search, run it, and verify the witness of its answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from sowfish import _core
from sowfish.checker import explore, force
from sowfish.checker.answer import Answer
from sowfish.checker.conditions import ALWAYS
from sowfish.checker.language import read_question
from sowfish.checker.normal_form import needs_python, normal
from sowfish.checker.question import Question, Subject, Verb
from sowfish.checker.search_choice import Plan, planned
from sowfish.checker.trace import Trace
from sowfish.checker.words import THEN
from sowfish.errors import QuestionError, quoted
from sowfish.model.position import Position, require_position
from sowfish.runtime import workers
from sowfish.runtime.limits import Cancel, Limits

PROGRESS_SECONDS = 0.1
LEAST_SECONDS = 1e-3  # 0 means unlimited
OnProgress = Callable[[int, float], object]


class WitnessError(RuntimeError):
    """A search found something that the reference does not confirm: a bug in the checker."""


def ask(
    question: str | Question,
    start: Position | None = None,
    *,
    limits: Limits | None = None,
    cancel: Cancel | None = None,
    progress: OnProgress | None = None,
) -> Answer:
    """Return the answer to a question about all games from a position.

    A start in the question overrides `start`. A node limit is a limit on distinct positions. `progress` is called with
    the positions and seconds so far. Every witness is replayed and measured by the reference before it is returned.

    >>> ask("shortest game without steal", Position.start("events", 2, 3)).value
    35
    """
    pits = start.rules.pits if isinstance(start, Position) else None
    asked = read_question(question, pits=pits) if isinstance(question, str) else question
    if not isinstance(asked, Question):
        raise QuestionError(f"a question is a string or a Question, not {quoted(question)}")
    position = asked.start or start
    if position is None:
        raise QuestionError("a question needs a start, such as 'of kalah(6,4)'")
    if require_position(position).is_over:
        position = position.swept()
    asked = asked.asked_of(position)
    limits = Limits.of(limits)
    began = time.monotonic()
    if asked.within is not None and asked.within.most < 0:
        answer = Answer(question=asked, start=position)  # the start itself is outside the bounds
    elif asked.verb is Verb.FORCE:
        answer = _searched(force.planned(asked, position, limits.memory), limits, cancel, progress)
    elif needs_python(normal(asked.where, asked.subject), asked.measure):
        answer = explore.searched(asked, position, limits, cancel)
    else:
        answer = _searched(planned(asked, position, limits.memory), limits, cancel, progress)
    answer = replace(answer, seconds=time.monotonic() - began)
    _verify(answer)
    return answer


def _searched(
    plan: Plan | force.ForcePlan, limits: Limits, cancel: Cancel | None, progress: OnProgress | None
) -> Answer:
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
    answer = plan.read(outcome[0])
    if answer.complete or answer.why:
        return answer
    return replace(answer, why="interrupted" if cancel is not None and cancel.is_set() else "time")


def _verify(answer: Answer) -> None:
    """Replay the witness with the reference and check that it answers the question."""
    if answer.witness is None:
        return
    question, final = answer.question, answer.witness.final
    if question.verb is Verb.FORCE:
        _verify_force(answer)
        return
    counts = answer.counts()
    own = {each.name: 0 for part in question.where.parts() for each in getattr(getattr(part, "term", None), "own", ())}
    if question.subject is Subject.GAME and not final.is_over:
        raise WitnessError(f"the witness of '{question}' is not a complete game")
    if own or (question.measure is not None and question.measure.own):
        return  # counted by the engine that replayed it
    holds = question.where.holds(counts, final)
    if holds is (question.verb is Verb.ALWAYS) and question.where != ALWAYS:
        raise WitnessError(f"the witness of '{question}' does not satisfy the question")
    if question.measure is not None and question.measure.value(counts) != answer.value:
        raise WitnessError(f"the witness of '{question}' measures {question.measure.value(counts)}, not {answer.value}")
    within = question.within
    if within is not None and question.subject is not Subject.TURN and counts[within.counter] > within.most:
        raise WitnessError(f"the witness of '{question}' is not within {within}")


def _verify_force(answer: Answer) -> None:
    """Check that a game of the strategy reaches the goal if forced, and never reaches it otherwise."""
    question, witness = answer.question, answer.witness
    assert witness is not None
    reached = any(_is_goal(question, witness, board) for board in range(len(witness.states)))
    if reached is not answer.holds:
        raise WitnessError(f"the strategy for '{question}' fails against some reply")


def _is_goal(question: Question, witness: Trace, board: int) -> bool:
    state = witness.states[board]
    if state.under_way or (question.subject is Subject.GAME and not state.is_over):
        return False
    counts = dict(witness.counts[board])
    if question.within is not None and counts[question.within.counter] > question.within.most:
        return False
    until = Trace(witness.start, witness.events[:board])
    counts |= {name: until.counts_in_order(name.split(THEN)) for name in question.ordered_words()}
    return question.where.holds(counts, state)
