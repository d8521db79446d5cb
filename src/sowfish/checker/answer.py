"""Answers: the result, the trace that proves it, and the extent of the search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from sowfish.checker.question import Question, Subject, Verb
from sowfish.checker.trace import Trace
from sowfish.checker.words import THEN, WORDS
from sowfish.errors import counted
from sowfish.model.position import Position
from sowfish.runtime.notebooks import DrawnInNotebooks

if TYPE_CHECKING:
    from sowfish.checker.force import Strategy


UNITS = ("events", "boards", "moves", "turns", "steals", "captures", "drops", "laps", "relays", "stones")


class Extent(StrEnum):
    """How much of the search space was covered."""

    EXHAUSTIVE = "exhaustive"  # everything
    BOUNDED = "bounded"  # everything within the question's bound
    STOPPED = "stopped"  # stopped early by a limit or by Ctrl-C


class Engine(StrEnum):
    """Which engine searched."""

    CORE = "core"
    PYTHON = "python"  # for predicates and counters written in Python


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Answer(DrawnInNotebooks):
    """The answer to one question; `repr` gives it in one sentence."""

    question: Question
    start: Position
    engine: Engine = Engine.CORE
    found: bool = False  # whether anything was found
    number: int | None = None  # the measure of the witness, or the count
    witness: Trace | None = None  # replayed by the reference
    strategy: Strategy | None = None  # force only: of the side that succeeds
    begins: int = 0  # the event of the witness at which the requested turn begins
    complete: bool = True
    why: str = ""  # why the search is incomplete: memory, time or interrupted
    seen_below: int | None = None  # if incomplete: everything below this measure was searched
    positions: int = 0  # distinct positions searched; states in the Python engine
    seconds: float = 0.0
    memory: int = 0  # bytes

    @property
    def holds(self) -> bool | None:
        """Whether a claim (exists, never, always, force) is true; None if unknown or not a claim.

        A claim is unknown if a limit ended the search first. Other questions have their answer in `value`.
        """
        if not self.question.verb.is_claim or not (self.found or self.complete):
            return None
        return self.found is (self.question.verb in (Verb.EXISTS, Verb.FORCE))

    @property
    def value(self) -> int | None:
        """The answer to fewest, most and count; None if nothing was found."""
        return None if self.question.verb.is_claim else self.number

    @property
    def extent(self) -> Extent:
        """How much was searched."""
        if not self.complete:
            return Extent.STOPPED
        return Extent.EXHAUSTIVE if self.question.within is None else Extent.BOUNDED

    @property
    def is_known(self) -> bool:
        """Whether the answer is final rather than cut short by a limit."""
        return self.holds is not None if self.question.verb.is_claim else self.complete

    def counts(self) -> Mapping[str, int]:
        """Return the value of every basic word for the witness, or for its turn if the question is about turns."""
        assert self.witness is not None
        at_end, at_begin = self.witness.counts[-1], self.witness.counts[self.begins]
        counts = {name: at_end[name] - (0 if WORDS[name].is_level else at_begin[name]) for name in at_end}
        for name in self.question.ordered_words():
            counts[name] = self.witness.counts_in_order(name.split(THEN), self.begins)
        return counts

    def __repr__(self) -> str:
        """Return the question, the answer and the extent of the search, in short."""
        return f"<Answer to '{self.question}': {sentence(self)}; {searched(self)}>"

    __str__ = __repr__


def sentence(answer: Answer) -> str:
    """Return the answer in one sentence."""
    question = answer.question
    if question.verb.is_claim:
        return _truth(answer)
    if question.verb is Verb.COUNT:
        least = "" if answer.is_known else "at least "
        return f"{least}{counted(answer.value or 0, question.subject)}"
    if answer.value is None:
        return _nothing(answer)
    how_sure = ""
    if not answer.is_known:
        how_sure = "at most " if question.verb is Verb.FEWEST else "at least "
    measure = str(question.measure)
    unit = measure.removesuffix("s") if answer.value == 1 and measure in UNITS else measure
    return f"{how_sure}{answer.value} {unit}{_sizes(answer, measure)}"


def searched(answer: Answer) -> str:
    """Return what was searched, in one sentence."""
    what = "state" if answer.engine is Engine.PYTHON else "position"
    done = f"{counted(answer.positions, what)} in {answer.seconds:.2f} s"
    if answer.extent is Extent.STOPPED:
        ends = {"memory": "the memory is used up", "time": "the time is up", "interrupted": "interrupted"}
        return f"stopped, {ends[answer.why]}: {done}"
    if answer.extent is Extent.BOUNDED:
        return f"bounded, everything within {answer.question.within} was searched: {done}"
    if answer.question.verb is Verb.FORCE:
        return f"exhaustive, every reply was considered: {done}"
    if answer.witness is not None and answer.question.measure is None:
        return f"found: {done}"
    return f"exhaustive, nothing that could change the answer was left out: {done}"


def _truth(answer: Answer) -> str:
    question, subject = answer.question, answer.question.subject
    if question.verb is Verb.FORCE:
        return _force(answer)
    if answer.holds is None:
        return f"not known: no such {subject} among what was searched"
    if question.verb is Verb.EXISTS:
        return f"yes, there is such a {subject}{_sizes(answer)}" if answer.holds else f"no, there is no such {subject}"
    if question.verb is Verb.NEVER:
        return f"yes, there is no such {subject}" if answer.holds else f"no, there is such a {subject}{_sizes(answer)}"
    return f"yes, every {subject} is" if answer.holds else f"no, here is a {subject} that is not{_sizes(answer)}"


def _force(answer: Answer) -> str:
    side = answer.question.side
    assert side is not None
    if answer.holds is None:
        return "not known: the search was stopped before it was decided"
    return f"yes, {side} can force it" if answer.holds else f"no, {side.other} can prevent it"


def _nothing(answer: Answer) -> str:
    if answer.is_known:
        return f"none: there is no such {answer.question.subject}"
    if answer.seen_below:
        least = f"{answer.seen_below} {answer.question.measure}"
        return f"not known: no such {answer.question.subject} with less than {least}"
    return f"not known: no such {answer.question.subject} among what was searched"


def _sizes(answer: Answer, but: str = "") -> str:
    """Return the size of the witness in the usual units, except one that was already mentioned."""
    if answer.witness is None or not answer.question.subject.is_path:
        return ""
    counts = answer.counts()
    units = {"events": counts["events"], "boards": counts["events"] + 1, "moves": counts["moves"]}
    if answer.question.subject is Subject.GAME:
        units["turns"] = counts["turns"]
    said = (counted(number, unit.removesuffix("s")) for unit, number in units.items() if unit != but)
    return f" ({', '.join(said)})"
