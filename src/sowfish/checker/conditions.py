"""Conditions on a place in a game: comparisons of words, labels, and Python predicates, joined by and, or and not.

>>> condition = word("events") <= 40
>>> str(condition & ~label("steal"))
'events <= 40 and not steal'
"""

from __future__ import annotations

import math
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from sowfish.checker import words
from sowfish.checker.state import State
from sowfish.errors import QuestionError, quoted
from sowfish.model.events import Event

OPERATORS: dict[str, Callable[[int, int], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
    "!=": operator.ne,
}
NEGATED = {"<=": ">", ">=": "<", "<": ">=", ">": "<=", "=": "!=", "!=": "="}
Counting = Callable[[State, Event, State], int]


@dataclass(frozen=True, slots=True)
class Counted:
    """A custom counter: a function of an event and its two states that returns what to add, never negative."""

    name: str
    adds: Counting

    def term(self) -> Term:
        """Return the counter as a term, to be compared."""
        return Term(((1, self.name),), own=(self,))


@dataclass(frozen=True, slots=True)
class Term:
    """A sum of words and products of words, each with a factor, and a number.

    >>> str(word("south_steals") * 2 - word("hand") * word("rest") + 3)
    '2 * south_steals - hand * rest + 3'
    """

    parts: tuple[tuple[int, str], ...]  # factors and words; products are words joined by *
    constant: int = 0
    own: tuple[Counted, ...] = ()

    def __add__(self, other: Term | int) -> Term:
        """Return the sum."""
        if isinstance(other, int):
            return replace(self, constant=self.constant + other)
        return Term(self.parts + other.parts, self.constant + other.constant, self.own + other.own)

    def __neg__(self) -> Term:
        """Return the negated sum."""
        return replace(self, parts=tuple((-sign, name) for sign, name in self.parts), constant=-self.constant)

    def __mul__(self, other: Term | int) -> Term:
        """Return the product."""
        if isinstance(other, int):
            other = Term((), other)
        parts = [
            (one * two, name + words.TIMES + also if name and also else name or also)
            for one, name in (*self.parts, (self.constant, ""))
            for two, also in (*other.parts, (other.constant, ""))
            if one * two
        ]
        constant = sum(factor for factor, name in parts if not name)
        return Term(tuple(part for part in parts if part[1]), constant, self.own + other.own)

    def __sub__(self, other: Term | int) -> Term:
        """Return the difference."""
        return self + -other

    def __le__(self, other: Term | int) -> Comparison:
        """Compare."""
        return compared(self, "<=", other)

    def __ge__(self, other: Term | int) -> Comparison:
        """Compare."""
        return compared(self, ">=", other)

    def __lt__(self, other: Term | int) -> Comparison:
        """Compare."""
        return compared(self, "<", other)

    def __gt__(self, other: Term | int) -> Comparison:
        """Compare."""
        return compared(self, ">", other)

    def equals(self, other: Term | int) -> Comparison:
        """Compare for equality; `==` remains equality of values."""
        return compared(self, "=", other)

    def basic(self) -> Term:
        """Return the same sum in the core's basic words."""
        total = Term((), self.constant)
        for factor, name in self.parts:
            product = Term((), factor)
            for each in words.factors(name):
                parts, extra, _ = words.SUMS.get(each, (((1, each),), 0, ""))
                product *= Term(parts, extra)
            total += product
        return replace(total, own=self.own)

    def value(self, counts: Mapping[str, int]) -> int:
        """Return the value of the sum, given one for every basic word."""
        basic = self.basic()
        products = (factor * math.prod(counts[each] for each in words.factors(name)) for factor, name in basic.parts)
        return basic.constant + sum(products)

    def __str__(self) -> str:
        """Return it as it is written in a question."""
        text = ""
        for factor, name in self.parts:
            sign = (" + " if factor > 0 else " - ") if text else ("" if factor > 0 else "0 - ")
            multiple = "" if abs(factor) == 1 else f"{abs(factor)} * "
            text += sign + multiple + name.replace(words.TIMES, " * ")
        if self.constant or not text:
            join = f" {'+' if self.constant > 0 else '-'} {abs(self.constant)}"
            text = text + join if text else str(self.constant)
        return text


class Condition(ABC):
    """Something that holds or not at a place in a game; combine conditions with & | ~."""

    __slots__ = ()

    def __and__(self, other: Condition) -> Condition:
        """Both conditions hold."""
        return All((self, other))

    def __or__(self, other: Condition) -> Condition:
        """At least one condition holds."""
        return Any((self, other))

    def __invert__(self) -> Condition:
        """The condition does not hold."""
        return Not(self)

    @abstractmethod
    def holds(self, counts: Mapping[str, int], state: State) -> bool:
        """Return whether it holds, given a number for every basic word."""

    def parts(self) -> Iterator[Condition]:
        """Yield the condition and all conditions nested in it."""
        yield self


@dataclass(frozen=True, slots=True)
class Comparison(Condition):
    """A sum of words compared with a number."""

    term: Term
    operator: str
    number: int

    def holds(self, counts: Mapping[str, int], state: State) -> bool:  # noqa: ARG002  # the base's signature
        """Return whether it holds."""
        return OPERATORS[self.operator](self.term.value(counts), self.number)

    def __str__(self) -> str:
        """Return it as it is written in a question."""
        return f"{self.term} {self.operator} {self.number}"


@dataclass(frozen=True, slots=True)
class Label(Condition):
    """A named condition, such as `steal`."""

    name: str
    means: Condition

    def holds(self, counts: Mapping[str, int], state: State) -> bool:
        """Return whether it holds."""
        return self.means.holds(counts, state)

    def parts(self) -> Iterator[Condition]:
        """Yield the label and its definition."""
        yield self
        yield from self.means.parts()

    def __str__(self) -> str:
        """Return its name."""
        return self.name


@dataclass(frozen=True, slots=True)
class Predicate(Condition):
    """A Python predicate on states; questions with one are searched in Python, which is slower."""

    function: Callable[[State], bool]
    name: str = ""

    def holds(self, counts: Mapping[str, int], state: State) -> bool:  # noqa: ARG002  # the base's signature
        """Call the function."""
        return bool(self.function(state))

    def __str__(self) -> str:
        """Return its name."""
        return self.name or getattr(self.function, "__name__", "predicate")


@dataclass(frozen=True, slots=True)
class All(Condition):
    """All conditions hold; always true if there are none."""

    of: tuple[Condition, ...]

    def holds(self, counts: Mapping[str, int], state: State) -> bool:
        """Return whether all hold."""
        return all(each.holds(counts, state) for each in self.of)

    def parts(self) -> Iterator[Condition]:
        """Yield the condition and all conditions nested in it."""
        yield self
        for each in self.of:
            yield from each.parts()

    def __str__(self) -> str:
        """Return it as it is written in a question."""
        return " and ".join(f"({each})" if isinstance(each, Any) else str(each) for each in self.of)


@dataclass(frozen=True, slots=True)
class Any(Condition):
    """At least one condition holds."""

    of: tuple[Condition, ...]

    def holds(self, counts: Mapping[str, int], state: State) -> bool:
        """Return whether one holds."""
        return any(each.holds(counts, state) for each in self.of)

    def parts(self) -> Iterator[Condition]:
        """Yield the condition and all conditions nested in it."""
        yield self
        for each in self.of:
            yield from each.parts()

    def __str__(self) -> str:
        """Return it as it is written in a question."""
        return " or ".join(map(str, self.of))


@dataclass(frozen=True, slots=True)
class Not(Condition):
    """The condition does not hold."""

    of: Condition

    def holds(self, counts: Mapping[str, int], state: State) -> bool:
        """Return whether it does not hold."""
        return not self.of.holds(counts, state)

    def parts(self) -> Iterator[Condition]:
        """Yield the condition and all conditions nested in it."""
        yield self
        yield from self.of.parts()

    def __str__(self) -> str:
        """Return it as it is written in a question."""
        return f"not ({self.of})" if isinstance(self.of, All | Any) else f"not {self.of}"


ALWAYS = All(())


def compared(left: Term, sign: str, right: Term | int) -> Comparison:
    """Return a comparison with all words on its left and a number on its right."""
    if isinstance(right, int):
        right = Term((), right)
    term = left - right if right.parts else left
    number = 0 if right.parts else right.constant
    return Comparison(replace(term, constant=0), sign, number - term.constant)


def word(name: str) -> Term:
    """Return a word as a term, to be compared: `word("events") <= 7`."""
    if name not in words.WORDS and name not in words.SUMS:
        raise words.unknown(name, [*words.COUNTERS, *words.SUMS, *words.LEVELS, *words.WORDS], "word")
    return Term(((1, name),))


def label(name: str) -> Label:
    """Return a condition by its name: `label("steal")`."""
    base = next((name.removeprefix(side) for side in words.SIDES if name.startswith(side)), name)
    if name in words.LABELS:
        return Label(name, _read(words.LABELS[name][0]))
    if name in words.KNOWN_LABELS:
        return Label(name, _read(name.removesuffix(base) + words.LABELS[base][0]))
    raise words.unknown(name, words.KNOWN_LABELS, "label")


def _read(text: str) -> Condition:
    """Return the conjunction of comparisons that a label stands for."""
    parts: list[Condition] = []
    for each in text.split(" and "):
        *terms, sign, number = each.split()
        total = Term(())
        for place, name in enumerate(terms):
            if place % 2 == 0:
                total = total + word(name) if place == 0 or terms[place - 1] == "+" else total - word(name)
        parts.append(Comparison(total, sign, int(number)))
    return parts[0] if len(parts) == 1 else All(tuple(parts))


def in_order(*labels: str) -> Label:
    """Return the condition that events with these labels happened in this order, each in a later move or pass.

    >>> str(in_order("steal", "north_pass"))
    'steal then north_pass'
    """
    counters = words.THEN.join(map(words.counter_of, labels))
    return Label(words.THEN.join(labels), Comparison(Term(((1, counters),)), ">=", 1))


def is_init(stones: int, pits: int) -> Label:
    """Return the condition of a start: `stones` in each pit, none elsewhere, south to move."""
    counts = [*(f"{side}_pit_{pit}" for side in ("south", "north") for pit in range(pits))]
    empty = ("south_store", "north_store", "hand", "north_to_move")
    whole = [Comparison(Term(((1, name),)), "=", stones) for name in counts]
    return Label(f"init({stones})", All((*whole, *(Comparison(Term(((1, name),)), "=", 0) for name in empty))))


def predicate(function: Callable[[State], bool], name: str = "") -> Predicate:
    """Return a condition that calls a Python function with the state."""
    if not callable(function):
        raise QuestionError(f"a predicate is a function of a state, not {quoted(function)}")
    return Predicate(function, name)
