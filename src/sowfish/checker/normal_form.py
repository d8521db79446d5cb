"""Conditions in the core's form: labels expanded, negations pushed to the comparisons, compiled to programs."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

from sowfish.checker.conditions import (
    ALWAYS,
    NEGATED,
    OPERATORS,
    All,
    Any,
    Comparison,
    Condition,
    Label,
    Not,
    Predicate,
    Term,
)
from sowfish.checker.question import Bound, Subject
from sowfish.checker.words import WORDS, Who, factors
from sowfish.errors import QuestionError

NOWHERE = Any(())
LARGEST_CAP = 0xFFFF
MARK_BITS = 62  # bits of a node in the core for its trackers
STORES = ("south_store", "north_store")
Tracker = tuple[int, int, int, int]  # counter, who, cap, the tracker that must have counted before or AT_ONCE
AT_ONCE = -1
Program = list[tuple[int, int]]  # operation, argument


class Op(IntEnum):
    """The core's operations, in the order of its enum."""

    NUMBER = 0
    TRACKER = 1
    LEVEL = 2
    ADD = 3
    SUBTRACT = 4
    EQUAL = 5
    LESS = 6
    AT_MOST = 7
    BOTH = 8
    EITHER = 9
    NO = 10
    MULTIPLY = 11


def normal(condition: Condition, subject: Subject) -> Condition:
    """Return the same condition with labels expanded, and `not` only before Python predicates."""
    return _normal(condition, subject, negated=False)


def _normal(condition: Condition, subject: Subject, *, negated: bool) -> Condition:
    if isinstance(condition, Label):
        return _normal(condition.means, subject, negated=negated)
    if isinstance(condition, Not):
        return _normal(condition.of, subject, negated=not negated)
    if isinstance(condition, All | Any):
        parts = [_normal(each, subject, negated=negated) for each in condition.of]
        return _joined(parts, all_of_them=isinstance(condition, All) is not negated)
    if isinstance(condition, Comparison):
        sign = NEGATED[condition.operator] if negated else condition.operator
        return _compared(condition.term.basic(), sign, condition.number, subject)
    return Not(condition) if negated else condition


def _compared(term: Term, sign: str, number: int, subject: Subject) -> Condition:
    found = Comparison(Term(term.parts, 0, term.own), sign, number - term.constant)
    if not found.term.parts or (subject is Subject.GAME and found.term.parts == ((1, "over"),)):
        value = len(found.term.parts)  # nothing is 0, and a finished game is over
        return ALWAYS if OPERATORS[sign](value, found.number) else NOWHERE
    return found


def _joined(parts: list[Condition], *, all_of_them: bool) -> Condition:
    kind, other = (All, Any) if all_of_them else (Any, All)
    flat: list[Condition] = []
    for part in parts:
        if isinstance(part, other) and not part.of:
            return part  # false in a conjunction, true in a disjunction
        flat.extend(part.of if isinstance(part, kind) else [part])
    return flat[0] if len(flat) == 1 else kind(tuple(flat))


def conjuncts(condition: Condition) -> list[Condition]:
    """Return the conjuncts, all of which must hold."""
    return list(condition.of) if isinstance(condition, All) else [condition]


def comparisons(condition: Condition) -> list[Comparison]:
    """Return all comparisons in a condition."""
    return [each for each in condition.parts() if isinstance(each, Comparison)]


def needs_python(condition: Condition, measure: Term | None) -> bool:
    """Return whether a condition or measure needs the Python engine."""
    terms = [each.term for each in comparisons(condition)] + ([measure] if measure else [])
    return any(isinstance(each, Predicate) for each in condition.parts()) or any(term.own for term in terms)


def is_sided(name: str) -> bool:
    """Return whether a word distinguishes south from north."""
    after = WORDS[name].after
    told = WORDS[name].who is not Who.EITHER or name.startswith(("south_", "north_"))
    return told or bool(after and is_sided(after))


@dataclass
class Compiled:
    """The trackers the core needs, and programs over them."""

    trackers: list[Tracker] = field(default_factory=list)
    keep_stores: bool = False
    keep_side: bool = False
    is_bounded: bool = False
    _numbers: dict[str, int] = field(default_factory=dict)

    def bound(self, bound: Bound) -> None:
        """Set the bound of the search; must come before anything else is compiled."""
        assert not self.trackers
        word = WORDS[bound.counter]
        if bound.most + 1 > LARGEST_CAP:
            raise QuestionError(f"the bound is too large: {bound}")
        self.trackers.append((word.number, word.who, bound.most + 1, AT_ONCE))
        self.is_bounded = True

    def condition(self, condition: Condition) -> Program:
        """Return the program of a normal condition."""
        for comparison in comparisons(condition):
            for _, name in comparison.term.parts:
                self.track(name, _cap(comparison))
        program = [] if condition == ALWAYS else self._condition(condition)
        if sum(cap.bit_length() for _, _, cap, _ in self.trackers) > MARK_BITS:
            raise QuestionError("the question counts too many things at once")
        return program

    def term(self, term: Term) -> Program:
        """Return the program of a sum; its counters are tracked."""
        program = [(int(Op.NUMBER), term.constant)]
        for factor, name in term.parts:
            first, *others = factors(name)
            program.append(self._word(first))
            for other in others:
                program += [self._word(other), (int(Op.MULTIPLY), 0)]
            if abs(factor) != 1:
                program += [(int(Op.NUMBER), abs(factor)), (int(Op.MULTIPLY), 0)]
            program.append((int(Op.ADD if factor > 0 else Op.SUBTRACT), 0))
        return program

    def _notice(self, name: str) -> None:
        """Keep the distinctions that a word needs."""
        self.keep_side = self.keep_side or is_sided(name)
        self.keep_stores = self.keep_stores or name in STORES

    def track(self, product: str, cap: int) -> None:
        """Keep the distinctions that the words of a product need; track counters up to the cap."""
        for name in factors(product):
            self._notice(name)
            if not WORDS[name].is_level:
                self._count(name, cap if name == product else LARGEST_CAP)

    def _count(self, name: str, cap: int) -> None:
        word = WORDS[name]
        after = AT_ONCE
        if word.after:
            self._count(word.after, 1)
            after = self._numbers[word.after]
        if name not in self._numbers:
            self._numbers[name] = len(self.trackers)
            self.trackers.append((word.number, word.who, cap, after))
        number = self._numbers[name]
        self.trackers[number] = (word.number, word.who, max(cap, self.trackers[number][2]), after)

    def _word(self, name: str) -> tuple[int, int]:
        word = WORDS[name]
        return (Op.LEVEL, word.number) if word.is_level else (Op.TRACKER, self._numbers[name])

    def _condition(self, condition: Condition) -> Program:
        if isinstance(condition, Comparison):
            return self._comparison(condition)
        assert isinstance(condition, All | Any)
        if not condition.of:
            return [(Op.NUMBER, int(isinstance(condition, All)))]
        program = self._condition(condition.of[0])
        for each in condition.of[1:]:
            program += [*self._condition(each), (Op.BOTH if isinstance(condition, All) else Op.EITHER, 0)]
        return program

    def _comparison(self, comparison: Comparison) -> Program:
        left, right = self.term(comparison.term), [(int(Op.NUMBER), comparison.number)]
        match comparison.operator:
            case "<=":
                return [*left, *right, (Op.AT_MOST, 0)]
            case "<":
                return [*left, *right, (Op.LESS, 0)]
            case ">=":
                return [*right, *left, (Op.AT_MOST, 0)]
            case ">":
                return [*right, *left, (Op.LESS, 0)]
            case "=":
                return [*left, *right, (Op.EQUAL, 0)]
        return [*left, *right, (Op.EQUAL, 0), (Op.NO, 0)]


def _cap(comparison: Comparison) -> int:
    """Return how far a counter must count to decide the comparison."""
    parts = comparison.term.parts
    if len(parts) > 1 or parts[0][0] < 0 or len(factors(parts[0][1])) > 1:
        return LARGEST_CAP
    return min(max(comparison.number + 1, 1), LARGEST_CAP)
