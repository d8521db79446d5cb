"""Questions as values: verb, subject, condition and bound."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from sowfish.checker import words
from sowfish.checker.conditions import ALWAYS, All, Comparison, Condition, Term, word
from sowfish.errors import QuestionError, counted, quoted
from sowfish.model.events import Side
from sowfish.model.position import Position


class Verb(StrEnum):
    """What a question asks."""

    EXISTS = "exists"
    NEVER = "never"
    ALWAYS = "always"
    FEWEST = "fewest"
    MOST = "most"
    COUNT = "count"
    FORCE = "force"

    @property
    def is_claim(self) -> bool:
        """Whether the answer is yes or no rather than a number."""
        return self in (Verb.EXISTS, Verb.NEVER, Verb.ALWAYS, Verb.FORCE)


class Subject(StrEnum):
    """What a question is about."""

    GAME = "game"  # from the start to the end
    TURN = "turn"  # any turn of any game
    FIRST_TURN = "first turn"  # of the side to move at the start
    POSITION = "position"  # the board between moves, stores and turn included
    STATE = "state"  # the board after any event, with the hand

    @property
    def is_path(self) -> bool:
        """Whether it is a sequence of moves rather than a single board."""
        return self in (Subject.GAME, Subject.TURN, Subject.FIRST_TURN)


@dataclass(frozen=True, slots=True)
class Bound:
    """How far to search, in events, boards, moves, turns and so on."""

    number: int
    word: str

    def __post_init__(self) -> None:
        """Reject words that do not grow along a game."""
        if type(self.number) is not int or self.number < 0:
            raise QuestionError(f"a bound is a whole number, not {quoted(self.number)}")
        if self.word not in BOUND_WORDS:
            raise words.unknown(self.word, BOUND_WORDS, "unit of a bound")

    @property
    def counter(self) -> str:
        """The counter the core uses."""
        ((_, name),), _, _ = words.SUMS.get(self.word, (((1, self.word),), 0, ""))
        return name

    @property
    def most(self) -> int:
        """The limit of that counter."""
        extra = words.SUMS[self.word][1] if self.word in words.SUMS else 0
        return self.number - extra

    def __str__(self) -> str:
        """Return it as it is written in a question."""
        return f"{self.number} {self.word}"


BOUND_WORDS = ("boards", "sowings", *(name for name in words.COUNTERS if name != "stones"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question; `str` writes it in the words that `read_question` reads.

    >>> str(Question(verb=Verb.FEWEST, subject=Subject.GAME, measure=word("events")))
    'shortest game'
    """

    verb: Verb
    subject: Subject
    measure: Term | None = None  # fewest and most only
    where: Condition = ALWAYS
    within: Bound | None = None
    start: Position | None = None
    side: Side | None = None  # force only

    def __post_init__(self) -> None:
        """Reject invalid combinations."""
        if (self.side is None) is (self.verb is Verb.FORCE):
            raise QuestionError(f"{self.verb} {self.subject}: force needs a side, other questions do not")
        if self.verb is Verb.FORCE and self.subject not in (Subject.GAME, Subject.POSITION):
            raise QuestionError(f"a side forces a position, or the end of a game, not a {self.subject}")
        if self.verb is Verb.FORCE and self.where == ALWAYS:
            raise QuestionError(f"what should {self.side} force? Ask for example 'can south force steal'")
        if (self.measure is None) is (self.verb in (Verb.FEWEST, Verb.MOST)):
            raise QuestionError(f"{self.verb} {self.subject}: fewest and most need something to measure, others do not")
        if self.verb in (Verb.NEVER, Verb.ALWAYS) and self.where == ALWAYS and self.within is None:
            raise QuestionError(f"{self.verb} {self.subject} needs a condition, such as 'where steal'")
        if self.verb is Verb.MOST and not self.subject.is_path and self.measure is not None and self._counts():
            what = "what lies on the board, such as hand or south_store"
            raise QuestionError(f"most of a {self.subject} needs {what}, not {self.measure}")
        if self.subject.is_path or self.verb is Verb.FORCE:
            self._refuse("hand")

    def _refuse(self, level: str) -> None:
        terms = [each.term for each in self.where.parts() if hasattr(each, "term")]
        if self.measure is not None:
            terms.append(self.measure)
        if any(level in words.factors(name) for term in terms for _, name in term.parts):
            raise QuestionError(f"{level} is always empty there; ask about a state")

    def _counts(self) -> bool:
        assert self.measure is not None
        basic = self.measure.basic().parts
        return any(each not in words.LEVELS for _, name in basic for each in words.factors(name))

    def ordered_words(self) -> tuple[str, ...]:
        """Return the ordered counters it uses, such as `steals then passes`."""
        return tuple(name for name in self._names() if words.THEN in name)

    def _names(self) -> list[str]:
        terms = [each.term for each in self.where.parts() if isinstance(each, Comparison)]
        terms += [] if self.measure is None else [self.measure]
        return [each for term in terms for _, name in term.parts for each in words.factors(name)]

    def asked_of(self, start: Position) -> Question:
        """Return the same question about another start, whose board must have the pits the question names."""
        pits = [f"{side}_pit_{pit}" for side in Side for pit in range(start.rules.pits)]
        for name in self._names():
            if name in words.PITS and name not in pits:
                raise QuestionError(f"there is no {name} on a board with {counted(start.rules.pits, 'pit')} a side")
        return replace(self, start=start)

    def __str__(self) -> str:
        """Return the question in the query language, without its start."""
        parts = [self._phrase()]
        if self.verb is Verb.FORCE and self.subject is Subject.POSITION:
            parts.append(str(self.where))
        elif self.where != ALWAYS:
            parts.append(f"where {self.where}")
        if self.within is not None:
            parts.append(f"within {self.within}")
        return " ".join(parts)

    def _phrase(self) -> str:
        if self.verb is Verb.FORCE:
            return f"can {self.side} force{' game' if self.subject is Subject.GAME else ''}"
        if self.measure is None:
            plural = "s" if self.verb is Verb.COUNT else ""
            return f"{self.verb} {self.subject}{plural}"
        if len(self.measure.parts) == 1 and self.measure.parts[0][0] == 1 and self.measure.parts[0][1] in LENGTHS:
            ((_, name),) = self.measure.parts
            superlative = "shortest" if self.verb is Verb.FEWEST else "longest"
            unit = "" if name == "events" else f" in {name}"
            return f"{superlative} {self.subject}{unit}"
        return f"{self.verb} {self.measure} in {self.subject}"


LENGTHS = ("events", "boards", "moves", "sowings", "turns")


def both(*conditions: Condition) -> Condition:
    """Return the conjunction of these conditions."""
    kept = tuple(each for each in conditions if each != ALWAYS)
    return kept[0] if len(kept) == 1 else All(kept)


EVENTS = word("events")
