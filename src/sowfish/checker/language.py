"""The query language: `shortest game of events(3,2) without steal`, parsed into a `Question`.

question   = verb subject { clause }
           | can (south | north) force (condition | game where condition | end) { clause }
verb       = exists | never | always | count
           | (shortest | longest) subject [in sum]
           | (fewest | most) sum in subject
subject    = game | turn | first turn | position | state
clause     = where condition | with condition | without condition
           | within NUMBER WORD | of RULES(PITS,STONES) | from POSITION (the last one)
condition  = LABEL | comparison | not condition | condition and condition | condition or condition | ( condition )
           | LABEL then LABEL { then LABEL } | init(NUMBER)
comparison = sum (<= | < | >= | > | = | !=) sum
sum        = product { (+ | -) product }
product    = [-] (WORD | NUMBER) { * (WORD | NUMBER) }
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from sowfish.checker import words
from sowfish.checker.conditions import (
    ALWAYS,
    All,
    Any,
    Condition,
    Not,
    Term,
    compared,
    in_order,
    is_init,
    label,
    predicate,
    word,
)
from sowfish.checker.predicates import PREDICATES
from sowfish.checker.question import EVENTS, Bound, Question, Subject, Verb, both
from sowfish.errors import QuestionError, quoted
from sowfish.model.events import Side
from sowfish.model.position import Position
from sowfish.model.rules import Rules

LONGEST_TEXT = 1000
LARGEST_FACTOR = 1_000_000
INIT = "init"
DEEPEST = 20  # parentheses and nots
_TOKEN = re.compile(
    r"\s*+(?:(?P<word>[A-Za-z][A-Za-z0-9_]*+)|(?P<number>[0-9]++)|(?P<sign><=|>=|!=|==|[<>=()+*-])|(?P<end>[?.\s]*+\Z))"
)
_START = re.compile(r"of\s++([a-z][a-z0-9_=,-]*+)\s*+\(\s*+([0-9]{1,3}+)\s*+,\s*+([0-9]{1,3}+)\s*+\)", re.IGNORECASE)
_FROM = re.compile(r"(?:^|\s)from\s", re.IGNORECASE)
_VERBS = {
    "exists": Verb.EXISTS,
    "some": Verb.EXISTS,
    "never": Verb.NEVER,
    "no": Verb.NEVER,
    "always": Verb.ALWAYS,
    "every": Verb.ALWAYS,
    "count": Verb.COUNT,
}
_LENGTHS = {"shortest": Verb.FEWEST, "longest": Verb.MOST}
_AMOUNTS = {"fewest": Verb.FEWEST, "least": Verb.FEWEST, "most": Verb.MOST, "largest": Verb.MOST}
_SUBJECTS = {
    **{each.value: each for each in Subject if each is not Subject.FIRST_TURN},
    **{f"{each.value}s": each for each in Subject if each is not Subject.FIRST_TURN},
}
_CLAUSES = ("where", "with", "without", "within", "of", "from")
_ARTICLES = ("a", "an", "any", "the", "one", "all")
_SIGNS = ("<=", ">=", "!=", "==", "<", ">", "=")


def read_question(
    text: str,
    *,
    rules: str | Rules = "kalah",
    pits: int | None = None,
    read_start: Callable[[str, Rules], Position] = Position.parse,
) -> Question:
    """Parse a question; `rules` apply to a position without rules, `pits` to a start without a size.

    `read_start` reads the text of a position.

    >>> str(read_question("longest game in turns without steal"))
    'longest game in turns where not steal'
    """
    if not isinstance(text, str):
        raise QuestionError(f"a question is a string, not {quoted(text)}")
    if len(text) > LONGEST_TEXT:
        raise QuestionError(f"a question has at most {LONGEST_TEXT} characters, not {len(text)}: {quoted(text)}")
    start: Position | None = None
    if found := _FROM.search(text):
        start = read_start(text[found.end() :], Rules.of(rules))
        text = text[: found.start()]
    if found := _START.search(text):
        start = _start(found, start)
        text = text[: found.start()] + " " + text[found.end() :]
    return _Reader(text, pits if start is None else start.rules.pits).question(start)


def _start(found: re.Match[str], start: Position | None) -> Position:
    if start is not None:
        raise QuestionError("a question has one start: 'of RULES(PITS,STONES)' or 'from POSITION'")
    return Position.start(Rules.parse(found[1].lower()), int(found[3]), int(found[2]))


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str


class _Reader:
    """A recursive-descent parser."""

    def __init__(self, text: str, pits: int | None) -> None:
        self._tokens = _tokens(text)
        self._pits = pits
        self._at = 0
        self._depth = 0

    def question(self, start: Position | None) -> Question:
        if not self._tokens:
            raise QuestionError("the question is empty; ask for example 'shortest game without steal'")
        if self._take("can"):
            return self._force(start)
        verb, subject, measure = self._phrase()
        where, within = self._clauses()
        if verb is Verb.ALWAYS and where == ALWAYS and within is not None and subject.is_path:
            where, within = word(within.word) <= within.number, None  # always game within 40 events
        return Question(verb=verb, subject=subject, measure=measure, where=where, within=within, start=start)

    def _force(self, start: Position | None) -> Question:
        """Parse what follows `can`."""
        side = self._next_word("a side")
        if side not in tuple(Side):
            raise QuestionError(f"south or north can force something, not {quoted(side)}")
        if not self._take("force"):
            raise QuestionError(f"'force' must follow 'can {side}'")
        while self._peek() in _ARTICLES:
            self._at += 1
        subject, conditions = Subject.POSITION, list[Condition]()
        if self._peek() in _SUBJECTS or self._peek() == "first":
            subject = self._subject()
        elif self._take("end"):
            conditions.append(label("over"))
        elif self._peek() and self._peek() not in _CLAUSES:
            conditions.append(self._either())
        where, within = self._clauses()
        whole = both(*conditions, where) if conditions else where
        return Question(verb=Verb.FORCE, subject=subject, where=whole, within=within, start=start, side=Side(side))

    # ---- verb and subject

    def _phrase(self) -> tuple[Verb, Subject, Term | None]:
        first = self._next_word("a question")
        if first in _VERBS:
            return _VERBS[first], self._subject(), None
        if first in _LENGTHS:
            subject = self._subject()
            return _LENGTHS[first], subject, self._sum() if self._take("in") else EVENTS
        if first in _AMOUNTS:
            measure = self._sum()
            if not self._take("in"):
                raise QuestionError(f"'in' and a subject must follow '{first} {measure}'")
            return _AMOUNTS[first], self._subject(), measure
        if first == "prove":
            raise QuestionError("a proof is not a question: use sowfish check prove, or sowfish.checker.proofs")
        raise words.unknown(first, [*_VERBS, *_LENGTHS, *_AMOUNTS, "can", "prove"], "question word")

    def _subject(self) -> Subject:
        while self._peek() in _ARTICLES:
            self._at += 1
        name = self._next_word("a subject")
        if name == "first":
            following = self._next_word("turn")
            if following not in ("turn", "turns"):
                raise QuestionError(f"'first' goes with turn, not with {quoted(following)}")
            return Subject.FIRST_TURN
        if name not in _SUBJECTS:
            raise words.unknown(name, ["game", "turn", "first", "position", "state"], "subject")
        return _SUBJECTS[name]

    # ---- clauses

    def _clauses(self) -> tuple[Condition, Bound | None]:
        where: list[Condition] = []
        within: Bound | None = None
        while self._at < len(self._tokens):
            clause = self._next_word("a clause")
            if clause in ("where", "with", "and"):
                where.append(self._either())
            elif clause == "without":
                where.append(Not(self._single()))
            elif clause == "within":
                if within is not None:
                    raise QuestionError("a question has one bound, but 'within' appears twice")
                within = self._bound()
            elif clause == "of":
                raise QuestionError("'of' needs rules, pits and stones, as in 'of kalah(6,4)'")
            else:
                raise words.unknown(clause, _CLAUSES, "clause")
        return both(*where) if where else ALWAYS, within

    def _bound(self) -> Bound:
        token = self._token("a number after 'within'")
        if token.kind != "number":
            raise QuestionError(f"'within' needs a number, not {quoted(token.text)}")
        return Bound(_number(token.text), self._next_word("a unit, such as boards,"))

    # ---- conditions

    def _either(self) -> Condition:
        parts = [self._both()]
        while self._take("or"):
            parts.append(self._both())
        return parts[0] if len(parts) == 1 else Any(tuple(parts))

    def _both(self) -> Condition:
        parts = [self._single()]
        while self._take("and"):
            parts.append(self._single())
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def _single(self) -> Condition:
        self._depth += 1
        if self._depth > DEEPEST:
            raise QuestionError("the condition is nested too deeply")
        try:
            return self._condition()
        finally:
            self._depth -= 1

    def _condition(self) -> Condition:
        if self._take("not"):
            return Not(self._single())
        if self._take("("):
            inner = self._either()
            if not self._take(")"):
                raise QuestionError("a parenthesis is not closed")
            return inner
        if self._peek() == INIT:
            return self._init()
        if self._is_label():
            name = self._next_word("a label")
            if self._peek() == "then":
                return self._ordered(name)
            return predicate(PREDICATES[name], name) if name in PREDICATES else label(name)
        left = self._sum()
        sign = self._token("a comparison such as <=").text
        if sign not in _SIGNS:
            raise QuestionError(f"a comparison such as <= must follow {quoted(str(left))}, not {quoted(sign)}")
        return compared(left, sign.replace("==", "="), self._sum())

    def _ordered(self, first: str) -> Condition:
        names = [first]
        while self._take("then"):
            names.append(self._next_word("what comes then"))
        return in_order(*names)

    def _init(self) -> Condition:
        self._at += 1
        if not self._take("("):
            raise QuestionError("init needs the stones in each pit, as in init(4)")
        token = self._token("a number of stones")
        if token.kind != "number" or not self._take(")"):
            raise QuestionError(f"init needs a number of stones, as in init(4), not {quoted(token.text)}")
        if self._pits is None:
            raise QuestionError("init needs a start that says how many pits there are, such as 'of events(3,2)'")
        return is_init(_number(token.text), self._pits)

    def _is_label(self) -> bool:
        """Return whether a label follows; a word in a comparison or sum is not one."""
        if self._at >= len(self._tokens) or self._tokens[self._at].kind != "word":
            return False
        following = self._tokens[self._at + 1].text if self._at + 1 < len(self._tokens) else ""
        if following in (*_SIGNS, "+", "-", "*"):
            return False
        name = self._tokens[self._at].text
        if name in words.KNOWN_LABELS or name in PREDICATES:
            return True
        if name in words.WORDS or name in words.SUMS:
            raise QuestionError(f"{name} is a number: compare it, as in '{name} >= 1'")
        raise words.unknown(name, [*words.KNOWN_LABELS, *words.WORDS, *words.SUMS, *PREDICATES], "word")

    def _sum(self) -> Term:
        total = self._product()
        while self._peek() in ("+", "-"):
            sign = self._token("a sign").text
            other = self._product()
            total = total + other if sign == "+" else total - other
        return total

    def _product(self) -> Term:
        is_negative = False
        while self._take("-"):
            is_negative = not is_negative
        total = self._summand()
        while self._take("*"):
            total *= self._summand()
        if any(abs(factor) > LARGEST_FACTOR for factor, _ in total.parts):
            raise QuestionError(f"a factor is at most {LARGEST_FACTOR:,}")
        return -total if is_negative else total

    def _summand(self) -> Term:
        token = self._token("a word or a number")
        if token.kind == "number":
            return Term((), _number(token.text))
        if token.kind != "word":
            raise QuestionError(f"a word or a number is needed, not {quoted(token.text)}")
        if token.text in words.LABELS and token.text not in words.WORDS:
            raise QuestionError(f"{token.text} is not a number: use it alone, as in 'where {token.text}'")
        return word(token.text)

    # ---- tokens

    def _peek(self) -> str:
        return self._tokens[self._at].text if self._at < len(self._tokens) else ""

    def _take(self, text: str) -> bool:
        if self._peek() != text:
            return False
        self._at += 1
        return True

    def _token(self, needed: str) -> _Token:
        if self._at >= len(self._tokens):
            raise QuestionError(f"the question ends where {needed} is needed")
        self._at += 1
        return self._tokens[self._at - 1]

    def _next_word(self, needed: str) -> str:
        token = self._token(needed)
        if token.kind != "word":
            raise QuestionError(f"{needed} is needed, not {quoted(token.text)}")
        return token.text


def _tokens(text: str) -> list[_Token]:
    found, at = [], 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise QuestionError(f"{quoted(text[at:].strip()[0])} is not allowed in a question")
        assert match.lastgroup is not None
        if match.lastgroup == "end":
            break
        found.append(_Token(match.lastgroup, match[match.lastgroup].lower()))
        at = match.end()
    return found


def _number(text: str) -> int:
    if len(text) > 9:
        raise QuestionError(f"the number {quoted(text)} is too large")
    return int(text)
