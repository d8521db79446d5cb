"""Answers: what was found, the trace that shows it, and what was searched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from sowfish.checker.question import Question, Subject, Verb
from sowfish.checker.trace import Trace
from sowfish.checker.words import WORDS
from sowfish.model.position import Position


class Extent(StrEnum):
    """How much of what was asked about was looked at."""

    EXHAUSTIVE = "exhaustive"  # everything
    BOUNDED = "bounded"  # everything within the question's bound
    STOPPED = "stopped"  # a limit or a person ended it early


class Engine(StrEnum):
    """What searched."""

    CORE = "core"
    PYTHON = "python"  # for predicates and counters written in Python


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a search of either engine found, which answers one question."""

    question: Question
    start: Position
    engine: Engine = Engine.CORE
    found: bool = False  # something of the kind that was looked for
    number: int | None = None  # the measure of what was found, or how many there are
    witness: Trace | None = None  # what was found; replayed by the reference
    begins: int = 0  # the event of the witness with which the turn begins that was asked for
    complete: bool = True
    why: str = ""  # it is not complete: memory, time or interrupted
    seen_below: int | None = None  # it is not complete: everything with less of the measure was seen
    positions: int = 0  # told apart by the search; of the Python engine, states
    seconds: float = 0.0
    memory: int = 0  # bytes

    @property
    def holds(self) -> bool | None:
        """Whether it is so, of exists, never and always; None if that is not known."""
        if not self.question.verb.is_claim or not (self.found or self.complete):
            return None
        return self.found is (self.question.verb is Verb.EXISTS)

    @property
    def value(self) -> int | None:
        """The number of fewest, most and count; None if there is nothing of the kind."""
        return None if self.question.verb.is_claim else self.number

    @property
    def extent(self) -> Extent:
        """How much was looked at."""
        if not self.complete:
            return Extent.STOPPED
        return Extent.EXHAUSTIVE if self.question.within is None else Extent.BOUNDED

    @property
    def is_known(self) -> bool:
        """Whether the answer is final and not what was managed before a limit was reached."""
        return self.holds is not None if self.question.verb.is_claim else self.complete

    def counts(self) -> Mapping[str, int]:
        """Return the number behind every basic word for the witness, or for its turn where that was asked for."""
        assert self.witness is not None
        at_end, at_begin = self.witness.counts[-1], self.witness.counts[self.begins]
        return {name: at_end[name] - (0 if WORDS[name].is_level else at_begin[name]) for name in WORDS}


def sentence(answer: Answer) -> str:
    """Return the answer in one sentence."""
    question = answer.question
    if question.verb.is_claim:
        return _truth(answer)
    if question.verb is Verb.COUNT:
        least = "" if answer.is_known else "at least "
        return f"{least}{_plural(answer.value or 0, question.subject)}"
    if answer.value is None:
        return _nothing(answer)
    how_sure = ""
    if not answer.is_known:
        how_sure = "at most " if question.verb is Verb.FEWEST else "at least "
    return f"{how_sure}{answer.value} {question.measure}{_sizes(answer, str(question.measure))}"


def searched(answer: Answer) -> str:
    """Return what was searched, in one sentence."""
    what = "states" if answer.engine is Engine.PYTHON else "positions"
    done = f"{answer.positions:,} {what} in {answer.seconds:.2f} s"
    if answer.extent is Extent.STOPPED:
        ends = {"memory": "the memory is used up", "time": "the time is up", "interrupted": "interrupted"}
        return f"stopped, {ends[answer.why]}: {done}"
    if answer.extent is Extent.BOUNDED:
        return f"bounded, everything within {answer.question.within} was searched: {done}"
    if answer.witness is not None and answer.question.measure is None:
        return f"found: {done}"
    return f"exhaustive, nothing that could change the answer was left out: {done}"


def _truth(answer: Answer) -> str:
    question, subject = answer.question, answer.question.subject
    if answer.holds is None:
        return f"not known: no such {subject} among what was searched"
    if question.verb is Verb.EXISTS:
        return f"yes, there is such a {subject}{_sizes(answer)}" if answer.holds else f"no, there is no such {subject}"
    if question.verb is Verb.NEVER:
        return f"yes, there is no such {subject}" if answer.holds else f"no, there is such a {subject}{_sizes(answer)}"
    return f"yes, so is every {subject}" if answer.holds else f"no, here is a {subject} that is not so{_sizes(answer)}"


def _nothing(answer: Answer) -> str:
    if answer.is_known:
        return f"none: there is no such {answer.question.subject}"
    if answer.seen_below:
        least = f"{answer.seen_below} {answer.question.measure}"
        return f"not known: no such {answer.question.subject} with less than {least}"
    return f"not known: no such {answer.question.subject} among what was searched"


def _sizes(answer: Answer, but: str = "") -> str:
    """Return how large the witness is in the usual units, but for one that was said already."""
    if answer.witness is None or not answer.question.subject.is_path:
        return ""
    counts = answer.counts()
    units = {"events": counts["events"], "boards": counts["events"] + 1, "moves": counts["moves"]}
    if answer.question.subject is Subject.GAME:
        units["turns"] = counts["turns"]
    return f" ({', '.join(f'{number} {unit}' for unit, number in units.items() if unit != but)})"


def _plural(number: int, subject: Subject) -> str:
    return f"{number:,} {subject}{'' if number == 1 else 's'}"
