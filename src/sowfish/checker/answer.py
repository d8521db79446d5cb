"""Answers: what was found, the trace that shows it, and what was searched."""

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
    """How much of what was asked about was looked at."""

    EXHAUSTIVE = "exhaustive"  # everything
    BOUNDED = "bounded"  # everything within the question's bound
    STOPPED = "stopped"  # a limit or a person ended it early


class Engine(StrEnum):
    """What searched."""

    CORE = "core"
    PYTHON = "python"  # for predicates and counters written in Python


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Answer(DrawnInNotebooks):
    """What a search found, which answers one question; `repr` is the answer in one sentence."""

    question: Question
    start: Position
    engine: Engine = Engine.CORE
    found: bool = False  # something of the kind that was looked for
    number: int | None = None  # the measure of what was found, or how many there are
    witness: Trace | None = None  # what was found; replayed by the reference
    strategy: Strategy | None = None  # of force: of whichever side succeeds
    begins: int = 0  # the event of the witness with which the turn begins that was asked for
    complete: bool = True
    why: str = ""  # it is not complete: memory, time or interrupted
    seen_below: int | None = None  # it is not complete: everything with less of the measure was seen
    positions: int = 0  # told apart by the search; of the Python engine, states
    seconds: float = 0.0
    memory: int = 0  # bytes

    @property
    def holds(self) -> bool | None:
        """The truth of a claim (exists, never, always, force): True or False; None if it is not known or no claim.

        A claim is not known if a limit ended the search first. `value` has the answer of the other questions.
        """
        if not self.question.verb.is_claim or not (self.found or self.complete):
            return None
        return self.found is (self.question.verb in (Verb.EXISTS, Verb.FORCE))

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
        counts = {name: at_end[name] - (0 if WORDS[name].is_level else at_begin[name]) for name in at_end}
        for name in self.question.ordered_words():
            counts[name] = self.witness.counts_in_order(name.split(THEN), self.begins)
        return counts

    def __repr__(self) -> str:
        """Return the question, the answer and what was searched, in short."""
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
    """Return how large the witness is in the usual units, but for one that was said already."""
    if answer.witness is None or not answer.question.subject.is_path:
        return ""
    counts = answer.counts()
    units = {"events": counts["events"], "boards": counts["events"] + 1, "moves": counts["moves"]}
    if answer.question.subject is Subject.GAME:
        units["turns"] = counts["turns"]
    said = (counted(number, unit.removesuffix("s")) for unit, number in units.items() if unit != but)
    return f" ({', '.join(said)})"
